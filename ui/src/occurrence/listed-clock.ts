/** Updates a list of maintenance as time passes after it was loaded. */
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { ListedOccurrence, MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";

/** Milliseconds: no commit announces that a window begins by the clock, or is held past its end. */
const askEvery = 30_000;

/**
 * Milliseconds until something begins or ends; a second where it should have and the list does not know it yet, because it
 * was read a moment before, or by another clock. @param atMost until it is asked again in any case
 */
export function untilNextTransition(list: MaintenanceList | undefined, now: number, atMost = askEvery): number {
  const instants = (list?.occurrences ?? []).flatMap(({ start, end, state }) => {
    if (state === "scheduled") return [Date.parse(start)];
    return state === "in_force" ? [Date.parse(end)] : [];
  });
  return Math.min(atMost, ...instants.map((instant) => (instant > now ? instant - now + 250 : 1000)));
}

/** Active, past its planned end. */
export function isOverdue(occurrence: ListedOccurrence, now: number): boolean {
  return listedState(occurrence, now) === "in_force" && Date.parse(occurrence.planned_end) <= now;
}

/** First scheduled occurrence; null: none within the three months of the list. */
export function findNextScheduled({ occurrences }: MaintenanceList, now: number): ListedOccurrence | null {
  return occurrences.find((occurrence) => listedState(occurrence, now) === "scheduled") ?? null;
}
