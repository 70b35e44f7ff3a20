/** Names of people and tokens by their ids, as far as history and the project's members give them. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import { useRef } from "react";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { historyQuery } from "./history-list.ts";
import { historyTexts } from "./history-texts.ts";

export interface Actors {
  /** Actors by id, in order of appearance. */
  readonly known: ReadonlyMap<string, string>;
  readonly nameOf: (actor: string) => string;
}

/** @param project null: the installation, which only administrators see */
export function useActors(project: string | null, commits: readonly Commit[]): Actors {
  const { actors, erased } = historyTexts;
  const people = useQuery({
    queryKey: project === null ? serverQueryKey("people") : projectQueryKey(project, "members"),
    queryFn: async () => (project === null ? await admin.listAll("listPeople") : await admin.listAll("listMembers", { project })),
    retry: false,
  });
  // The latest commits give names even where a filter narrows the list.
  const latest = useInfiniteQuery(historyQuery(project, {})).data?.pages.flatMap((page) => page.commits) ?? [];
  // Older pages that were loaded give theirs too.
  const met = useRef(new Map<string, string>());
  const own: Readonly<Record<string, string>> = actors;
  for (const { actor, actor_name: name } of [...latest, ...commits]) {
    met.current.set(actor, name ?? (Object.hasOwn(own, actor) ? (own[actor] ?? actor) : erased(actor)));
  }
  const known = new Map(met.current);
  for (const person of people.data ?? []) {
    const id = "person" in person ? person.person : person.id;
    if (!known.has(id) && person.name !== null) known.set(id, person.name);
  }
  return { known, nameOf: (actor) => known.get(actor) ?? own[actor] ?? actor };
}
