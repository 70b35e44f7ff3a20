/** Numbers, instants and lists as the language of the console writes them. */
import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import { shownAt } from "drawbridge-rules/values/wall-time.ts";
import { useMemo } from "react";
import { ownZone } from "./browser-locale.ts";
import { locale } from "./locale.ts";
import { relativeTime } from "./relative-time.ts";

export interface Formats {
  /** `21 Nov 2026, 13:05` in the zone; default: the browser's. */
  instant(at: string | number, zone?: string): string;
  /** `21 Nov 2026` in the zone. */
  date(at: string | number, zone?: string): string;
  /** `21 Nov` in the zone. */
  day(at: string | number, zone?: string): string;
  /** `13:05:09` */
  time(at: string | number): string;
  /**
   * `13:05` on the day of `now`, otherwise with the date.
   * @param now epoch ms
   */
  since(at: string | number, now: number): string;
  /**
   * `in 3 hours`; from a day on by the calendar of the zone, by default the browser's.
   * @param now epoch ms
   */
  relative(at: string | number, now: number, zone?: string): string;
  number(value: number): string;
  /** `38%`, `0.03%`: never rounds to 0% or 100%. */
  share(part: number, whole: number): string;
  /** `a, b and c` */
  list(items: readonly string[]): string;
  /** Name of a language in the console's language; the tag if it has none. */
  languageName(tag: string): string;
}

export function useFormats(): Formats {
  return useMemo(() => formatsOf(locale), []);
}

function formatsOf(locale: string): Formats {
  const relative = relativeTime(locale);
  const names = new Intl.DisplayNames(locale, { type: "language", fallback: "code" });
  // By the server's data of the zone, which can be newer than the browser's: formatted as if its clock were UTC.
  const zoned = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (at: string | number, zone = ownZone) => format.format(shownAt(new Date(at).getTime(), zone));
  };
  const instant = zoned({ dateStyle: "medium", timeStyle: "short" });
  const date = zoned({ dateStyle: "medium" });
  const minute = zoned({ timeStyle: "short" });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  return {
    instant,
    date,
    day: zoned({ day: "numeric", month: "short" }),
    since: (at, now) => (date(at) === date(now) ? minute(at) : instant(at)),
    time: zoned({ timeStyle: "medium" }),
    relative: (at, now, zone = ownZone) => relative(new Date(at).getTime(), now, zone),
    number: (value) => new Intl.NumberFormat(locale).format(value),
    share: (part, whole) => percent.format(Number.parseFloat(formatShare(part, whole)) / 100),
    list: (items) => new Intl.ListFormat(locale).format(items),
    languageName: (tag) => nameOf(names, tag),
  };
}

function nameOf(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
