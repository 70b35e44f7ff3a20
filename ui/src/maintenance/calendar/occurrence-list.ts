import { queryOptions, useQuery } from "@tanstack/react-query";
import { listedTimes } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { projectQueryKey } from "../../query-key.ts";
import { admin } from "../../server-connection.ts";
import { type OccurrenceBar, useBars } from "./occurrence-bar.ts";
import { DAY, type VisibleRange } from "./zone-time.ts";

export interface ReadOccurrences {
  /** Sorted by start, with the state by the clock. */
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

/** Largest page: a few of them reach. */
const pageLength = 2500;
const maxPages = 12;
/** Page size of the search for the next occurrence: usually the first one, unless canceled or completed ones come before it. */
const nextPage = 20;
/** Minimum milliseconds between two requests about an end that has passed by this clock. */
const overdueRefetchInterval = 5000;
const none: readonly never[] = [];

/** Occurrences that overlap the time span, planned or actual. */
export function useOccurrences(project: string, { from, until }: VisibleRange): ReadOccurrences {
  const { data, isPending, error, refetch } = useQuery(occurrencesQuery(project, from, until));
  return {
    bars: useBars(data?.occurrences ?? none),
    isLoading: isPending,
    error: data ? null : error,
    isCut: data?.isCut ?? false,
    readAgain: () => void refetch(),
  };
}

/** An occurrence by name, wherever it was moved; null means none. */
export function namedOccurrenceQuery(project: string, name: string) {
  return queryOptions({ queryKey: projectQueryKey(project, "occurrence", name), queryFn: () => readNamed(project, name) });
}

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
    refetchInterval: ({ state }) => untilHeldEnd(state.data?.occurrences ?? none, Date.now()),
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

/** Milliseconds until the end of a held occurrence moves, which no commit announces. Other boundaries follow the clock. */
function untilHeldEnd(occurrences: readonly ListedOccurrence[], now: number): number | false {
  const held = occurrences.map(listedTimes).filter(({ hold, start, end }) => hold && start <= now && end > now - DAY);
  const waits = held.map(({ end }) => Math.max(end - now + 250, overdueRefetchInterval));
  return waits.length === 0 ? false : Math.min(...waits, DAY);
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
