/** What an edge shows its origin, to be told what it answers from. A secret: only its SHA-256 is kept. */
export interface EdgeToken {
  readonly name: string;
  /** SHA-256 of the text, hex. */
  readonly hash: string;
  readonly last4: string;
  /** An edge with it gets these projects alone, in order; null: all, and those that are made later. */
  readonly projects: readonly string[] | null;
  /** Epoch ms. */
  readonly createdAt: number;
  /** From this instant on it opens nothing; null: never. */
  readonly expiresAt: number | null;
  /** One-way. */
  readonly revokedAt: number | null;
}

export type EdgeTokenState = "active" | "expired" | "revoked";

export function edgeTokenState(token: EdgeToken, now: number): EdgeTokenState {
  if (token.revokedAt !== null) return "revoked";
  return token.expiresAt !== null && now >= token.expiresAt ? "expired" : "active";
}
