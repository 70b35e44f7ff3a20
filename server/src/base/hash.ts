import { createHash, hash, timingSafeEqual } from "node:crypto";
import { canonicalPieces, canonicalText } from "drawbridge-rules/values/canonical.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";

/** SHA-256, base64url. */
export function canonicalHash(value: unknown): string {
  return hash("sha256", canonicalText(value), "base64url");
}

export function* canonicalHashSteps(value: object): Steps<string> {
  const whole = createHash("sha256");
  for (const piece of canonicalPieces(value)) {
    whole.update(piece);
    yield;
  }
  return whole.digest("base64url");
}

/** SHA-256, hex: texts of high entropy need no slow hash. */
export function hashCredential(text: string): string {
  return hash("sha256", text, "hex");
}

/** Takes the same time for every text. */
export function isSameText(text: string, secret: string): boolean {
  return timingSafeEqual(hash("sha256", text, "buffer"), hash("sha256", secret, "buffer"));
}
