/** Times of the timeline in words, in a given zone. Dates and wall-clock times are formatted as if they were UTC. */
import { shownAt } from "drawbridge-rules/values/wall-time.ts";
import { locale } from "../texts/browser-locale.ts";
import { DAY, HOUR, MINUTE, type Shift } from "./zone-time.ts";

const plain = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
const dayForm = plain({ weekday: "short", day: "numeric", month: "short" });
const longDayForm = plain({ dateStyle: "full" });
const monthForm = plain({ month: "long", year: "numeric" });
const rangeForm = plain({ day: "numeric", month: "long", year: "numeric" });
const weekdayForms = [plain({ weekday: "short" }), plain({ weekday: "narrow" })] as const;
const clockText = remembered(plain({ hour: "2-digit", minute: "2-digit" }), MINUTE);
const datedDay = remembered(plain({ weekday: "short", day: "numeric", month: "short", year: "numeric" }), DAY);

export const spans = {
  /** `Sun, 6 Dec 2026, 02:00 – 04:00`. A range formatter is too slow for thousands of texts; they share few days and minutes. */
  span(start: number, end: number, zone: string): string {
    const [from, until] = [shownAt(start, zone), shownAt(end, zone)];
    const begin = `${datedDay(from)}, ${clockText(from % DAY)}`;
    const isSameDay = Math.floor(from / DAY) === Math.floor(until / DAY);
    return isSameDay ? `${begin}–${clockText(until % DAY)}` : `${begin} – ${datedDay(until)}, ${clockText(until % DAY)}`;
  },
  /** `7 – 13 December 2026`; the second is the first date after it. */
  dates: (from: string, until: string) => rangeForm.formatRange(Date.parse(from), Date.parse(until) - HOUR),
  /**
   * `Sun 6 Dec`
   * @param date `2026-12-06`
   */
  day: (date: string) => dayForm.format(Date.parse(date)),
  /** `Sunday, 6 December 2026` */
  longDay: (date: string) => longDayForm.format(Date.parse(date)),
  /**
   * `Sun 6`, `S 6` or `6`, as there is room.
   * @param width in pixels
   */
  shortDay(date: string, width: number): string {
    const number = String(Number(date.slice(8)));
    return width < 36 ? number : `${weekdayForms[width < 60 ? 1 : 0].format(Date.parse(date))} ${number}`;
  },
  month: (date: string) => monthForm.format(Date.parse(date)),
  /**
   * `02:00`
   * @param wall as if it were UTC
   */
  clock: (wall: number) => clockText(((wall % DAY) + DAY) % DAY),
  /** `02:00 → 03:00` */
  shift: ({ before, after }: Shift) => `${clockText(before % DAY)} → ${clockText(after % DAY)}`,
};

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
