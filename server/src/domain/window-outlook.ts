/**
 * What a day shows of a window: expanded once for a window, what was done to it and the day, and remembered as long as there is the
 * window. A list of thousands of windows looks at each of them, and expands none.
 */
import { type Occurrence, type Override, occurrencesAround } from "./occurrence.ts";
import type { WindowHeld } from "./standing-occurrence.ts";

export interface WindowOutlook {
  /** Epoch ms: earlier than this nothing of it starts that ends on this day or later, cancelled or not; infinity: nothing does. */
  readonly firstStart: number;
  /** Epoch ms: until then something of it is in force or to come that was not cancelled; minus infinity: nothing is. */
  readonly aliveUntil: number;
  readonly hasCancelled: boolean;
  /** Shortest time between the planned end of one and the planned start of the next, ms; infinity: there is but one. */
  readonly gap: number;
}

const DAY = 24 * 60 * 60 * 1_000;

/** Days that are remembered of a window: today, and those that somebody leafs through. */
const DAYS_KEPT = 4;

interface Remembered {
  readonly day: number;
  readonly overrides: readonly Override[];
  readonly outlook: WindowOutlook;
}

/** By the window's value, which a state shares with those before and after it. */
const remembered = new WeakMap<object, readonly Remembered[]>();

/** Epoch ms of the beginning of the day in UTC: `outlookOf` says the same all day. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY) * DAY;
}

/** @param at epoch ms, on the day that is asked about */
export function outlookOf(held: WindowHeld, at: number): WindowOutlook {
  const day = dayOf(at);
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

function lookOut({ id, window, overrides }: WindowHeld, day: number): WindowOutlook {
  const taking = occurrencesAround(id, window, overrides, day);
  const restored = overrides.map((override) => ({ ...override, cancelled: false }));
  const cancelledNames = new Set(overrides.filter(({ cancelled }) => cancelled).map(({ occurrence }) => `${id}/${occurrence}`));
  const all = cancelledNames.size === 0 ? taking : occurrencesAround(id, window, restored, day);
  const cancelled = all.filter(({ name }) => cancelledNames.has(name));
  const touching = [...taking, ...cancelled].filter((one) => latestEnd(one) >= day);
  return {
    firstStart: Math.min(...touching.map(({ start }) => start)),
    aliveUntil: Math.max(...taking.map(({ holdLimit }) => holdLimit)),
    hasCancelled: cancelled.length > 0,
    gap: gapOf(taking),
  };
}

/** Whatever limits a hold. */
function latestEnd({ end, hold }: Occurrence): number {
  return hold ? end + DAY : end;
}

function gapOf(taking: readonly Occurrence[]): number {
  const gaps = taking.slice(1).map((next, index) => next.plannedStart - (taking[index]?.plannedEnd ?? next.plannedStart));
  return Math.min(...gaps.filter((ms) => ms > 0));
}
