/** What a list of maintenance says by the clock, which goes on after it was read. */
import type { ListedOccurrence, MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";

/** Milliseconds: nothing is published when a window begins by the clock, or is held over its end. */
const askEvery = 30_000;

/**
 * Milliseconds until something begins or ends; a second where it should have and the list does not know it yet, because it
 * was read a moment before, or by another clock. @param atMost until it is asked again in any case
 */
export function untilNextBoundary(list: MaintenanceList | undefined, now: number, atMost = askEvery): number {
  const instants = (list?.occurrences ?? []).flatMap(({ start, end, state }) => {
    if (state === "scheduled") return [Date.parse(start)];
    return state === "in_force" ? [Date.parse(end)] : [];
  });
  return Math.min(atMost, ...instants.map((instant) => (instant > now ? instant - now + 250 : 1000)));
}

/** By the clock, so that what was read a while ago is right. @param now epoch ms */
export function isInForce({ start, end, state }: ListedOccurrence, now: number): boolean {
  return state !== "cancelled" && state !== "over" && Date.parse(start) <= now && now < Date.parse(end);
}

/** In force, and past the end that was planned. */
export function isPastPlan(occurrence: ListedOccurrence, now: number): boolean {
  return isInForce(occurrence, now) && Date.parse(occurrence.planned_end) <= now;
}

/** The first that is still to come; null: none within the three months that are looked at. */
export function nextToCome({ occurrences }: MaintenanceList, now: number): ListedOccurrence | null {
  return occurrences.find(({ start, state }) => state === "scheduled" && Date.parse(start) > now) ?? null;
}
