/** Start of the visible time: a month does not fit on a phone, and the selected day must be visible. */
import type { Period } from "./period.ts";
import type { SceneView } from "./time-scale.ts";
import { DAY, dateText, HOUR, type ZoneTime } from "./zone-time.ts";

export interface VisibleStartOptions {
  readonly view: SceneView;
  readonly period: Period;
  /** Selected date. */
  readonly date: string;
  /** Wall-clock time in the zone, as if it were UTC. */
  readonly now: number;
  /** Visible milliseconds. */
  readonly length: number;
  readonly time: ZoneTime;
}

/**
 * Epoch ms: the start of the period. If the date (or today, in the day view, the present hour) would be out of view, a quarter of
 * the visible time before it.
 */
export function visibleStart({ view, period, date, now, length, time }: VisibleStartOptions): number {
  const [from, until] = [period.from, period.until].map((day) => time.instant(Date.parse(day))) as [number, number];
  const step = view === "day" ? HOUR : DAY;
  const wanted = view === "day" && date === dateText(now) ? Math.floor(now / HOUR) * HOUR : Date.parse(date);
  if (time.instant(wanted + step) <= from + length) return from;
  const lead = Math.floor(length / 4 / step) * step;
  return Math.max(from, Math.min(time.instant(wanted - lead), until - length));
}
