import { idsInChange, nameTableSteps, resourcesIn } from "drawbridge-rules/describe/name-table.ts";
import { namesOf } from "drawbridge-rules/describe/reader.ts";
import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { instantRule, parseInstant, timeProblem } from "drawbridge-rules/values/instant.ts";
import type { NameTable } from "drawbridge-rules/wire/history.ts";
import { defaultHistoryPage, type HistoryQuery, type Commit as WireCommit } from "drawbridge-rules/wire/history.ts";
import { runStepsYielding } from "../../base/yielding-work.ts";
import type { Commit, HistoryPage } from "../../store/store.ts";
import type { AdminServices } from "../admin-services.ts";
import { commitSteps } from "../answer/history-wire.ts";
import { actorNames } from "../answer/marks-wire.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, ok, route } from "../request/admin-route.ts";
import { projectNotFound, readProjectId } from "../request/permission.ts";

/** One manifest can change thousands of things: a page with this number takes no further commit. */
const maxChanges = 2_000;
const batch = 20;

type HistoryRequest = AdminRequest<HistoryQuery>;

const shared = {
  tag: "History",
  answers: { 200: { description: "One page of commits" } },
} as const;

export function historyRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("getHistory", {
      ...shared,
      permission: "viewer",
      summary: "List changes of a project, newest first",
      description:
        "Also works for a deleted project. A page is shorter than `limit` if its commits are very large; continue with `next`.",
      handle: async (request) => {
        const project = readProjectId(request);
        if ((await services.store.projectRevision(project)) === 0) throw projectNotFound();
        return page(services, project, request);
      },
    }),
    route("getInstallationHistory", {
      ...shared,
      permission: "administrator",
      summary: "List changes of the installation, newest first",
      handle: (request) => page(services, "", request),
    }),
  ];
}

async function page(services: AdminServices, project: string, { query }: HistoryRequest): Promise<AdminAnswer> {
  const { store, now } = services;
  const { commits, next } = await found(services, project, wanted(query), query.limit ?? defaultHistoryPage);
  const nameOf = await actorNames(services, commits);
  const floor = await store.floor();
  const printed: WireCommit[] = [];
  for (const commit of commits) printed.push(await runStepsYielding(commitSteps(commit, nameOf, now())));
  return ok<"getHistory">({
    commits: printed,
    names: await pageNames(services, project, printed),
    next,
    compacted: floor === 0 ? null : floor,
  });
}

/** Names as they are now; of resources that were deleted since, as they were. */
async function pageNames(services: AdminServices, project: string, commits: readonly WireCommit[]): Promise<NameTable> {
  const changes = commits.flatMap((commit) => commit.changes);
  const ids = changes.flatMap((change) => [...idsInChange(change)]);
  const people = ids.flatMap(([kind, id]) => (kind === "person" ? [id] : []));
  const nameOf = await actorNames(services, people);
  const names = Object.fromEntries(people.map((id) => [id, nameOf(id) ?? id]));
  const state = await services.publisher.state(project);
  return runStepsYielding(nameTableSteps(ids, namesOf(state, names, resourcesIn(project, changes))));
}

/** @throws invalid */
function wanted({ before, since, kind, id, actor }: HistoryRequest["query"]): Omit<HistoryPage, "limit"> {
  const problems: Problem[] = [];
  if (id !== undefined && kind === undefined)
    problems.push({ path: "kind", message: "is required with `id`: ids are unique only within a kind" });
  const revision = since !== undefined && /^[0-9]{1,16}$/.test(since) ? Number(since) : null;
  const from = since === undefined || revision !== null ? null : parseInstant(since);
  if (since !== undefined && revision === null && from === null) {
    problems.push({ path: "since", message: timeProblem(since, `expected a revision, or ${instantRule}`) });
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
  { store }: AdminServices,
  project: string,
  wanted: Omit<HistoryPage, "limit">,
  limit: number,
): Promise<{ readonly commits: readonly Commit[]; readonly next: number | null }> {
  const commits: Commit[] = [];
  let changes = 0;
  for (let before = wanted.before; commits.length < limit && changes < maxChanges; ) {
    const size = Math.min(batch, limit - commits.length);
    const more = await store.history(project, { ...wanted, ...(before === undefined ? {} : { before }), limit: size });
    for (const commit of more) commits.push(commit);
    for (const commit of more) changes += commit.changes.length;
    before = more.at(-1)?.revision;
    if (more.length < size) return { commits, next: null };
  }
  return { commits, next: commits.at(-1)?.revision ?? null };
}
