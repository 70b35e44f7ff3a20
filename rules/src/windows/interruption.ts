/** What an app is told: the occurrences that cover it and touch or overlap, taken together. Only the clock decides, so it may step back. */

import { endInForce, lastEndMove, type Occurrence } from "./occurrence.ts";
import { LONGEST_LEAD } from "./reminder-lead.ts";

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

/**
 * "followed at most 31 days ahead of now" (read API, GET /maintenance). Back too: windows that follow each other without
 * end would otherwise have begun at the first of them, and a rule would be expanded from there.
 */
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
    const end = endInForce(occurrence, now);
    for (const instant of [occurrence.start - FOLLOWED, occurrence.start, end, end + FOLLOWED]) {
      if (instant > now && instant < next) next = instant;
    }
  }
  return next;
}

/** The latest instant up to `now` at which `interruptionAt` may have changed, -Infinity if there is none. */
export function previousBoundary(occurrences: readonly Occurrence[], now: number): number {
  let previous = Number.NEGATIVE_INFINITY;
  for (const occurrence of occurrences) {
    const out = endInForce(occurrence, now) + FOLLOWED;
    for (const instant of [occurrence.start - FOLLOWED, occurrence.start, lastEndMove(occurrence, now), out]) {
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

interface Chain {
  readonly members: Occurrence[];
  readonly start: number;
  end: number;
}

function reportedAt(ordered: readonly Occurrence[], now: number, defaultLead: number): Interruption | null {
  let chain: Chain | null = null;
  for (const occurrence of ordered) {
    const end = endInForce(occurrence, now);
    if (chain !== null && follows(occurrence, chain, now)) {
      chain.members.push(occurrence);
      chain.end = Math.max(chain.end, end);
    } else if (chain !== null && chain.end > now) {
      break;
    } else {
      chain = { members: [occurrence], start: occurrence.start, end };
    }
  }
  return chain && joined(chain, now, defaultLead);
}

function follows(occurrence: Occurrence, chain: Chain, now: number): boolean {
  // What starts at the very start belongs to it however far ahead that is.
  if (occurrence.start === chain.start) return true;
  return occurrence.start <= chain.end && occurrence.start <= now + FOLLOWED;
}

function joined({ members, end }: Chain, now: number, defaultLead: number): Interruption | null {
  const back = Math.min(now, end) - FOLLOWED;
  let whole: Interruption | null = null;
  for (const occurrence of members) {
    const ends = endInForce(occurrence, now);
    if (ends <= back) continue;
    const own = { start: occurrence.start, end: ends, reminder: reminderOf(occurrence, defaultLead), endsWith: occurrence };
    whole = whole === null ? own : together(whole, own);
  }
  return whole;
}

function together(whole: Interruption, own: Interruption): Interruption {
  const last = endsLater(own.endsWith, own.end, whole) ? own : whole;
  const reminder = Math.min(whole.reminder, own.reminder);
  return { start: whole.start, end: last.end, reminder, endsWith: last.endsWith };
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
