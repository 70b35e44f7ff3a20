/** Queries for the details of an occurrence. */
import { queryOptions } from "@tanstack/react-query";
import { isAhead } from "drawbridge-rules/occurrence/occurrence-state.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { projectQueryKey } from "../../query-key.ts";
import { admin } from "../../server-connection.ts";

/** History of the occurrence, newest first. */
export function occurrenceHistoryQuery(project: string, occurrence: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "history", "override", occurrence),
    queryFn: () => admin.getHistory({ project, kind: "override", id: occurrence, limit: 50 }),
  });
}

/** Returns whether starting the window now would start this occurrence. */
export function isNextQuery(project: string, { occurrence, window, start }: ListedOccurrence) {
  return queryOptions({
    queryKey: projectQueryKey(project, "windows", "is-next", occurrence, start),
    queryFn: async () => (await firstToBegin(project, window, Date.parse(start) + 1000)) === occurrence,
  });
}

/** Longest span of a list, in ms. */
const year = 366 * 86_400_000;

/** Name of the window's first active occurrence, or one to come, before an instant; null means none. */
async function firstToBegin(project: string, window: string, before: number): Promise<string | null> {
  for (let from = Date.now(); from < before; from += year) {
    const until = new Date(Math.min(before, from + year)).toISOString();
    const query = { window, from: new Date(from).toISOString(), until, limit: 1000, warnings: false };
    const { occurrences } = await admin.listMaintenance({ project, ...query });
    const first = occurrences.find(({ state }) => isAhead(state) || state === "active");
    if (first) return first.occurrence;
  }
  return null;
}
