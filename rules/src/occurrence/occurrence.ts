import { type Planned, plannedAfter, plannedAt, plannedBefore, plannedBetween } from "../schedule/schedule.ts";
import { DAY } from "../values/duration.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { OccurrenceTimes } from "./occurrence-state.ts";

/** In epoch milliseconds. */
export interface Override {
  readonly window: string;
  /** Planned local start as the window says it, e.g. `2026-12-06T02:00`. */
  readonly occurrence: string;
  /** Null means as planned. */
  readonly start: number | null;
  readonly end: number | null;
  readonly canceled: boolean;
  /** Its end is final: nothing holds it open. */
  readonly completed: boolean;
  readonly byHand: boolean;
  /** The window was edited after this occurrence had started: it keeps its planned times. */
  readonly kept: { readonly plannedStart: number; readonly plannedEnd: number; readonly lead: number | null } | null;
}

export function emptyOverride(window: string, occurrence: string): Override {
  return { window, occurrence, start: null, end: null, canceled: false, completed: false, byHand: false, kept: null };
}

/** In epoch milliseconds. */
export interface Occurrence extends OccurrenceTimes {
  readonly window: string;
  /** `<window>/<planned local start>` */
  readonly name: string;
  readonly plannedStart: number;
  readonly plannedEnd: number;
  readonly byHand: boolean;
  /** Milliseconds from the reminder to the planned start; null is the asker's. */
  readonly lead: number | null;
  readonly zone: string;
}

export const LONGEST_HOLD = DAY;

/** `interruptionAt` looks as far either way, and a hold may carry an end into that. */
const REACH = 32 * DAY;
const NEXT_KEPT = 4;

/** All that `interruptionAt` needs from `now` to `aroundUntil(now)`, and every one with an override. */
export function occurrencesAround(...of: Parameters<typeof allAround>): Occurrence[] {
  return withoutCanceled(allAround(...of));
}

/** The same with those that were canceled. */
export function allAround(id: string, held: MaintenanceWindow, overrides: readonly Override[], now: number): Occurrence[] {
  const window = windowAt(held, now);
  const own = ownOverrides(id, overrides);
  const day = startOfDay(now);
  const planned = plannedBetween(window, lastEnd(window, own, day) - REACH, day + REACH);
  // The next one limits the last hold.
  const next = plannedNext(window, own, day + REACH, NEXT_KEPT + 1);
  const beyond = next.length > NEXT_KEPT ? next.at(-1) : undefined;
  const found = existing(id, window, own, [...planned, ...next]);
  return beyond === undefined ? found : found.filter(({ name }) => name !== `${id}/${beyond.wall}`);
}

export function withoutCanceled(occurrences: readonly Occurrence[]): Occurrence[] {
  return occurrences.filter(({ isCanceled }) => !isCanceled);
}

/** The end of the day in UTC. */
export function aroundUntil(now: number): number {
  return startOfDay(now) + DAY;
}

/** True after the present day: a clock was ahead when it was written. All processes agree until midnight. */
export function isAhead(instant: number, now: number): boolean {
  return instant >= aroundUntil(now);
}

/** A clock that was ahead treated it as started. */
export function isKeptAhead({ kept, start }: Override, now: number): boolean {
  return kept !== null && isAhead(start ?? kept.plannedStart, now);
}

/** Cached by window, since windows never change. */
const withoutSince = new WeakMap<MaintenanceWindow, MaintenanceWindow>();

/** Without an instant that a clock which was ahead wrote: it would silence the rule up to then. */
function windowAt(window: MaintenanceWindow, now: number): MaintenanceWindow {
  if (window.since === undefined || !isAhead(window.since, now)) return window;
  const known = withoutSince.get(window);
  if (known) return known;
  const { since: _, ...rest } = window;
  withoutSince.set(window, rest);
  return rest;
}

/** With their longest hold, by start. Cost grows with the span. */
export function occurrencesBetween(...of: Parameters<typeof allBetween>): Occurrence[] {
  return withoutCanceled(allBetween(...of));
}

/** The same with those that were canceled. */
export function allBetween(
  id: string,
  held: MaintenanceWindow,
  overrides: readonly Override[],
  from: number,
  until: number,
  now = Number.POSITIVE_INFINITY,
): Occurrence[] {
  const window = windowAt(held, now);
  const own = ownOverrides(id, overrides);
  const planned = [...plannedBetween(window, from - LONGEST_HOLD, until), ...plannedNext(window, own, until, 1)];
  return existing(id, window, own, planned).filter(({ start, holdLimit }) => start <= until && holdLimit >= from);
}

type Overrides = ReadonlyMap<string, Override>;

function ownOverrides(id: string, overrides: readonly Override[]): Overrides {
  return new Map(overrides.filter((override) => override.window === id).map((override) => [override.occurrence, override]));
}

export function startOfDay(at: number): number {
  return Math.floor(at / DAY) * DAY;
}

/** Ignores occurrences with an override; `now` if there is none. */
function lastEnd(window: MaintenanceWindow, own: Overrides, now: number): number {
  let last = plannedBefore(window, now);
  while (last !== null && (last.end > now || own.has(last.wall))) last = plannedBefore(window, last.start);
  return last?.end ?? now;
}

/** The next `count` planned times without an override, and those between them. */
function plannedNext(window: MaintenanceWindow, own: Overrides, instant: number, count: number): Planned[] {
  const found: Planned[] = [];
  let left = count;
  let next = plannedAfter(window, instant);
  while (next !== null && left > 0) {
    found.push(next);
    if (!own.has(next.wall)) left--;
    next = left > 0 ? plannedAfter(window, next.start) : null;
  }
  return found;
}

function existing(id: string, window: MaintenanceWindow, own: Overrides, planned: readonly Planned[]): Occurrence[] {
  const plans = new Map<string, Planned>();
  // A name is one occurrence: what was kept under it is not planned again.
  for (const override of own.values()) {
    const plan = override.kept
      ? { wall: override.occurrence, start: override.kept.plannedStart, end: override.kept.plannedEnd }
      : plannedAt(window, override.occurrence);
    if (plan !== null) plans.set(override.occurrence, plan);
  }
  for (const plan of planned) if (!plans.has(plan.wall)) plans.set(plan.wall, plan);
  const starts = new Set<number>();
  const found: Occurrence[] = [];
  // Equal starts are one occurrence; the kept one has begun.
  for (const plan of [...plans.values()].sort((a, b) => Number(isKept(own, b)) - Number(isKept(own, a)))) {
    if (starts.has(plan.start)) continue;
    starts.add(plan.start);
    found.push(...occurrence(id, window, plan, own.get(plan.wall)));
  }
  const overrideOf = ({ name }: Occurrence) => own.get(name.slice(id.length + 1));
  // An occurrence with an override may lie far from the others, so `found` may lack the next planned one.
  const nextPlanned = (one: Occurrence) =>
    overrideOf(one) ? startOfNext(window, own, one.start, one.end + LONGEST_HOLD) : Number.POSITIVE_INFINITY;
  // An occurrence that ended before the edit starts after an active one only if the clock was set back.
  const isOver = (one: Occurrence) => Boolean(overrideOf(one)?.kept && overrideOf(one)?.completed);
  return limitHolds(
    found.sort((a, b) => a.start - b.start || (a.name < b.name ? -1 : 1)),
    nextPlanned,
    isOver,
  );
}

/** Ignores times with an override; infinity if there is none before `until`. */
function startOfNext(window: MaintenanceWindow, own: Overrides, instant: number, until: number): number {
  let next = plannedAfter(window, instant);
  while (next !== null && next.start < until && own.has(next.wall)) next = plannedAfter(window, next.start);
  return next !== null && next.start < until ? next.start : Number.POSITIVE_INFINITY;
}

function isKept(own: Overrides, { wall }: Planned): boolean {
  return Boolean(own.get(wall)?.kept);
}

function occurrence(id: string, window: MaintenanceWindow, plan: Planned, override: Override | undefined): Occurrence[] {
  const start = override?.start ?? plan.start;
  const end = override?.end ?? plan.end;
  if (end <= start) return [];
  const isCanceled = override?.canceled === true;
  const one: Occurrence = {
    ...skippedOccurrence(id, window, plan),
    start,
    end,
    hold: window.overrun === "hold" && override?.completed !== true && !isCanceled,
    holdLimit: end,
    isCanceled,
    byHand: window.origin === "hand" || override?.byHand === true,
    lead: override?.kept ? override.kept.lead : window.reminder,
  };
  return [one];
}

export function skippedOccurrence(id: string, window: MaintenanceWindow, { wall, start, end }: Planned): Occurrence {
  const [name, plannedStart, plannedEnd] = [`${id}/${wall}`, start, end];
  const planned = { window: id, name, plannedStart, plannedEnd, start, end };
  return { ...planned, hold: false, holdLimit: end, isCanceled: true, byHand: false, lead: window.reminder, zone: window.zone };
}

/** A hold gives way to the next occurrence of its window, but never cuts into what was planned. */
function limitHolds(
  occurrences: readonly Occurrence[],
  nextPlanned: (occurrence: Occurrence) => number,
  isOver: (occurrence: Occurrence) => boolean,
): Occurrence[] {
  let start = Number.POSITIVE_INFINITY;
  let later = Number.POSITIVE_INFINITY;
  const limited = occurrences.toReversed().map((occurrence) => {
    if (occurrence.start < start && !occurrence.isCanceled && !isOver(occurrence)) [later, start] = [start, occurrence.start];
    if (!occurrence.hold) return occurrence;
    const { end } = occurrence;
    return { ...occurrence, holdLimit: Math.max(end, Math.min(end + LONGEST_HOLD, later, nextPlanned(occurrence))) };
  });
  return limited.reverse();
}
