import { DAY, HOUR, type MaintenanceView, type VisibleRange, type ZoneTime } from "./zone-time.ts";

export interface TimeScale extends VisibleRange {
  /** Pixels per millisecond. */
  readonly density: number;
}

export type SceneView = Exclude<MaintenanceView, "list">;

/** Pixels. */
const leastDayWidth: Readonly<Record<SceneView, number>> = { day: 640, week: 84, month: 25 };

export function scaleOver({ from, until }: VisibleRange, view: SceneView, width: number): TimeScale {
  return { from, until, density: Math.max(width / (until - from), leastDayWidth[view] / DAY) };
}

export function timeToX({ from, density }: TimeScale, at: number): number {
  return (at - from) * density;
}

/** Whole epoch ms, as the calendar and the server require. */
export function instantAt({ from, until, density }: TimeScale, x: number): number {
  return Math.max(from, Math.min(until, from + Math.round(x / density)));
}

export function scaleWidth({ from, until, density }: TimeScale): number {
  return (until - from) * density;
}

/** Pixels that a tick's text needs. */
const tickRoom = 46;

/** Milliseconds between two ticks; a day: there is no room for hours. */
export function tickStep({ density }: TimeScale): number {
  const hours = [1, 2, 3, 4, 6, 12].find((count) => count * HOUR * density >= tickRoom);
  return hours === undefined ? DAY : hours * HOUR;
}

export function gridLines(scale: TimeScale, time: ZoneTime): readonly number[] {
  const step = tickStep(scale);
  const { from, until } = scale;
  if (step === DAY) return time.days(from, until).map(({ start }) => start);
  return time.ticks(from, until, step);
}
