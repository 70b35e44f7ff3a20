import type { PageQuery } from "drawbridge-rules/wire/values.ts";
import type { Answer, CallId, Input } from "./request.ts";

/** Reads a whole list page by page. */

/** The largest page that the server gives. */
const longestPage = 1_000;

/** The member of each page that holds its entries. */
const members = {
  listProjects: "projects",
  listPlatforms: "platforms",
  listMaintenanceWindows: "windows",
  listInstances: "instances",
  listReadKeys: "keys",
  listProposals: "proposals",
  listTokens: "tokens",
  listWebhooks: "webhooks",
  listProjectTokens: "tokens",
  listEdges: "edges",
  listPeople: "people",
  listMembers: "members",
  listAdministrators: "administrators",
} as const satisfies { readonly [Id in CallId]?: keyof Answer<Id> };

export type ListId = keyof typeof members;
export type ListInput<Id extends ListId> = Omit<Input<Id>, keyof PageQuery>;
export type Entry<Id extends ListId> = Answer<Id>[(typeof members)[Id] & keyof Answer<Id>] extends readonly (infer One)[]
  ? One
  : never;

/** Returns every entry in order; one that exists throughout exactly once, whatever changes meanwhile. */
export async function readWholeList<Id extends ListId>(
  ask: (page: PageQuery) => Promise<Answer<Id>>,
  id: Id,
): Promise<readonly Entry<Id>[]> {
  const found: Entry<Id>[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await ask({ limit: longestPage, ...(after === undefined ? {} : { after }) });
    for (const entry of Reflect.get(page, members[id]) as readonly Entry<Id>[]) found.push(entry);
    // An answer without it would be asked for forever.
    after = page.next ?? null;
  }
  return found;
}
