/** The hash of a value, in whatever order its keys were written: what a review or an approval is of. */
import { hash } from "node:crypto";
import { canonicalText } from "./domain/canonical.ts";

/** SHA-256, base64url. */
export function canonicalHash(value: unknown): string {
  return hash("sha256", canonicalText(value), "base64url");
}
