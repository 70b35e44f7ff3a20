/** Names of those who did something. History keeps ids alone, so that a name that is erased is gone from everywhere. */

import type { AccessTokenRing } from "../../accounts/access-token-ring.ts";
import type { Store } from "../../store/store.ts";

export interface NamingServices {
  readonly store: Store;
  readonly accessTokens: AccessTokenRing;
}

export type ActorNames = (actor: string) => string | null;

/** Of each of these ids what it is called now; null: nobody, or nobody any more. @throws unavailable */
export async function actorNames({ store, accessTokens }: NamingServices, actors: Iterable<string>): Promise<ActorNames> {
  const ids = [...new Set(actors)];
  const people = await store.accounts.namesOf(ids.filter((id) => id.startsWith("u_")));
  return (actor) => people.get(actor) ?? accessTokens.nameOf(actor);
}
