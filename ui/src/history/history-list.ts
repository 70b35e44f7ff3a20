/** Revisions of a project, or of the server itself, page by page. */
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { describeActor } from "drawbridge-rules/describe/actor.ts";
import { shownToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { Commit, History, HistoryQuery } from "drawbridge-rules/wire/history.ts";
import { useRef } from "react";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { ownZone } from "../texts/browser-locale.ts";
import type { HistorySearch } from "./history-route.ts";

const pageSize = 50;
/** Page size, and number of pages, while commits that are too new to be shown are skipped. */
const skipSize = 200;
const maxSkips = 25;

type Filter = Pick<HistorySearch, "kind" | "id" | "actor" | "from" | "until">;

/** @param project null: the installation */
export function historyQuery(project: string | null, { kind, id, actor, from, until }: Filter) {
  const filter = { kind, id, actor, from, until };
  return infiniteQueryOptions({
    queryKey: historyKey(project, "list", JSON.stringify(filter)),
    queryFn: ({ pageParam }) => pageOf(project, filter, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }: History) => next,
  });
}

/** One revision, however old; null: it changed nothing in this project. */
export function commitQuery(project: string | null, revision: number) {
  return queryOptions({
    queryKey: historyKey(project, "commit", String(revision)),
    queryFn: async () => {
      const { commits, names } = await read(project, { before: revision + 1, since: String(revision - 1), limit: 1 });
      return { commit: commits.find((commit) => commit.revision === revision) ?? null, names };
    },
  });
}

/** Below the project's key, so that live updates refetch it. */
function historyKey(project: string | null, ...rest: readonly string[]) {
  return project === null ? serverQueryKey("history", ...rest) : projectQueryKey(project, "history", ...rest);
}

/** The server cannot filter by an end of time, so newer commits are skipped. */
async function pageOf(project: string | null, filter: Filter, first: number | null): Promise<History> {
  const end = filter.until === undefined ? Number.POSITIVE_INFINITY : startOfDay(filter.until, 1);
  let before = first;
  for (let skips = 0; ; skips++) {
    const isSkipping = before === null && end < Date.now();
    const page = await read(project, queryOf(filter, before, isSkipping ? skipSize : pageSize));
    const commits = page.commits.filter(({ at }) => Date.parse(at) < end);
    if (commits.length > 0 || page.next === null || skips === maxSkips) return { ...page, commits };
    before = page.next;
  }
}

function read(project: string | null, query: HistoryQuery): Promise<History> {
  return project === null ? admin.getInstallationHistory({ ...query }) : admin.getHistory({ project, ...query });
}

function queryOf({ kind, id, actor, from }: Filter, before: number | null, limit: number): HistoryQuery {
  return {
    limit,
    ...(before === null ? {} : { before }),
    ...(kind === undefined ? {} : { kind, ...(id === undefined ? {} : { id }) }),
    ...(actor === undefined ? {} : { actor }),
    ...(from === undefined ? {} : { since: new Date(startOfDay(from)).toISOString() }),
  };
}

/** Epoch ms, in the browser's zone; `after` whole days later. */
function startOfDay(day: string, after = 0): number {
  return shownToInstant(Date.parse(day) + after * 86_400_000, ownZone);
}

/** Names of people and tokens by their ids, as far as history and the project's members give them. */
export interface Actors {
  /** Actors by id, in order of appearance. */
  readonly known: ReadonlyMap<string, string>;
  readonly nameOf: (actor: string) => string;
}

/** @param project null: the installation, which only administrators see */
export function useActors(project: string | null, commits: readonly Commit[]): Actors {
  const people = useQuery({
    queryKey: project === null ? serverQueryKey("people") : projectQueryKey(project, "members"),
    queryFn: async () => (project === null ? await admin.listAll("listPeople") : await admin.listAll("listMembers", { project })),
    retry: false,
  });
  // The latest commits give names even where a filter narrows the list.
  const latest = useInfiniteQuery(historyQuery(project, {})).data?.pages.flatMap((page) => page.commits) ?? [];
  // Older pages that were loaded give theirs too.
  const met = useRef(new Map<string, string>());
  for (const { actor, actor_name: name } of [...latest, ...commits]) met.current.set(actor, describeActor(actor, name));
  const known = new Map(met.current);
  for (const person of people.data ?? []) {
    const id = "person" in person ? person.person : person.id;
    if (!known.has(id) && person.name !== null) known.set(id, person.name);
  }
  return { known, nameOf: (actor) => known.get(actor) ?? describeActor(actor, null) };
}
