import type { Grant } from "../people/grant.ts";

/**
 * What an operator or a deploy script sends to the admin API. A secret: only its SHA-256 is kept. A project holds the tokens
 * that open it alone; the installation's are its administrators'.
 */
export interface AccessToken {
  readonly name: string;
  /** SHA-256 of the text, hex. */
  readonly hash: string;
  readonly last4: string;
  /** Epoch ms. */
  readonly createdAt: number;
  /** From this instant on it opens nothing; null: never. */
  readonly expiresAt: number | null;
  /** One-way. */
  readonly revokedAt: number | null;
  readonly role: Grant["role"];
  /** Id of the person whom it counts as; null: made where nobody had signed in. */
  readonly maker: string | null;
}

export type AccessTokenState = "active" | "expired" | "revoked";

export function accessTokenState(token: AccessToken, now: number): AccessTokenState {
  if (token.revokedAt !== null) return "revoked";
  return token.expiresAt !== null && now >= token.expiresAt ? "expired" : "active";
}
