import { remembered } from "drawbridge-rules/values/remembered.ts";
import { offsetAt, shiftsBetween, shownAt, shownToInstant } from "drawbridge-rules/values/wall-time.ts";
import { locale } from "../../texts/formats.ts";

export type MaintenanceView = "day" | "week" | "month" | "list";

/** Epoch ms. */
export interface VisibleRange {
  readonly from: number;
  readonly until: number;
}

interface Shift {
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

  /** Leaves out a day that the zone skips. */
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

/** `2026-12-06` @param wall as if it were UTC */
export function dateText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

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

const plain = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
const dayForm = plain({ weekday: "short", day: "numeric", month: "short" });
const longDayForm = plain({ dateStyle: "full" });
const monthForm = plain({ month: "long", year: "numeric" });
const rangeForm = plain({ day: "numeric", month: "long", year: "numeric" });
const weekdayForms = [plain({ weekday: "short" }), plain({ weekday: "narrow" })] as const;
const clockText = memoizedFormat(plain({ hour: "2-digit", minute: "2-digit" }), MINUTE);
const datedDay = memoizedFormat(plain({ weekday: "short", day: "numeric", month: "short", year: "numeric" }), DAY);

/** Dates and wall-clock times are formatted as if they were UTC. */
export const spans = {
  /** `Sun, 6 Dec 2026, 02:00 – 04:00`. A range formatter is too slow for thousands of texts. */
  span(start: number, end: number, zone: string): string {
    const [from, until] = [shownAt(start, zone), shownAt(end, zone)];
    const begin = `${datedDay(from)}, ${clockText(from % DAY)}`;
    const isSameDay = Math.floor(from / DAY) === Math.floor(until / DAY);
    return isSameDay ? `${begin}–${clockText(until % DAY)}` : `${begin} – ${datedDay(until)}, ${clockText(until % DAY)}`;
  },
  /** `7 – 13 December 2026`; the second is the first date after it. */
  dates: (from: string, until: string) => rangeForm.formatRange(Date.parse(from), Date.parse(until) - HOUR),
  /** `Sun 6 Dec` */
  day: (date: string) => dayForm.format(Date.parse(date)),
  /** `Sunday, 6 December 2026` */
  longDay: (date: string) => longDayForm.format(Date.parse(date)),
  /** `Sun 6`, `S 6` or `6`, as there is room. @param width in pixels */
  shortDay(date: string, width: number): string {
    const number = String(Number(date.slice(8)));
    return width < 36 ? number : `${weekdayForms[width < 60 ? 1 : 0].format(Date.parse(date))} ${number}`;
  },
  month: (date: string) => monthForm.format(Date.parse(date)),
  /** `02:00` @param wall as if it were UTC */
  clock: (wall: number) => clockText(((wall % DAY) + DAY) % DAY),
  shift: ({ before, after }: Shift) => `${clockText(before % DAY)} → ${clockText(after % DAY)}`,
};

/** Memoizes a format by the milliseconds within which its text is the same. */
function memoizedFormat(format: Intl.DateTimeFormat, length: number): (wall: number) => string {
  const known = new Map<number, string>();
  return (wall) => {
    const key = Math.floor(wall / length);
    return remembered(known, key, () => format.format(key * length));
  };
}
