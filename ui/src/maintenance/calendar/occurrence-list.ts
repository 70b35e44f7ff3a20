/** Queries of occurrences by whole weeks, so that scrolling loads only new ones, page by page. */
import { queryOptions, useQueries } from "@tanstack/react-query";
import { isDeepEqual } from "drawbridge-rules/changes/three-way-merge.ts";
import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useRef } from "react";
import { projectQueryKey } from "../../query-key.ts";
import { admin } from "../../server-connection.ts";
import { isSameList, laneItems } from "./lane-row.ts";
import { barFor } from "./occurrence-bar.ts";
import { forEachInBatches, runTimeSliced } from "./time-slicing.ts";
import { DAY } from "./zone-time.ts";

export interface ReadOccurrences {
  /** The same object while its content is unchanged. */
  readonly spans: readonly ReadSpan[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** More pages exist. */
  readonly isCut: boolean;
  readonly readAgain: () => void;
}

export interface ReadSpan {
  readonly occurrences: readonly ListedOccurrence[];
  readonly isCut: boolean;
}

const week = 7 * DAY;
/** Aligns weeks to Mondays. */
const firstMonday = 4 * DAY;
/** Page size that a browser parses without a pause. */
const pageLength = 2500;
const maxPages = 12;
/** Page size of the search for the next occurrence: usually the first one, unless canceled or completed ones come before it. */
const nextPage = 20;
/** Minimum milliseconds between two requests about an end that has passed by this clock. */
const overdueRefetchInterval = 5000;

/** Occurrences that overlap the time span, planned or actual. @param from epoch ms @param weeks loaded per query */
export function useOccurrences(project: string, from: number, until: number, weeks: 1 | 4): ReadOccurrences {
  const length = weeks * week;
  const results = useQueries({ queries: startsBetween(from, until, length).map((start) => spanQuery(project, start, length)) });
  const spans = useStableList(results.flatMap(({ data }) => data ?? []));
  return {
    spans,
    isLoading: results.some(({ isPending }) => isPending),
    error: results.find(({ error, data }) => error && data === undefined)?.error ?? null,
    isCut: spans.some(({ isCut }) => isCut),
    readAgain: () => results.forEach(({ isError, refetch }) => void (isError && refetch())),
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

function spanQuery(project: string, start: number, length: number) {
  const queryKey = projectQueryKey(project, "occurrences", String(start), String(length));
  return queryOptions({
    queryKey,
    queryFn: ({ client }) => readSpan(project, start, length, client.getQueryData<ReadSpan>(queryKey) ?? null),
    refetchInterval: ({ state }) => untilHeldEnd(state.data, Date.now()),
    // Unchanged objects are detected during reading, in slices.
    structuralSharing: false,
  });
}

/** Unchanged occurrences keep their object identity. */
async function readSpan(project: string, start: number, length: number, before: ReadSpan | null): Promise<ReadSpan> {
  const [from, until] = [start, start + length].map((at) => new Date(at).toISOString()) as [string, string];
  const known = new Map((before?.occurrences ?? []).map((listed) => [listed.occurrence, listed]));
  const occurrences: ListedOccurrence[] = [];
  let after: string | null | undefined;
  for (let page = 0; page < maxPages && after !== null; page++) {
    const query = { from, until, limit: pageLength, planned: true, warnings: false };
    const read = await admin.listMaintenance({ project, ...query, ...(after === undefined ? {} : { after }) });
    await runTimeSliced(
      forEachInBatches(read.occurrences, (listed) => occurrences.push(prepared(listed, known.get(listed.occurrence)))),
    );
    after = read.next ?? null;
  }
  const isCut = after !== null;
  const isSame = before?.isCut === isCut && isSameList(before.occurrences, occurrences);
  return isSame ? before : { occurrences, isCut };
}

/** Returns the earlier object if it is equal; its bar is computed in advance. */
function prepared(listed: ListedOccurrence, before: ListedOccurrence | undefined): ListedOccurrence {
  const one = before && isDeepEqual(before, listed) ? before : listed;
  laneItems(barFor(one));
  return one;
}

/** Milliseconds until the end of a held occurrence moves, which no commit announces. Other boundaries follow the clock. */
function untilHeldEnd(read: ReadSpan | undefined, now: number): number | false {
  const held = (read?.occurrences ?? []).map(barFor).filter((bar) => bar.hold && bar.start <= now && bar.end > now - DAY);
  const waits = held.map(({ end }) => Math.max(end - now + 250, overdueRefetchInterval));
  return waits.length === 0 ? false : Math.min(...waits, DAY);
}

function startsBetween(from: number, until: number, length: number): number[] {
  const first = Math.floor((from - firstMonday) / length) * length + firstMonday;
  return Array.from({ length: Math.max(0, Math.ceil((until - first) / length)) }, (_, n) => first + n * length);
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

/** The list of before where it has the same in it. */
export function useStableList<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list);
  if (!isSameList(last.current, list)) last.current = list;
  return last.current;
}
