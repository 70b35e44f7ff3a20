import { allAround, type Occurrence, type Override, startOfDay, withoutCanceled } from "../occurrence/occurrence.ts";
import { findWindow, type WindowWithOverrides } from "../occurrence/window-occurrences.ts";
import type { ProjectState, Revisioned } from "../project/project-state.ts";
import { skippedBetween } from "../schedule/schedule.ts";
import { DAY } from "../values/duration.ts";
import { remembered } from "../values/remembered.ts";
import { runSteps, type Steps } from "../values/steps.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";

export interface WindowOutlook {
  /** Epoch ms: occurrences that end on this day or later, even canceled ones, start no earlier; infinity means none. */
  readonly firstStart: number;
  /** Epoch ms: until then, an uncanceled occurrence is active or ahead; minus infinity means none is. */
  readonly aliveUntil: number;
  readonly hasCanceled: boolean;
  /** Milliseconds, the shortest from a planned end to the next planned start; infinity means there is only one occurrence. */
  readonly gap: number;
}

/** Today, and days that users page through. */
const DAYS_KEPT = 4;

interface Remembered {
  readonly day: number;
  readonly overrides: readonly Override[];
  readonly outlook: WindowOutlook;
}

/** Consecutive states share the window's value. */
const outlooks = new WeakMap<object, readonly Remembered[]>();

type Held = Omit<WindowWithOverrides, "lead">;

/** The same result all day. @param at epoch ms */
export function readWindowOutlook(held: Held, at: number): WindowOutlook {
  const day = startOfDay(at);
  const known = outlooks.get(held.window) ?? [];
  const same = known.find((one) => one.day === day && isSame(one.overrides, held.overrides));
  if (same) return same.outlook;
  const outlook = lookOut(held, day);
  outlooks.set(held.window, [{ day, overrides: held.overrides, outlook }, ...known].slice(0, DAYS_KEPT));
  return outlook;
}

function isSame(a: readonly Override[], b: readonly Override[]): boolean {
  return a.length === b.length && a.every((override, index) => override === b[index]);
}

function lookOut({ id, window, overrides }: Held, day: number): WindowOutlook {
  const all = allAround(id, window, overrides, day);
  const taking = withoutCanceled(all);
  const skipped = skippedBetween(window, day, Number.MAX_SAFE_INTEGER).map(({ start }) => start);
  return {
    firstStart: Math.min(
      ...all.filter((one) => (one.hold ? one.end + DAY : one.end) >= day).map(({ start }) => start),
      ...skipped,
    ),
    aliveUntil: Math.max(...taking.map(({ holdLimit }) => holdLimit)),
    hasCanceled: all.length > taking.length,
    gap: gapOf(taking),
  };
}

function gapOf(taking: readonly Occurrence[]): number {
  const gaps = taking.slice(1).map((next, index) => next.plannedStart - (taking[index]?.plannedEnd ?? next.plannedStart));
  return Math.min(...gaps.filter((ms) => ms > 0));
}

/** A page reads only its windows, and those that changed since. */
interface Agenda {
  readonly unordered: readonly WindowWithOverrides[];
  /** None has overrides. */
  readonly ordered: Iterable<AgendaEntry>;
}

/** Occurrences that end on the day of the agenda or later start at `from` (epoch ms) or later. */
interface AgendaEntry {
  readonly id: string;
  readonly from: number;
}

type Windows = ReadonlyMap<string, Revisioned<MaintenanceWindow>>;

const ORDERS_KEPT = 8;

/** Successive states share the map of windows. */
const orders = new WeakMap<Windows, Map<number, readonly AgendaEntry[]>>();

/** Slow: run it in steps, right before calling `readAgenda`. */
export function* prepareAgenda({ window }: ProjectState, at: number): Steps<void> {
  yield* orderOf(window.shared, at);
}

/** Reads every window unless `prepareAgenda` finished in the same turn. */
export function readAgenda(state: ProjectState, at: number): Agenda {
  const touched = remembered(touchedBy, state.override, () => {
    return new Set([...state.override.values()].map(({ value }) => value.window));
  });
  const apart = new Set([...state.window.changed.keys(), ...touched]);
  const unordered = [...apart].filter((id) => state.window.has(id)).map((id) => findWindow(state, id));
  return {
    unordered,
    ordered: runSteps(orderOf(state.window.shared, at))
      .values()
      .filter(({ id }) => !apart.has(id)),
  };
}

function* orderOf(windows: Windows, at: number): Steps<readonly AgendaEntry[]> {
  const byDay = remembered(orders, windows, () => new Map<number, readonly AgendaEntry[]>());
  const day = startOfDay(at);
  const known = byDay.get(day);
  if (known) return known;
  const coming: AgendaEntry[] = [];
  for (const [id, { value }] of windows) {
    // `readWindowOutlook` remembers a few days, and other lists push this one out between two steps.
    const from = readWindowOutlook({ id, window: value, overrides: [] }, at).firstStart;
    if (from !== Number.POSITIVE_INFINITY) coming.push({ id, from });
    yield;
  }
  coming.sort((a, b) => a.from - b.from);
  // The day may have been ordered meanwhile, and is the newest now.
  byDay.delete(day);
  const oldest = byDay.size < ORDERS_KEPT ? undefined : byDay.keys().next().value;
  if (oldest !== undefined) byDay.delete(oldest);
  byDay.set(day, coming);
  return coming;
}

const touchedBy = new WeakMap<ProjectState["override"], ReadonlySet<string>>();
