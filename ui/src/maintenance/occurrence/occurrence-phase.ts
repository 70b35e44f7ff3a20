import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { ListedOccurrence, MaintenanceList, OccurrenceState } from "drawbridge-rules/wire/maintenance.ts";

/** `past_plan`: active after its planned end. */
type OccurrencePhase = OccurrenceState | "past_plan";

export const phaseColors: Readonly<Record<OccurrencePhase, string>> = {
  scheduled: "planned",
  announced: "planned",
  active: "closed",
  past_plan: "caution",
  ended: "gray",
  canceled: "gray",
  skipped: "gray",
};

export function occurrencePhase(occurrence: ListedOccurrence, now: number): OccurrencePhase {
  return isOverdue(occurrence, now) ? "past_plan" : listedState(occurrence, now);
}

export function hasMovedTimes({ start, end, planned_start, planned_end }: ListedOccurrence): boolean {
  return start !== planned_start || end !== planned_end;
}

/** Milliseconds: no commit announces that a window begins by the clock, or is held past its end. */
const askEvery = 30_000;

/** Milliseconds until something is announced, begins or ends; a second if that is due. */
export function untilNextTransition(
  list: Pick<MaintenanceList, "occurrences"> | undefined,
  now: number,
  atMost = askEvery,
): number {
  const instants = (list?.occurrences ?? []).flatMap(({ announced_at, start, end, state }) => {
    if (state === "scheduled") return [Date.parse(announced_at)];
    if (state === "announced") return [Date.parse(start)];
    return state === "active" ? [Date.parse(end)] : [];
  });
  return Math.min(atMost, ...instants.map((instant) => (instant > now ? instant - now + 250 : 1000)));
}

export function isOverdue(occurrence: ListedOccurrence, now: number): boolean {
  return listedState(occurrence, now) === "active" && Date.parse(occurrence.planned_end) <= now;
}
