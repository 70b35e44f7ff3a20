import type { MaintenanceView } from "../maintenance-route.ts";
import type { SceneView } from "./time-scale.ts";
import { DAY, dateText, HOUR, type ZoneTime } from "./zone-time.ts";

export interface Period {
  /** `2026-12-06` */
  readonly from: string;
  /** The first date after it. */
  readonly until: string;
}

export interface WeekForm {
  /** 1: Monday … 7: Sunday. */
  readonly firstDay: number;
  readonly weekend: readonly number[];
}

/** A list shows one month. */
export function visiblePeriod(view: MaintenanceView, date: string, { firstDay }: WeekForm): Period {
  const at = Date.parse(date);
  if (view === "day") return { from: date, until: dateText(at + DAY) };
  if (view === "week") {
    const from = at - ((weekdayOf(date) - firstDay + 7) % 7) * DAY;
    return { from: dateText(from), until: dateText(from + 7 * DAY) };
  }
  const from = `${date.slice(0, 7)}-01`;
  return { from, until: monthsLater(from, 1) };
}

/** A date in the period that is `count` periods after that of `date`. */
export function dateAfter(view: MaintenanceView, date: string, count: number): string {
  if (view === "day" || view === "week") return dateText(Date.parse(date) + count * (view === "day" ? 1 : 7) * DAY);
  return monthsLater(`${date.slice(0, 7)}-01`, count);
}

/** 1: Monday … 7: Sunday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay() || 7;
}

/** @param first of a month */
function monthsLater(first: string, count: number): string {
  const at = new Date(first);
  return dateText(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1));
}

/** First weekday by the locale; Monday if the browser does not know it. */
export function localeWeek(locale: string): WeekForm {
  const named = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => WeekForm; readonly weekInfo?: WeekForm };
  return named.getWeekInfo?.() ?? named.weekInfo ?? { firstDay: 1, weekend: [6, 7] };
}

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

/** Epoch ms: the start of the period, or a quarter of the visible time before the date if that would be out of view. */
export function visibleStart({ view, period, date, now, length, time }: VisibleStartOptions): number {
  const [from, until] = [period.from, period.until].map((day) => time.instant(Date.parse(day))) as [number, number];
  const step = view === "day" ? HOUR : DAY;
  const wanted = view === "day" && date === dateText(now) ? Math.floor(now / HOUR) * HOUR : Date.parse(date);
  if (time.instant(wanted + step) <= from + length) return from;
  const lead = Math.floor(length / 4 / step) * step;
  return Math.max(from, Math.min(time.instant(wanted - lead), until - length));
}
