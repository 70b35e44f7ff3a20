/** What an app is told: the occurrences that cover it and touch or overlap, taken together. Only the clock decides, so it may step back. */

import { LONGEST_LEAD } from "./maintenance-window.ts";
import { endInForce, lastEndMove, type Occurrence } from "./occurrence.ts";

/** All instants are epoch milliseconds. */
export interface Interruption {
  readonly start: number;
  readonly end: number;
  /** When the app should begin to announce it (`remainder_start` on the wire); never after `start`. */
  readonly reminder: number;
  /** The occurrence with the latest end; its message is shown. */
  readonly endsWith: Occurrence;
}

export type InterruptionState = "in_force" | "upcoming" | "over";

// "followed at most 31 days ahead of now" (read API, GET /maintenance)
const FOLLOWED = 31 * 24 * 60 * 60 * 1_000;

/**
 * The one that `now` is inside of, else the next to start, else the last that ended; null without occurrences. They may
 * come in any order. `defaultLead`: milliseconds, for windows that set no reminder.
 */
export function interruptionAt(
  occurrences: readonly Occurrence[],
  now: number,
  defaultLead: number,
): { readonly interruption: Interruption; readonly state: InterruptionState } | null {
  const interruption = reportedAt(inOrder(occurrences), now, defaultLead);
  return interruption === null ? null : { interruption, state: stateOf(interruption, now) };
}

/** The next instant at which `interruptionAt` may say something else, Infinity if there is none. */
export function nextBoundary(occurrences: readonly Occurrence[], now: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const occurrence of occurrences) {
    for (const instant of [occurrence.start - FOLLOWED, occurrence.start, endInForce(occurrence, now)]) {
      if (instant > now && instant < next) next = instant;
    }
  }
  return next;
}

/** The latest instant up to `now` at which `interruptionAt` may have changed, -Infinity if there is none. */
export function previousBoundary(occurrences: readonly Occurrence[], now: number): number {
  let previous = Number.NEGATIVE_INFINITY;
  for (const occurrence of occurrences) {
    for (const instant of [occurrence.start - FOLLOWED, occurrence.start, lastEndMove(occurrence, now)]) {
      if (instant <= now && instant > previous) previous = instant;
    }
  }
  return previous;
}

function inOrder(occurrences: readonly Occurrence[]): Occurrence[] {
  return occurrences.toSorted((a, b) => a.start - b.start);
}

function stateOf(interruption: Interruption, now: number): InterruptionState {
  if (now < interruption.start) return "upcoming";
  return now < interruption.end ? "in_force" : "over";
}

function reportedAt(ordered: readonly Occurrence[], now: number, defaultLead: number): Interruption | null {
  let chain: Interruption | null = null;
  for (const occurrence of ordered) {
    const end = endInForce(occurrence, now);
    if (chain !== null && follows(occurrence, chain, now)) {
      chain = joined(chain, occurrence, end, defaultLead);
    } else if (chain !== null && chain.end > now) {
      return chain;
    } else {
      chain = { start: occurrence.start, end, reminder: reminderOf(occurrence, defaultLead), endsWith: occurrence };
    }
  }
  return chain;
}

function follows(occurrence: Occurrence, chain: Interruption, now: number): boolean {
  // What starts at the very start belongs to it however far ahead that is.
  if (occurrence.start === chain.start) return true;
  return occurrence.start <= chain.end && occurrence.start <= now + FOLLOWED;
}

function joined(chain: Interruption, occurrence: Occurrence, end: number, defaultLead: number): Interruption {
  const reminder = Math.min(chain.reminder, reminderOf(occurrence, defaultLead));
  if (!endsLater(occurrence, end, chain)) return { ...chain, reminder };
  return { start: chain.start, end, reminder, endsWith: occurrence };
}

/** Equal ends go to the later start, then to the greater window: any rule will do, as long as the order of input is none. */
function endsLater(occurrence: Occurrence, end: number, chain: Interruption): boolean {
  if (end !== chain.end) return end > chain.end;
  const other = chain.endsWith;
  if (occurrence.start !== other.start) return occurrence.start > other.start;
  return occurrence.window === other.window ? occurrence.name > other.name : occurrence.window > other.window;
}

function reminderOf(occurrence: Occurrence, defaultLead: number): number {
  if (occurrence.byHand) return occurrence.start;
  return Math.min(occurrence.plannedStart - Math.min(occurrence.lead ?? defaultLead, LONGEST_LEAD), occurrence.start);
}
