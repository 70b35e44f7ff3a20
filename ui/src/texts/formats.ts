/** Numbers, instants and lists as the language of the console writes them. */
import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import { useMemo } from "react";
import { ownZone } from "./browser-locale.ts";
import { useLanguage } from "./language.tsx";
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
  const { locale } = useLanguage();
  return useMemo(() => formatsOf(locale), [locale]);
}

function formatsOf(locale: string): Formats {
  const relative = relativeTime(locale);
  const names = new Intl.DisplayNames(locale, { type: "language", fallback: "code" });
  const byZone = new Map<string, Intl.DateTimeFormat>();
  const inZone = (timeZone: string) => {
    const known = byZone.get(timeZone) ?? new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
    byZone.set(timeZone, known);
    return known;
  };
  const date = (at: string | number, timeZone = ownZone) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone }).format(new Date(at));
  const minute = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: ownZone });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  return {
    instant: (at, zone = ownZone) => inZone(zone).format(new Date(at)),
    date,
    day: (at, timeZone = ownZone) =>
      new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone }).format(new Date(at)),
    since: (at, now) => (date(at) === date(now) ? minute.format(new Date(at)) : inZone(ownZone).format(new Date(at))),
    time: (at) => new Intl.DateTimeFormat(locale, { timeStyle: "medium", timeZone: ownZone }).format(new Date(at)),
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
