/**
 * The clock of one zone over some years, quick enough to be asked for every tick of a scale: it knows when the clock shifts, and
 * between two shifts it only adds.
 */
import { offsetAt } from "../elements/zone-clock.ts";

/** The clock jumps. All times are epoch ms, and offsets are ms ahead of UTC. */
export interface Shift {
  readonly at: number;
  readonly before: number;
  readonly after: number;
}

export interface Day {
  /** `2026-12-06` */
  readonly date: string;
  readonly start: number;
  /** When the next one starts: 23, 24 or 25 hours later, mostly. */
  readonly end: number;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export class ZoneTime {
  readonly zone: string;
  readonly #shifts: readonly Shift[];
  readonly #first: number;

  /** Knows the time between the two; before and after it goes on as at its ends. */
  constructor(zone: string, from: number, until: number) {
    this.zone = zone;
    this.#shifts = shiftsBetween(zone, from, until);
    this.#first = this.#shifts[0]?.before ?? offsetAt(from, zone);
  }

  offset(at: number): number {
    return this.#shifts.findLast((shift) => shift.at <= at)?.after ?? this.#first;
  }

  /** What the clock shows, as if it were UTC. */
  wall(at: number): number {
    return at + this.offset(at);
  }

  /** As the server has it: of a time that comes twice the first, and one that is skipped moves forward by the gap. */
  instant(wall: number): number {
    const before = wall - this.offset(wall - DAY);
    const after = wall - this.offset(wall + DAY);
    const found = [before, after].filter((at) => this.wall(at) === wall);
    return found.length === 0 ? before : Math.min(...found);
  }

  shifts(from: number, until: number): readonly Shift[] {
    return this.#shifts.filter(({ at }) => from <= at && at < until);
  }

  /** Those that touch the time between. A day that the zone has skipped is none. */
  days(from: number, until: number): Day[] {
    const found: Day[] = [];
    let wall = Math.floor(this.wall(from) / DAY) * DAY;
    for (let start = this.instant(wall); start < until; wall += DAY) {
      const end = this.instant(wall + DAY);
      if (end > start && end > from) found.push({ date: dateText(wall), start, end });
      start = end;
    }
    return found;
  }

  /** When the clock shows a whole number of `step`s since midnight. */
  ticks(from: number, until: number, step: number): number[] {
    const bounds = [from, ...this.shifts(from + 1, until).map(({ at }) => at), until];
    return bounds.slice(1).flatMap((end, index) => {
      const start = bounds[index] ?? end;
      const offset = this.offset(start);
      const first = Math.ceil((start + offset) / step) * step - offset;
      return Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) }, (_, n) => first + n * step);
    });
  }
}

/** `2026-12-06` @param wall as if it were UTC */
export function dateText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

/** Milliseconds ahead of UTC, of any instant: quick where others of the same year were asked for. */
export function quickOffset(at: number, zone: string): number {
  const shifts = shiftsIn(zone, new Date(at).getUTCFullYear());
  const last = shifts.findLast((shift) => shift.at <= at);
  if (last) return last.after;
  return shifts[0]?.before ?? yearOffset(at, zone);
}

const ofYears = new Map<string, number>();

/** Of a year in which nothing shifts. */
function yearOffset(at: number, zone: string): number {
  const key = `${zone} ${new Date(at).getUTCFullYear()}`;
  const found = ofYears.get(key) ?? offsetAt(at, zone);
  ofYears.set(key, found);
  return found;
}

const known = new Map<string, readonly Shift[]>();

function shiftsBetween(zone: string, from: number, until: number): Shift[] {
  const years: number[] = [];
  for (let year = new Date(from).getUTCFullYear(); Date.UTC(year, 0, 1) < until; year++) years.push(year);
  return years.flatMap((year) => shiftsIn(zone, year)).filter(({ at }) => from < at && at < until);
}

/** Looked for day by day: no clock shifts twice within one. */
function shiftsIn(zone: string, year: number): readonly Shift[] {
  const key = `${zone} ${year}`;
  const found = known.get(key) ?? findShifts(zone, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1));
  known.set(key, found);
  return found;
}

function findShifts(zone: string, from: number, until: number): Shift[] {
  const found: Shift[] = [];
  let before = offsetAt(from, zone);
  for (let at = from; at < until; at += DAY) {
    const after = offsetAt(Math.min(at + DAY, until), zone);
    if (after !== before) found.push({ at: shiftBetween(zone, at, at + DAY, before), before, after });
    before = after;
  }
  return found;
}

/** To the second. @param before the offset at `low` */
function shiftBetween(zone: string, low: number, high: number, before: number): number {
  let [from, until] = [low, high];
  while (until - from > 1000) {
    const middle = from + Math.floor((until - from) / 2000) * 1000;
    if (offsetAt(middle, zone) === before) from = middle;
    else until = middle;
  }
  return until;
}
