import { hash } from "node:crypto";

/** Hash under which the store keeps a key or token: SHA-256, hex. High-entropy texts need no slow hash. */
export function hashCredential(text: string): string {
  return hash("sha256", text, "hex");
}
