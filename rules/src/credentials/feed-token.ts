/** What a calendar or a feed reader shows in the address of a project's feed. A secret: only its SHA-256 is kept. */
export interface FeedToken {
  readonly name: string;
  /** SHA-256 of the text, hex. */
  readonly hash: string;
  readonly last4: string;
  /** It shows only what covers this instance; null: all of the project. */
  readonly instance: string | null;
  /** Epoch ms. */
  readonly createdAt: number;
  /** From this instant on it opens nothing; null: never. */
  readonly expiresAt: number | null;
  /** One-way. */
  readonly revokedAt: number | null;
}

export type FeedTokenState = "active" | "expired" | "revoked";

export function feedTokenState(token: FeedToken, now: number): FeedTokenState {
  if (token.revokedAt !== null) return "revoked";
  return token.expiresAt !== null && now >= token.expiresAt ? "expired" : "active";
}
