import { hash } from "node:crypto";

/** Characters of a checksum. */
export const checksumLength = 16;

/** Detects damage to a line of a journal; no protection against a forger. */
export function checksumOf(text: string): string {
  return hash("sha256", text, "hex").slice(0, checksumLength);
}
