/** Names of actors. The history stores only ids, so that an erased name is gone everywhere. */

import type { AccessTokenIndex } from "../../accounts/access-token-index.ts";
import type { Store } from "../../store/store.ts";

export interface NamingServices {
  readonly store: Store;
  readonly accessTokens: AccessTokenIndex;
}

export type ActorNames = (actor: string) => string | null;

/** Looks up current names by actor id; null means unknown or erased. @param actors ids, or what has one @throws unavailable */
export async function actorNames(
  { store, accessTokens }: NamingServices,
  actors: Iterable<string | { readonly actor: string }>,
): Promise<ActorNames> {
  const ids = new Set(Array.from(actors, (one) => (typeof one === "string" ? one : one.actor)));
  const people = await store.accounts.namesOf([...ids].filter((id) => id.startsWith("u_")));
  return (actor) => people.get(actor) ?? accessTokens.nameOf(actor);
}
