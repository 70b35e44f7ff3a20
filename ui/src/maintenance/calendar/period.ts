import type { MaintenanceView } from "../../routes.ts";
import { DAY, dateText } from "./zone-time.ts";

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

export function dateAfter(view: MaintenanceView, date: string, count: number): string {
  if (view === "day" || view === "week") return dateText(Date.parse(date) + count * (view === "day" ? 1 : 7) * DAY);
  return monthsLater(`${date.slice(0, 7)}-01`, count);
}

export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay() || 7;
}

function monthsLater(first: string, count: number): string {
  const at = new Date(first);
  return dateText(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + count, 1));
}

/** Monday, if the browser does not know the locale's first weekday. */
export function localeWeek(locale: string): WeekForm {
  const named = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => WeekForm; readonly weekInfo?: WeekForm };
  return named.getWeekInfo?.() ?? named.weekInfo ?? { firstDay: 1, weekend: [6, 7] };
}
