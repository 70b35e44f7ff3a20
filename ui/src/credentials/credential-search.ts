/** Search parameters of a list of keys or tokens. Kept out of the screens, since the router reads them on every page. */
import type { CredentialState } from "drawbridge-rules/credentials/credential.ts";
import type { ReadKey } from "drawbridge-rules/wire/read-key.ts";

/** Members that every key and token has. */
export type Credential = Pick<ReadKey, "id" | "name" | "state" | "last4" | "created_at" | "expires_at" | "revoked_at">;

export interface CredentialSearch {
  readonly query?: string | undefined;
  readonly state?: CredentialState | undefined;
}

/** Sorts active ones first, newest first. */
export function newestFirst<T extends Credential>(credentials: readonly T[]): readonly T[] {
  const rank = ({ state }: Credential) => (state === "active" ? 0 : 1);
  return credentials.toSorted((a, b) => rank(a) - rank(b) || b.created_at.localeCompare(a.created_at));
}

export function matchesSearch({ name, id, last4 }: Credential, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return [name, id, last4].some((text) => text.toLowerCase().includes(wanted));
}
