import { queryOptions, useQuery } from "@tanstack/react-query";
import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useMemo } from "react";
import { projectQuery, projectQueryKey } from "../../query-key.ts";
import { admin } from "../../server-connection.ts";
import { untilNextTransition } from "../occurrence/occurrence-phase.ts";
import { barFor, type OccurrenceBar } from "./occurrence-bar.ts";
import { DAY, type VisibleRange } from "./zone-time.ts";

export interface ReadOccurrences {
  readonly bars: readonly OccurrenceBar[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** More pages exist. */
  readonly isCut: boolean;
  readonly readAgain: () => void;
}

interface OccurrencePages {
  readonly occurrences: readonly ListedOccurrence[];
  readonly isCut: boolean;
}

const pageLength = 2500;
const maxPages = 12;
/** The first is usually the next, unless canceled or completed ones come before it. */
const nextPage = 20;
/** Milliseconds: this clock may be ahead of the server's, and a large project always has a next one. */
const leastInterval = 10_000;

export function useOccurrences(project: string, { from, until }: VisibleRange): ReadOccurrences {
  const { data, isPending, error, refetch } = useQuery(occurrencesQuery(project, from, until));
  const bars = useMemo(() => (data?.occurrences ?? []).map(barFor).sort(inOrder), [data]);
  return {
    bars,
    isLoading: isPending,
    error: data ? null : error,
    isCut: data?.isCut ?? false,
    readAgain: () => void refetch(),
  };
}

function inOrder(a: OccurrenceBar, b: OccurrenceBar): number {
  return a.start - b.start || Number(a.name > b.name) - Number(a.name < b.name);
}

/** Finds an occurrence wherever it was moved. */
export const namedOccurrenceQuery = projectQuery("occurrence", readNamed);

export function nextOccurrenceQuery(project: string, after: number) {
  const from = new Date(after).toISOString();
  const until = new Date(after + 366 * DAY).toISOString();
  return queryOptions({
    queryKey: projectQueryKey(project, "next-occurrence", from),
    queryFn: async () => {
      let after: string | null | undefined;
      for (let page = 0; page < maxPages && after !== null; page++) {
        const query = { from, until, limit: nextPage, warnings: false };
        const read = await admin.listMaintenance({ project, ...query, ...(after === undefined ? {} : { after }) });
        const found = read.occurrences.find(({ state }) => isAhead(state) || state === "active");
        if (found) return found;
        after = read.next ?? null;
      }
      return null;
    },
  });
}

function occurrencesQuery(project: string, from: number, until: number) {
  return queryOptions({
    queryKey: projectQueryKey(project, "occurrences", String(from), String(until)),
    queryFn: () => readOccurrences(project, new Date(from).toISOString(), new Date(until).toISOString()),
    // No commit announces what begins and ends by the clock.
    refetchInterval: ({ state }) => Math.max(leastInterval, untilNextTransition(state.data, Date.now(), DAY)),
    refetchIntervalInBackground: true,
  });
}

async function readOccurrences(project: string, from: string, until: string): Promise<OccurrencePages> {
  const occurrences: ListedOccurrence[] = [];
  let after: string | null | undefined;
  for (let page = 0; page < maxPages && after !== null; page++) {
    const query = { from, until, limit: pageLength, planned: true, warnings: false };
    const read = await admin.listMaintenance({ project, ...query, ...(after === undefined ? {} : { after }) });
    occurrences.push(...read.occurrences);
    after = read.next ?? null;
  }
  return { occurrences, isCut: after !== null };
}

async function readNamed(project: string, name: string): Promise<ListedOccurrence | null> {
  const slash = name.indexOf("/");
  const window = name.slice(0, slash);
  const planned = Date.parse(`${name.slice(slash + 1)}Z`);
  if (Number.isNaN(planned)) return null;
  const [from, until] = [planned - 2 * DAY, planned + 2 * DAY].map((at) => new Date(at).toISOString()) as [string, string];
  const { occurrences } = await admin.listMaintenance({ project, window, from, until, planned: true, warnings: false });
  return occurrences.find(({ occurrence }) => occurrence === name) ?? null;
}
