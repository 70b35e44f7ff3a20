import type { MaintenanceView } from "../maintenance-route.ts";
import { DAY, HOUR, type ZoneTime } from "./zone-time.ts";

/** Epoch ms. */
export interface VisibleRange {
  readonly from: number;
  readonly until: number;
}

/** From the left end to the right one. */
export interface TimeScale extends VisibleRange {
  /** Pixels per millisecond. */
  readonly density: number;
}

export type SceneView = Exclude<MaintenanceView, "list">;

/** Days of a view, and the minimum pixels of each. */
const fitted: Readonly<Record<SceneView, readonly [number, number]>> = { day: [1, 640], week: [7, 84], month: [31, 25] };

/** Days that can be scrolled to before and after the selected one. */
export const reachDays = 400;

/** @param middle epoch ms @param width visible width in pixels */
export function scaleAround(middle: number, view: SceneView, width: number): TimeScale {
  const [days, least] = fitted[view];
  const density = Math.max(width / days, least) / DAY;
  return { from: middle - reachDays * DAY, until: middle + reachDays * DAY, density };
}

/** Pixels from the left end. */
export function timeToX({ from, density }: TimeScale, at: number): number {
  return (at - from) * density;
}

/** Epoch ms. */
export function instantAt(scale: TimeScale, x: number): number {
  return scale.from + timeIn(scale, x);
}

/** Milliseconds in so many pixels: whole, as the calendar and the server require. */
export function timeIn({ density }: TimeScale, pixels: number): number {
  return Math.round(pixels / density);
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

export function gridLines(scale: TimeScale, time: ZoneTime, from: number, until: number): readonly number[] {
  const step = tickStep(scale);
  if (step === DAY) return time.days(from, until).map(({ start }) => start);
  return time.ticks(from, until, step);
}
