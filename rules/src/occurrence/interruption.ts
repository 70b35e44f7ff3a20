import { DAY } from "../values/duration.ts";
import { announcedFrom } from "./announcement.ts";
import type { Occurrence } from "./occurrence.ts";
import { endAt, lastTransition, nextTransition } from "./occurrence-state.ts";

/** In epoch milliseconds. */
export interface Interruption {
  readonly start: number;
  readonly end: number;
  /** `remainder_start` on the wire; never after `start`. */
  readonly reminder: number;
  /** Has the latest end; its message is shown. */
  readonly endsWith: Occurrence;
}

type InterruptionState = "active" | "scheduled" | "ended";

/** "followed at most 31 days ahead of now" (read API), and as far back, for endless windows. */
const FOLLOWED = 31 * DAY;

/** The interruption at `now`, otherwise the next, otherwise the last. @param defaultLead milliseconds */
export function interruptionAt(
  occurrences: readonly Occurrence[],
  now: number,
  defaultLead: number,
): { readonly interruption: Interruption; readonly state: InterruptionState } | null {
  const interruption = reportedAt(occurrences, now, defaultLead);
  return interruption === null ? null : { interruption, state: stateOf(interruption, now) };
}

/** The result of `interruptionAt` can change then; Infinity means never. */
export function nextBoundary(occurrences: readonly Occurrence[], now: number): number {
  const later = (next: number, at: number) => (at > now ? Math.min(next, at) : next);
  return boundaries(occurrences, now, nextTransition).reduce(later, Number.POSITIVE_INFINITY);
}

/** The result of `interruptionAt` may have changed then; -Infinity means never. */
export function previousBoundary(occurrences: readonly Occurrence[], now: number): number {
  const earlier = (last: number, at: number) => (at <= now ? Math.max(last, at) : last);
  return boundaries(occurrences, now, lastTransition).reduce(earlier, Number.NEGATIVE_INFINITY);
}

function boundaries(occurrences: readonly Occurrence[], now: number, transition: typeof nextTransition): number[] {
  return occurrences.flatMap((one) => [one.start - FOLLOWED, transition(one, now), endAt(one, now) + FOLLOWED]);
}

function stateOf(interruption: Interruption, now: number): InterruptionState {
  if (now < interruption.start) return "scheduled";
  return now < interruption.end ? "active" : "ended";
}

interface Chain {
  readonly members: Occurrence[];
  readonly start: number;
  end: number;
}

function reportedAt(occurrences: readonly Occurrence[], now: number, defaultLead: number): Interruption | null {
  let chain: Chain | null = null;
  for (const occurrence of occurrences.toSorted((a, b) => a.start - b.start)) {
    const end = endAt(occurrence, now);
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
  // Occurrences with the same start belong to the chain, however far ahead.
  if (occurrence.start === chain.start) return true;
  return occurrence.start <= chain.end && occurrence.start <= now + FOLLOWED;
}

function joined({ members, end }: Chain, now: number, defaultLead: number): Interruption | null {
  const back = Math.min(now, end) - FOLLOWED;
  let whole: Interruption | null = null;
  for (const occurrence of members) {
    const ends = endAt(occurrence, now);
    if (ends <= back) continue;
    const own = { start: occurrence.start, end: ends, reminder: announcedFrom(occurrence, defaultLead), endsWith: occurrence };
    whole = whole === null ? own : together(whole, own);
  }
  return whole;
}

function together(whole: Interruption, own: Interruption): Interruption {
  const last = endsLater(own.endsWith, own.end, whole) ? own : whole;
  const reminder = Math.min(whole.reminder, own.reminder);
  return { start: whole.start, end: last.end, reminder, endsWith: last.endsWith };
}

/** Equal ends go to the later start, then to the greater window, whatever the order of input. */
function endsLater(occurrence: Occurrence, end: number, chain: Interruption): boolean {
  if (end !== chain.end) return end > chain.end;
  const other = chain.endsWith;
  if (occurrence.start !== other.start) return occurrence.start > other.start;
  return occurrence.window === other.window ? occurrence.name > other.name : occurrence.window > other.window;
}
