import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Input } from "drawbridge-client/admin";
import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { useMemo } from "react";
import { admin, projectQuery, projectQueryKey } from "../../server-connection.ts";
import { untilNextTransition } from "../occurrence/occurrence-phase.ts";
import { barFor } from "./occurrence-bar.ts";
import { DAY, type VisibleRange } from "./zone-time.ts";

const pageLength = 2500;
const maxPages = 12;
/** The first is usually the next, unless canceled or completed ones come before it. */
const nextPage = 20;
/** Milliseconds: this clock may be ahead of the server's, and a large project always has a next one. */
const leastInterval = 10_000;

export type ReadOccurrences = ReturnType<typeof useOccurrences>;

export function useOccurrences(project: string, { from, until }: VisibleRange) {
  const { data, isPending, error, refetch } = useQuery(occurrencesQuery(project, from, until));
  const bars = useMemo(
    () => (data?.occurrences ?? []).map(barFor).sort((a, b) => a.start - b.start || compareTexts(a.name, b.name)),
    [data],
  );
  return {
    bars,
    isLoading: isPending,
    error: data ? null : error,
    isCut: data?.isCut ?? false,
    readAgain: () => void refetch(),
  };
}

/** Finds an occurrence wherever it was moved. */
export const namedOccurrenceQuery = projectQuery("occurrence", readNamed);

export function nextOccurrenceQuery(project: string, after: number) {
  const from = new Date(after).toISOString();
  const until = new Date(after + 366 * DAY).toISOString();
  return queryOptions({
    queryKey: projectQueryKey(project, "next-occurrence", from),
    queryFn: async () => {
      for await (const { occurrences } of readPages({ project, from, until, limit: nextPage })) {
        const found = occurrences.find(({ state }) => isAhead(state) || state === "active");
        if (found) return found;
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

async function readOccurrences(project: string, from: string, until: string) {
  const occurrences: ListedOccurrence[] = [];
  let isCut = false;
  for await (const page of readPages({ project, from, until, limit: pageLength, planned: true })) {
    occurrences.push(...page.occurrences);
    isCut = (page.next ?? null) !== null;
  }
  return { occurrences, isCut };
}

async function* readPages(query: Input<"listMaintenance">) {
  let after: string | null | undefined;
  for (let count = 0; count < maxPages && after !== null; count++) {
    const page = await admin.listMaintenance({ ...query, warnings: false, ...(after === undefined ? {} : { after }) });
    yield page;
    after = page.next ?? null;
  }
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
