import { hash } from "node:crypto";

/** Characters of a checksum. */
export const checksumLength = 16;

/** Detects damage to a line of a journal; not a protection against forgery. */
export function computeChecksum(text: string): string {
  return hash("sha256", text, "hex").slice(0, checksumLength);
}
