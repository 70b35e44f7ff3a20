import type { Credential } from "drawbridge-rules/credentials/credential.ts";
import { hashCredential } from "../base/hash.ts";

/** Creates an active credential for a text; stores only its hash and last characters. @param now epoch ms */
export function newCredential<T extends Pick<Credential, "name" | "expiresAt">>(wanted: T, text: string, now: number) {
  return { ...wanted, hash: hashCredential(text), last4: text.slice(-4), createdAt: now, revokedAt: null };
}
