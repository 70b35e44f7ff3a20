import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { describeAct } from "drawbridge-rules/describe/commit.ts";
import { describeActor, type Reader } from "drawbridge-rules/describe/reader.ts";
import { remembered } from "drawbridge-rules/values/remembered.ts";
import type { Commit, History, HistoryQuery } from "drawbridge-rules/wire/history.ts";
import { useEffect, useMemo, useRef } from "react";
import { memberListQuery } from "../members/member-list.ts";
import { personListQuery } from "../people/person-list.ts";
import type { ActivitySearch } from "../routes.ts";
import { admin, projectQueryKey, serverQueryKey } from "../server-connection.ts";
import { consoleReader } from "../texts/reader.ts";

const pageSize = 50;
/** A search may leave out most of a page. */
const searchedPageSize = 200;

function historyQuery(project: string | null, filter: Pick<ActivitySearch, "kind" | "id" | "actor" | "query">) {
  const { kind, id, actor } = filter;
  const asked: HistoryQuery = {
    limit: filter.query !== undefined ? searchedPageSize : pageSize,
    ...(kind === undefined ? {} : { kind, ...(id === undefined ? {} : { id }) }),
    ...(actor === undefined ? {} : { actor }),
  };
  return infiniteQueryOptions({
    queryKey: historyKey(project, "list", JSON.stringify(asked)),
    queryFn: ({ pageParam }) => read(project, pageParam === null ? asked : { ...asked, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }: History) => next,
  });
}

/** Null means the revision changed nothing here. */
export function commitQuery(project: string | null, revision: number) {
  return queryOptions({
    queryKey: historyKey(project, "commit", String(revision)),
    queryFn: async () => {
      const page = await read(project, { before: revision + 1, since: String(revision - 1), limit: 1 });
      return { ...page, commit: page.commits.find((commit) => commit.revision === revision) ?? null };
    },
  });
}

export function proposalHistoryQuery(project: string, id: string) {
  return queryOptions({
    queryKey: historyKey(project, "proposal", id),
    queryFn: () => read(project, { kind: "proposal", id, limit: 200 }),
  });
}

/** Below the project's key, so that live updates refetch it. */
function historyKey(project: string | null, ...rest: readonly string[]) {
  return project === null ? serverQueryKey("history", ...rest) : projectQueryKey(project, "history", ...rest);
}

function read(project: string | null, query: HistoryQuery): Promise<History> {
  return project === null ? admin.getInstallationHistory({ ...query }) : admin.getHistory({ project, ...query });
}

const acts = new WeakMap<Reader, Map<Commit, string>>();

/** Memoized: a commit can have thousands of changes, and a list renders and searches it often. */
export function actOf(commit: Commit, reader: Reader): string {
  const known = remembered(acts, reader, () => new Map<Commit, string>());
  return remembered(known, commit, () => describeAct(commit, reader));
}

/** Commits that have all words of the search; the server filters by the rest. */
function searchCommits(commits: readonly Commit[], query: string, reader: Reader): readonly Commit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return commits;
  return commits.filter((commit) => {
    const { changes, reason, actor, actor_name } = commit;
    const ids = changes.map(({ id }) => id).join(" ");
    const text = `${actOf(commit, reader)} ${reason} ${describeActor(actor, actor_name)} ${ids}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export interface Actors {
  readonly known: ReadonlyMap<string, string>;
  readonly nameOf: (actor: string) => string;
}

function useActors(project: string | null, commits: readonly Commit[]): Actors {
  const people = useQuery({ ...personListQuery, enabled: project === null, refetchInterval: false, retry: false });
  const members = useQuery({ ...memberListQuery(project ?? ""), enabled: project !== null, retry: false });
  // The latest commits give names even where a filter narrows the list.
  const latest = useInfiniteQuery(historyQuery(project, {})).data?.pages.flatMap((page) => page.commits) ?? [];
  const met = useRef(new Map<string, string>());
  for (const { actor, actor_name: name } of [...latest, ...commits]) met.current.set(actor, describeActor(actor, name));
  const known = new Map(met.current);
  for (const each of [...(people.data ?? []), ...(members.data ?? [])]) {
    const id = "person" in each ? each.person : each.id;
    if (each.name && !known.has(id)) known.set(id, each.name);
  }
  return { known, nameOf: (actor) => known.get(actor) ?? describeActor(actor, null) };
}

export type Listed = ReturnType<typeof useListed>;

/** Matches that fill the screen, and pages that are searched without being asked. */
const enough = 20;
const maxSearchedPages = 10;

export function useListed(project: string | null, search: ActivitySearch) {
  const query = useInfiniteQuery(historyQuery(project, search));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const pages = data?.pages ?? [];
  const all = pages.flatMap((page) => page.commits);
  const reader = useMemo(() => consoleReader(...(data?.pages ?? []).map((page) => page.names)), [data]);
  const commits = searchCommits(all, search.query ?? "", reader);
  const isSearching = search.query !== undefined && commits.length < enough && hasNextPage && pages.length < maxSearchedPages;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage]);
  return {
    query,
    commits,
    reader,
    oldest: all.at(-1)?.at,
    isSearching,
    compacted: pages[0]?.compacted ?? null,
    actors: useActors(project, all),
  };
}
