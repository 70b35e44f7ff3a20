/**
 * The occurrences of a window as seen from a day: expanded once for each window, its overrides and the day, and cached as long as
 * the window is in memory. A list of thousands of windows checks each of them, and expands none.
 */
import { allAround, type Occurrence, type Override, withoutCanceled } from "../occurrence/occurrence.ts";
import type { WindowWithOverrides } from "../occurrence/window-occurrences.ts";

export interface WindowOutlook {
  /** Epoch ms: no occurrence that ends on this day or later starts earlier, canceled or not; infinity: none. */
  readonly firstStart: number;
  /** Epoch ms: until then an occurrence that is not canceled is active or upcoming; minus infinity: none is. */
  readonly aliveUntil: number;
  readonly hasCanceled: boolean;
  /** Shortest time between a planned end and the next planned start, ms; infinity: there is only one occurrence. */
  readonly gap: number;
}

const DAY = 24 * 60 * 60 * 1_000;

/** Days cached for each window: today, and days that users page through. */
const DAYS_KEPT = 4;

interface Remembered {
  readonly day: number;
  readonly overrides: readonly Override[];
  readonly outlook: WindowOutlook;
}

/** Keyed by the window's value, which consecutive states share. */
const remembered = new WeakMap<object, readonly Remembered[]>();

/** Start of the day in UTC, epoch ms: `readWindowOutlook` gives the same result all day. */
export function startOfUtcDay(at: number): number {
  return Math.floor(at / DAY) * DAY;
}

/** @param at epoch ms, on the requested day */
export function readWindowOutlook(held: WindowWithOverrides, at: number): WindowOutlook {
  const day = startOfUtcDay(at);
  const known = remembered.get(held.window) ?? [];
  const same = known.find((one) => one.day === day && isSame(one.overrides, held.overrides));
  if (same) return same.outlook;
  const outlook = lookOut(held, day);
  remembered.set(held.window, [{ day, overrides: held.overrides, outlook }, ...known].slice(0, DAYS_KEPT));
  return outlook;
}

function isSame(a: readonly Override[], b: readonly Override[]): boolean {
  return a.length === b.length && a.every((override, index) => override === b[index]);
}

function lookOut({ id, window, overrides }: WindowWithOverrides, day: number): WindowOutlook {
  const all = allAround(id, window, overrides, day);
  const taking = withoutCanceled(all);
  return {
    firstStart: Math.min(...all.filter((one) => latestEnd(one) >= day).map(({ start }) => start)),
    aliveUntil: Math.max(...taking.map(({ holdLimit }) => holdLimit)),
    hasCanceled: all.length > taking.length,
    gap: gapOf(taking),
  };
}

/** Upper bound of the end, however long a hold may last. */
function latestEnd({ end, hold }: Occurrence): number {
  return hold ? end + DAY : end;
}

function gapOf(taking: readonly Occurrence[]): number {
  const gaps = taking.slice(1).map((next, index) => next.plannedStart - (taking[index]?.plannedEnd ?? next.plannedStart));
  return Math.min(...gaps.filter((ms) => ms > 0));
}
