/** Lists of keys and tokens: in the order in which they were made, by their state and by name. */

import type { Held } from "drawbridge-rules/project/project-state.ts";
import type { ResourceMap } from "drawbridge-rules/project/resource-map.ts";
import { z } from "zod";
import { inTurns } from "../../work-in-turns.ts";
import { hasName, nameQuery, type Page, pageOf, pageQuery } from "./page.ts";

const states = ["active", "expired", "revoked"] as const;
type CredentialState = (typeof states)[number];

export const credentialListQuery = z.strictObject({
  ...pageQuery,
  state: z
    .enum(states, { error: "expected active, expired or revoked" })
    .optional()
    .meta({ description: "Only those in this state" }),
  query: nameQuery,
});

interface Credential {
  readonly name: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** A page, oldest first. @throws invalid */
export async function credentialPage<T extends Credential>(
  held: ResourceMap<Held<T>>,
  query: z.infer<typeof credentialListQuery>,
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
