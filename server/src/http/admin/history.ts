/** What was changed, by whom and why: of a project, and of the installation. */

import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { instantRule, parseInstant } from "drawbridge-rules/values/instant.ts";
import { type History, type HistoryQuery, usualHistory, type Commit as WireCommit } from "drawbridge-rules/wire/history.ts";
import { finishedInTurns } from "../../base/work-in-turns.ts";
import type { Commit, HistoryPage, Store } from "../../store/store.ts";
import { actorNames, type NamingServices } from "./actor-names.ts";
import { noProject, projectIn } from "./addressed-project.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { commitSteps } from "./history-wire.ts";

interface HistoryServices extends NamingServices {
  readonly store: Store;
  /** Epoch ms. */
  readonly now: () => number;
}

/** What one manifest changes can be thousands of things: a page that has so many is not made longer. */
const mostChanges = 2_000;
/** Commits that are read at a time. */
const batch = 20;

type HistoryRequest = AdminRequest<HistoryQuery>;

const shared = {
  tag: "History",
  answers: { 200: { description: "A page of commits" } },
} as const;

export function historyRoutes(workings: HistoryServices): AdminRoute[] {
  return [
    route("getHistory", {
      ...shared,
      permission: "viewer",
      summary: "List changes of a project, newest first",
      description:
        "Also works for a deleted project. A page is shorter than `limit` if its commits changed very much; continue with `next`.",
      handle: (request) => ofProject(workings, request),
    }),
    route("getInstallationHistory", {
      ...shared,
      permission: "administrator",
      summary: "List changes of the installation, newest first",
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
  const { commits, next } = await found(workings, project, wanted(query), query.limit ?? usualHistory);
  const nameOf = await actorNames(
    workings,
    commits.map(({ actor }) => actor),
  );
  const floor = await store.floor();
  const printed: WireCommit[] = [];
  for (const commit of commits) printed.push(await finishedInTurns(commitSteps(commit, nameOf, now())));
  const body: History = {
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
