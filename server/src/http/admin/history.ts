/** What was changed, by whom and why. Values are shown as they are read elsewhere; what is left of a secret is left out. */
import { z } from "@hono/zod-openapi";
import type * as wire from "../../../../client/src/wire.ts";
import { printInstance } from "../../domain/instance.ts";
import { kinds } from "../../domain/kind.ts";
import { printWindow } from "../../domain/maintenance-window.ts";
import type { Override } from "../../domain/occurrence.ts";
import { printPlatform } from "../../domain/platform.ts";
import { printProject } from "../../domain/project.ts";
import { storedReadKey } from "../../domain/read-key.ts";
import type { Commit, CommittedChange } from "../../store/store.ts";
import { noProject, projectIn } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, type Workings, withQuery } from "./admin-route.ts";
import { printFeedToken } from "./feed-tokens.ts";
import { printInstant } from "./instant.ts";
import { printReadKey } from "./read-key-wire.ts";
import { instant, revision, wholeNumber } from "./wire-schema.ts";

const usualLimit = 50;

const value = z.record(z.string(), z.unknown()).nullable();
const changeSchema = z
  .strictObject({
    kind: z.enum(["project", "platform", "instance", "window", "override", "read_key", "feed_token"]),
    id: z.string(),
    before: value,
    after: value,
  })
  .openapi("CommittedChange");
const commitSchema = z
  .strictObject({
    revision,
    at: instant,
    actor: z.string().openapi({ example: "deploy script (t_k3v7q2zd5m)" }),
    reason: z.string(),
    overridden: z.array(z.string()),
    changes: z.array(changeSchema),
  })
  .openapi("Commit");
const historySchema = z.strictObject({ commits: z.array(commitSchema), next: z.int().nullable() }).openapi("History");
const query = z.strictObject({
  before: wholeNumber(1, Number.MAX_SAFE_INTEGER, "a revision").optional().openapi({ description: "Only older ones" }),
  limit: wholeNumber(1, 200, "how many").optional(),
});

export function historyRoutes(workings: Workings): AdminRoute[] {
  return [
    withQuery({
      permission: "viewer",
      method: "get",
      path: "/admin/v1/projects/{project}/history",
      operationId: "getHistory",
      tag: "History",
      summary: "Changes of a project, newest first; also of one that was deleted",
      query,
      answers: { 200: { description: "A page of commits", schema: historySchema } },
      handle: (request) => get(workings, request),
    }),
  ];
}

async function get({ store, now }: Workings, request: AdminRequest<z.infer<typeof query>>): Promise<AdminAnswer> {
  const project = projectIn(request);
  if ((await store.projectRevision(project)) === 0) throw noProject();
  const limit = Number(request.query.limit ?? usualLimit);
  const before = request.query.before === undefined ? {} : { before: Number(request.query.before) };
  const commits = await store.history(project, { ...before, limit });
  const body: wire.History = {
    commits: commits.map((commit) => printCommit(commit, now())),
    next: commits.length === limit ? (commits.at(-1)?.revision ?? null) : null,
  };
  return { status: 200, body };
}

function printCommit({ revision, at, actor, reason, overridden, changes }: Commit, now: number): wire.Commit {
  return {
    revision,
    at: printInstant(at),
    actor,
    reason,
    overridden: overridden as readonly wire.Guard[],
    changes: changes.filter(({ kind }) => kinds[kind].inHistory).flatMap((change) => printChange(change, now)),
  };
}

type ShownKind = wire.CommittedChange["kind"];
type Print = (value: never, id: string, now: number) => object;

/** What a kind looks like to a reader; a kind that is not here is not shown. */
const prints: Readonly<Record<ShownKind, Print>> = {
  project: printProject,
  platform: printPlatform,
  instance: printInstance,
  window: (window: Parameters<typeof printWindow>[0]) => ({ ...printWindow(window), origin: window.origin }),
  override: printOverride,
  read_key: (key: Parameters<typeof printReadKey>[1], id, now) => printReadKey(id, storedReadKey(key), now),
  feed_token: (token: Parameters<typeof printFeedToken>[1], id, now) => printFeedToken(id, token, now),
};

function printChange({ kind, id, before, value }: CommittedChange, now: number): wire.CommittedChange[] {
  if (!isShown(kind)) return [];
  const print = (text: string | null) =>
    text === null ? null : ({ ...prints[kind](JSON.parse(text) as never, id, now) } as Record<string, unknown>);
  return [{ kind, id, before: print(before), after: print(value) }];
}

function isShown(kind: string): kind is ShownKind {
  return Object.hasOwn(prints, kind);
}

function printOverride({ window, occurrence, start, end, cancelled, completed, byHand }: Override): object {
  return {
    window,
    occurrence,
    start: start === null ? null : printInstant(start),
    end: end === null ? null : printInstant(end),
    cancelled,
    completed,
    by_hand: byHand,
  };
}
