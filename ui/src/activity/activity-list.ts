/** Revisions of a project, or of the server itself, page by page, and the names in them. */
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { describeActor } from "drawbridge-rules/describe/actor.ts";
import { describeAct } from "drawbridge-rules/describe/commit.ts";
import type { Reader } from "drawbridge-rules/describe/reader.ts";
import type { Commit, CommittedChange, History, HistoryQuery } from "drawbridge-rules/wire/history.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { useEffect, useRef } from "react";
import { memberListQuery } from "../members/member-list.ts";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { consoleReader } from "../texts/reader.ts";
import type { ActivitySearch } from "./activity-route.ts";

const pageSize = 50;
/** Page size while most commits may be left out. */
const searchedPageSize = 200;

type Filter = Pick<ActivitySearch, "kind" | "id" | "actor" | "platform" | "instance" | "query">;

/** The server filters by kind, id and author; the console by the rest. */
export function isSearched({ platform, instance, query }: Filter): boolean {
  return [platform, instance, query].some((value) => value !== undefined);
}

/** @param project null: the installation */
export function historyQuery(project: string | null, filter: Filter) {
  const { kind, id, actor } = filter;
  const asked: HistoryQuery = {
    limit: isSearched(filter) ? searchedPageSize : pageSize,
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

/** One revision with all its changes; null: it changed nothing here. */
export function commitQuery(project: string | null, revision: number) {
  return queryOptions({
    queryKey: historyKey(project, "commit", String(revision)),
    queryFn: async () => {
      const page = await read(project, { before: revision + 1, since: String(revision - 1), limit: 1 });
      return { ...page, commit: page.commits.find((commit) => commit.revision === revision) ?? null };
    },
  });
}

/** History of a proposal, newest first. */
export function proposalHistoryQuery(project: string, id: string) {
  return queryOptions({
    queryKey: historyKey(project, "proposal", id),
    queryFn: () => read(project, { kind: "proposal", id, limit: 200 }),
  });
}

/** Windows by id: the scope of changes to their occurrences. */
export function windowsQuery(project: string) {
  return queryOptions({
    queryKey: historyKey(project, "windows"),
    queryFn: () => admin.listAll("listMaintenanceWindows", { project }),
  });
}

/** Below the project's key, so that live updates refetch it. */
function historyKey(project: string | null, ...rest: readonly string[]) {
  return project === null ? serverQueryKey("history", ...rest) : projectQueryKey(project, "history", ...rest);
}

function read(project: string | null, query: HistoryQuery): Promise<History> {
  return project === null ? admin.getInstallationHistory({ ...query }) : admin.getHistory({ project, ...query });
}

/** Commits that the platform, the instance and the typed words leave. */
export function searchCommits(
  commits: readonly Commit[],
  { platform, instance, query = "" }: Filter,
  { reader, windows }: { readonly reader: Reader; readonly windows: readonly MaintenanceWindow[] },
): readonly Commit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scopes = new Map<string, Scope>(windows.map((window) => [window.id, window]));
  return commits.filter((commit) => {
    const { changes, reason, actor, actor_name } = commit;
    const isIn = (kind: "platform" | "instance", id: string | undefined) =>
      id === undefined || changes.some((change) => concerns(change, kind, id, scopes));
    if (!isIn("platform", platform) || !isIn("instance", instance)) return false;
    if (words.length === 0) return true;
    const text = `${describeAct(commit, reader)} ${reason} ${describeActor(actor, actor_name)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

type Scope = Partial<Readonly<Record<"platforms" | "instances", readonly string[] | null | undefined>>>;

/** A change of the platform or instance itself, or of maintenance that names it. */
function concerns(
  change: CommittedChange,
  kind: "platform" | "instance",
  id: string,
  windows: ReadonlyMap<string, Scope>,
): boolean {
  if (change.kind === kind) return change.id === id;
  const value = change.after ?? change.before;
  const scope =
    change.kind === "override" ? windows.get(String(value?.window)) : change.kind === "window" ? (value as Scope) : null;
  return scope?.[`${kind}s`]?.includes(id) ?? false;
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
    queryKey: serverQueryKey("people"),
    queryFn: () => admin.listAll("listPeople"),
    enabled: project === null,
    retry: false,
  });
  const members = useQuery({ ...memberListQuery(project ?? ""), enabled: project !== null, retry: false });
  // The latest commits give names even where a filter narrows the list.
  const latest = useInfiniteQuery(historyQuery(project, {})).data?.pages.flatMap((page) => page.commits) ?? [];
  // Older pages that were loaded give theirs too.
  const met = useRef(new Map<string, string>());
  for (const { actor, actor_name: name } of [...latest, ...commits]) met.current.set(actor, describeActor(actor, name));
  const known = new Map(met.current);
  const named = [...(people.data ?? []), ...(members.data ?? [])].map((each) => [
    "person" in each ? each.person : each.id,
    each.name,
  ]);
  for (const [id, name] of named) if (id && name && !known.has(id)) known.set(id, name);
  return { known, nameOf: (actor) => known.get(actor) ?? describeActor(actor, null) };
}

export type Listed = ReturnType<typeof useListed>;

/** Matches that fill the screen, and pages that are searched for them without being asked. */
const enough = 20;
const maxSearchedPages = 10;

/** The commits that the filters leave; searches older pages until they fill the screen. */
export function useListed(project: string | null, search: ActivitySearch) {
  const query = useInfiniteQuery(historyQuery(project, search));
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const windows = useQuery({
    ...windowsQuery(project ?? ""),
    enabled: project !== null && (search.platform !== undefined || search.instance !== undefined),
  }).data;
  const pages = data?.pages ?? [];
  const all = pages.flatMap((page) => page.commits);
  const reader = consoleReader(...pages.map((page) => page.names));
  const commits = searchCommits(all, search, { reader, windows: windows ?? [] });
  const isSearching = isSearched(search) && commits.length < enough && hasNextPage && pages.length < maxSearchedPages;
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
