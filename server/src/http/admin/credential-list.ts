/** Lists of keys and tokens: in the order in which they were made, by their state and by name. */

import type { Held } from "drawbridge-rules/project/project-state.ts";
import type { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import type { CredentialListQuery, CredentialState } from "drawbridge-rules/wire/credential.ts";
import { inTurns } from "../../base/work-in-turns.ts";
import { hasName, type Page, pageOf } from "./page.ts";

interface Credential {
  readonly name: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A page, oldest first. @throws invalid */
export async function credentialPage<T extends Credential>(
  held: ResourceMap<Held<T>>,
  query: CredentialListQuery,
  stateOf: (credential: T) => CredentialState,
): Promise<Page<readonly [id: string, credential: T]>> {
  const isWanted = (value: T) =>
    hasName(query.query, value.name) && (query.state === undefined || stateOf(value) === query.state);
  const looked = await inTurns(held, ([id, { value }]) => (isWanted(value) ? ([id, value] as const) : null));
  return pageOf(
    looked.filter((entry) => entry !== null),
    query,
    ([id, { createdAt }]) => [createdAt, id],
  );
}
