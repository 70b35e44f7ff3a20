/**
 * Client of the admin API: a function for each operation, named by its operationId. Its input has the parameters of the path and
 * the query by their names, `body`, and for an edit the `etag` that was read. @throws AdminError: the server refuses;
 * AdminUnreachable: no answer
 */

import { fillPath, type OperationId, paths } from "drawbridge-rules/api/paths.ts";
import type { ApplyQuery, ChangeAnswer, ChangeQuery } from "drawbridge-rules/wire/change.ts";
import type { Compaction } from "drawbridge-rules/wire/compaction.ts";
import type { MaintenanceAnswer } from "drawbridge-rules/wire/maintenance.ts";
import type { ProposedChange } from "drawbridge-rules/wire/proposal.ts";
import type { PageQuery } from "drawbridge-rules/wire/values.ts";
import { type EventOptions, events, type ServerEvent } from "./admin/events.ts";
import {
  type Answer,
  type AnyInput,
  buildRequest,
  type CallId,
  type Input,
  type Keyed,
  readAnswer,
  type Versioned,
} from "./admin/request.ts";
import { type AdminOptions, type OpenAnswer, openStream, send, yamlType } from "./admin/transport.ts";

export * from "./admin/admin-error.ts";
export type { EventOptions, ServerEvent } from "./admin/events.ts";
export type { Answer, Etag, Input, Versioned } from "./admin/request.ts";
export type { AdminOptions, OpenAnswer } from "./admin/transport.ts";

export type ChangeOptions = ChangeQuery & Keyed;
export type ApplyOptions = ApplyQuery & Keyed;
export type VerbOptions = Pick<ChangeQuery, "reason" | "override" | "propose" | "publish_when_approved"> & Keyed;

type Argument<I> = Record<never, never> extends I ? [input?: I] : [input: I];

type Calls = { readonly [Id in CallId]: (...input: Argument<Input<Id>>) => Promise<Answer<Id>> };

export interface AdminClient extends Calls {
  listAll<Id extends ListId>(id: Id, ...input: Argument<ListInput<Id>>): Promise<readonly Entry<Id>[]>;
  /** As YAML. */
  getManifestText(input: { readonly project: string }): Promise<Versioned<string>>;
  compactAll(input?: Input<"compact">): Promise<Compaction>;
  /**
   * Goes on until `signal` ends it. @param project null means all in which the requester has a role. @throws AdminError: no
   * permission
   */
  events(project: string | null, options?: EventOptions): AsyncGenerator<ServerEvent, void, undefined>;
  /** `etag` has the position of the store's log. `timeout` covers only the first bytes. */
  backUp(signal?: AbortSignal): Promise<OpenAnswer>;
}

export function createAdminClient(options: AdminOptions): AdminClient {
  const call = async (id: CallId, input: AnyInput = {}) => readAnswer(id, await send(options, buildRequest(id, input)));
  const calls = Object.fromEntries(
    (Object.keys(paths) as OperationId[]).map((id) => [id, (input?: AnyInput) => call(id as CallId, input)]),
  ) as unknown as Calls;
  return {
    ...calls,
    listAll: (id, ...[input]) => readWholeList((page) => call(id, { ...input, ...page }) as Promise<Answer<typeof id>>, id),
    async getManifestText({ project }) {
      const { text, etag } = await send(options, { ...buildRequest("getManifest", { project }), accept: yamlType });
      return { value: text, etag: etag ?? "" };
    },
    compactAll: (input) => compactAll(() => calls.compact(input)),
    events: (project, how = {}) => events(options, project, how),
    backUp(signal = new AbortController().signal) {
      const path = fillPath("backUp", {});
      return openStream(options, { method: "POST", path, accept: "application/vnd.sqlite3", repeatable: false }, signal);
    },
  };
}

/** Null means the change was published. */
export function proposedChange(answer: ChangeAnswer | MaintenanceAnswer): ProposedChange | null {
  return "proposal" in answer ? (answer as unknown as ProposedChange) : null;
}

export async function compactAll(compact: () => Promise<Compaction>): Promise<Compaction> {
  let sum = await compact();
  while (sum.more) {
    const next = await compact();
    const freed = sum.freed === null && next.freed === null ? null : (sum.freed ?? 0) + (next.freed ?? 0);
    sum = { ...next, changes: sum.changes + next.changes, bytes: sum.bytes + next.bytes, freed };
  }
  return sum;
}

const longestPage = 1_000;

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

type ListId = keyof typeof members;
type ListInput<Id extends ListId> = Omit<Input<Id>, keyof PageQuery>;
type Entry<Id extends ListId> = Answer<Id>[(typeof members)[Id] & keyof Answer<Id>] extends readonly (infer One)[] ? One : never;

/** An entry that exists throughout is returned exactly once, whatever changes meanwhile. */
async function readWholeList<Id extends ListId>(
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
