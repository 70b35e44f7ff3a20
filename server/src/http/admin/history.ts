/** What was changed, by whom and why: of a project, and of the installation. */

import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import type { Commit, HistoryPage, Store } from "../../store/store.ts";
import { finishedInTurns } from "../../work-in-turns.ts";
import type { NamingServices } from "./actor-names.ts";
import { actorNames } from "./actor-names.ts";
import { noProject, projectIn } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { commitSteps, historySchema, shownKinds } from "./history-wire.ts";
import { instantRule, parseInstant } from "./instant.ts";
import { wholeNumber } from "./wire-schema.ts";

interface HistoryServices extends NamingServices {
  readonly store: Store;
  /** Epoch ms. */
  readonly now: () => number;
}

const usualLimit = 50;
const longestPage = 200;
/** What one manifest changes can be thousands of things: a page that has so many is not made longer. */
const mostChanges = 2_000;
/** Commits that are read at a time. */
const batch = 20;

const query = z.strictObject({
  before: wholeNumber(1, Number.MAX_SAFE_INTEGER, "a revision").optional().meta({ description: "Only older ones" }),
  since: z
    .string()
    .optional()
    .meta({
      description: "Only newer ones than this revision; or what was committed at this instant or later (RFC 3339)",
      examples: ["2026-11-20T00:00:00+01:00"],
    }),
  kind: z
    .enum(shownKinds, { error: `expected one of ${shownKinds.join(", ")}` })
    .optional()
    .meta({ description: "Only commits that changed such a thing, and of them only that" }),
  id: z
    .string()
    .optional()
    .meta({ description: "Only that one; goes with `kind`", examples: ["ios"] }),
  actor: z
    .string()
    .optional()
    .meta({ description: "Id of a person or a token", examples: ["t_k3v7q2zd5m"] }),
  limit: wholeNumber(1, longestPage, "how many")
    .optional()
    .meta({ description: `How many at most; ${usualLimit} unless said` }),
});
type HistoryRequest = AdminRequest<z.infer<typeof query>>;

const shared = {
  tag: "History",
  query,
  answers: { 200: { description: "A page of commits", schema: historySchema } },
} as const;

export function historyRoutes(workings: HistoryServices): AdminRoute[] {
  return [
    route("getHistory", {
      ...shared,
      permission: "viewer",
      summary: "Changes of a project, newest first; also of one that was deleted",
      description: "A page is shorter than `limit` where its commits changed very much: go on with `next`.",
      handle: (request) => ofProject(workings, request),
    }),
    route("getInstallationHistory", {
      ...shared,
      permission: "administrator",
      summary: "Changes of the installation, newest first: its access tokens and its administrators",
      handle: (request) => page(workings, "", request),
    }),
  ];
}

async function ofProject(workings: HistoryServices, request: HistoryRequest): Promise<AdminAnswer> {
  const project = projectIn(request);
  if ((await workings.store.projectRevision(project)) === 0) throw noProject();
  return page(workings, project, request);
}

async function page(workings: HistoryServices, project: string, { query }: HistoryRequest): Promise<AdminAnswer> {
  const { store, now } = workings;
  const { commits, next } = await found(workings, project, wanted(query), query.limit ?? usualLimit);
  const nameOf = await actorNames(
    workings,
    commits.map(({ actor }) => actor),
  );
  const floor = await store.floor();
  const printed: wire.Commit[] = [];
  for (const commit of commits) printed.push(await finishedInTurns(commitSteps(commit, nameOf, now())));
  const body: wire.History = {
    commits: printed,
    next,
    compacted: floor === 0 ? null : floor,
  };
  return { status: 200, body };
}

/** @throws invalid */
function wanted({ before, since, kind, id, actor }: HistoryRequest["query"]): Omit<HistoryPage, "limit"> {
  const problems: Problem[] = [];
  if (id !== undefined && kind === undefined) problems.push({ path: "kind", message: "expected with `id`: ids are of a kind" });
  const revision = since !== undefined && /^[0-9]{1,16}$/.test(since) ? Number(since) : null;
  const from = since === undefined || revision !== null ? null : parseInstant(since);
  if (since !== undefined && revision === null && from === null) {
    problems.push({ path: "since", message: `expected a revision, or ${instantRule}` });
  }
  for (const [path, text] of Object.entries({ id, actor })) {
    const isText = text === undefined || (text.isWellFormed() && !text.includes("\0"));
    if (!isText) problems.push({ path, message: "expected Unicode text without NUL" });
  }
  throwIfAny(problems, "the query");
  return {
    ...(before === undefined ? {} : { before }),
    ...(revision === null ? {} : { since: revision }),
    ...(from === null ? {} : { from }),
    ...(kind === undefined ? {} : { kind }),
    ...(id === undefined ? {} : { id }),
    ...(actor === undefined ? {} : { actor }),
  };
}

async function found(
  { store }: HistoryServices,
  project: string,
  wanted: Omit<HistoryPage, "limit">,
  limit: number,
): Promise<{ readonly commits: readonly Commit[]; readonly next: number | null }> {
  const commits: Commit[] = [];
  let changes = 0;
  for (let before = wanted.before; commits.length < limit && changes < mostChanges; ) {
    const size = Math.min(batch, limit - commits.length);
    const more = await store.history(project, { ...wanted, ...(before === undefined ? {} : { before }), limit: size });
    for (const commit of more) commits.push(commit);
    for (const commit of more) changes += commit.changes.length;
    before = more.at(-1)?.revision;
    if (more.length < size) return { commits, next: null };
  }
  return { commits, next: commits.at(-1)?.revision ?? null };
}
