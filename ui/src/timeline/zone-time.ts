/** The clock of one zone, as the timeline draws it: days, ticks and shifts. */
import { offsetAt, shiftsBetween, shownToInstant } from "drawbridge-rules/values/wall-time.ts";

/** The clock jumps. */
export interface Shift {
  /** Epoch ms. */
  readonly at: number;
  /** Wall-clock time at the jump and right after it, as if it were UTC. */
  readonly before: number;
  readonly after: number;
}

export interface Day {
  /** `2026-12-06` */
  readonly date: string;
  readonly start: number;
  /** Start of the next day: usually 23, 24 or 25 hours later. */
  readonly end: number;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export class ZoneTime {
  readonly zone: string;

  constructor(zone: string) {
    this.zone = zone;
  }

  /** Wall-clock time, as if it were UTC. */
  wall(at: number): number {
    return at + offsetAt(at, this.zone);
  }

  /** Epoch ms of a wall-clock time: the first one if it occurs twice; a skipped one moves forward by the gap. */
  instant(wall: number): number {
    return shownToInstant(wall, this.zone);
  }

  /** Shifts with from ≤ at < until. */
  shifts(from: number, until: number): readonly Shift[] {
    return shiftsBetween(this.zone, from - 1, until - 1).map(({ at, by }) => {
      const after = this.wall(at);
      return { at, before: after - by, after };
    });
  }

  /** Days that overlap the span. A day that the zone skips is left out. */
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

  /** Instants at which the clock shows a whole number of `step`s since midnight. */
  ticks(from: number, until: number, step: number): number[] {
    const bounds = [from, ...this.shifts(from + 1, until).map(({ at }) => at), until];
    return bounds.slice(1).flatMap((end, index) => {
      const start = bounds[index] ?? end;
      const offset = offsetAt(start, this.zone);
      const first = Math.ceil((start + offset) / step) * step - offset;
      return Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) }, (_, n) => first + n * step);
    });
  }
}

/**
 * `2026-12-06`
 * @param wall as if it were UTC
 */
export function dateText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}
