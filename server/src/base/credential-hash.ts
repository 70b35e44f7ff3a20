import { hash } from "node:crypto";

/** What is kept of a key or a token: SHA-256, hex. High-entropy texts need no slow hash. */
export function hashOfCredential(text: string): string {
  return hash("sha256", text, "hex");
}
