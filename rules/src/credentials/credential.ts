/** Keys (public, in apps) and tokens (secret). The server stores only the SHA-256 of a text, and its last four characters. */
import type { Stored } from "../values/member.ts";
import type { credentialMembers } from "./credential-schema.ts";

export type Credential = Stored<typeof credentialMembers>;

export const credentialStates = ["active", "expired", "revoked"] as const;
export type CredentialState = (typeof credentialStates)[number];

export function credentialState({ revokedAt, expiresAt }: Credential, now: number): CredentialState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && now >= expiresAt ? "expired" : "active";
}

export type CredentialKind = "read_key" | "token";
