/** Start of the time that is seen: a month does not fit a phone, and the day that is looked at must be in sight. */
import type { Period } from "./period.ts";
import type { SceneView } from "./time-scale.ts";
import { DAY, dateText, HOUR, type ZoneTime } from "./zone-time.ts";

export interface VisibleStartOptions {
  readonly view: SceneView;
  readonly period: Period;
  /** The date that is looked at. */
  readonly date: string;
  /** Wall-clock time in the zone, as if it were UTC. */
  readonly now: number;
  /** Milliseconds that are seen. */
  readonly length: number;
  readonly time: ZoneTime;
}

/**
 * Epoch ms: the start of the period, or if the date is then out of sight (of today in the day view: the present hour), a quarter of
 * what is seen before it.
 */
export function visibleStart({ view, period, date, now, length, time }: VisibleStartOptions): number {
  const [from, until] = [period.from, period.until].map((day) => time.instant(Date.parse(day))) as [number, number];
  const step = view === "day" ? HOUR : DAY;
  const wanted = view === "day" && date === dateText(now) ? Math.floor(now / HOUR) * HOUR : Date.parse(date);
  if (time.instant(wanted + step) <= from + length) return from;
  const lead = Math.floor(length / 4 / step) * step;
  return Math.max(from, Math.min(time.instant(wanted - lead), until - length));
}
