/** Times of the timeline in words, in a given zone. */
import { shownAt } from "drawbridge-rules/values/wall-time.ts";
import { useMemo } from "react";
import { locale } from "../texts/locale.ts";
import { DAY, HOUR, MINUTE, type Shift } from "./zone-time.ts";

export interface SpanTexts {
  /** `Sun, 6 Dec 2026, 02:00 – 04:00` */
  span(start: number, end: number, zone: string): string;
  /** `7 – 13 December 2026`; the second is the first date after it. */
  dates(from: string, until: string): string;
  /**
   * `Sun 6 Dec`
   * @param date `2026-12-06`
   */
  day(date: string): string;
  /** `Sunday, 6 December 2026` */
  longDay(date: string): string;
  /**
   * `Sun 6`, `S 6` or `6`, as there is room.
   * @param width in pixels
   */
  shortDay(date: string, width: number): string;
  month(date: string): string;
  /**
   * `02:00`
   * @param wall as if it were UTC
   */
  clock(wall: number): string;
  /** `02:00 → 03:00` */
  shift(shift: Shift): string;
}

export function useSpanTexts(): SpanTexts {
  return useMemo(() => spanTextsOf(locale), []);
}

type Options = Intl.DateTimeFormatOptions;

const wholeDay: Options = { weekday: "short", day: "numeric", month: "short" };

function spanTextsOf(locale: string): SpanTexts {
  // Dates and wall-clock times are formatted as if they were UTC.
  const plain = (options: Options) => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
  const day = plain(wholeDay);
  const longDay = plain({ dateStyle: "full" });
  const month = plain({ month: "long", year: "numeric" });
  const range = plain({ day: "numeric", month: "long", year: "numeric" });
  const weekdays = [plain({ weekday: "short" }), plain({ weekday: "narrow" })] as const;
  const number = (date: string) => String(Number(date.slice(8)));
  const clock = remembered(plain({ hour: "2-digit", minute: "2-digit" }), MINUTE);
  const datedDay = remembered(plain({ ...wholeDay, year: "numeric" }), DAY);
  // A range formatter is too slow for thousands of texts; they share few days and minutes.
  const span = (start: number, end: number, zone: string) => {
    const [from, until] = [shownAt(start, zone), shownAt(end, zone)];
    const begin = `${datedDay(from)}, ${clock(from % DAY)}`;
    const isSameDay = Math.floor(from / DAY) === Math.floor(until / DAY);
    return isSameDay ? `${begin}–${clock(until % DAY)}` : `${begin} – ${datedDay(until)}, ${clock(until % DAY)}`;
  };
  return {
    span,
    dates: (from, until) => range.formatRange(Date.parse(from), Date.parse(until) - HOUR),
    day: (date) => day.format(Date.parse(date)),
    longDay: (date) => longDay.format(Date.parse(date)),
    shortDay: (date, width) => {
      if (width < 36) return number(date);
      return `${weekdays[width < 60 ? 1 : 0].format(Date.parse(date))} ${number(date)}`;
    },
    month: (date) => month.format(Date.parse(date)),
    clock: (wall) => clock(((wall % DAY) + DAY) % DAY),
    shift: ({ before, after }) => `${clock(before % DAY)} → ${clock(after % DAY)}`,
  };
}

/** Memoizes a format by the milliseconds within which its text is the same. */
function remembered(format: Intl.DateTimeFormat, length: number): (wall: number) => string {
  const known = new Map<number, string>();
  return (wall) => {
    const key = Math.floor(wall / length);
    const text = known.get(key) ?? format.format(key * length);
    known.set(key, text);
    return text;
  };
}
