/** Numbers, instants and lists as the language of the console writes them. */
import { useMemo } from "react";
import { useLanguage } from "./language.tsx";

export interface Formats {
  /** `21 Nov 2026, 13:05` in the zone; the browser's unless another is named. */
  instant(at: string | number, zone?: string): string;
  /** `13:05:09` */
  time(at: string | number): string;
  /** `in 3 hours`; @param now epoch ms */
  relative(at: string | number, now: number): string;
  number(value: number): string;
  /** `a, b and c` */
  list(items: readonly string[]): string;
  /** The name of a language in the console's own; the tag where it has none. */
  languageName(tag: string): string;
}

/** Where the browser is. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function useFormats(): Formats {
  const { locale } = useLanguage();
  return useMemo(() => formatsOf(locale), [locale]);
}

export function formatsOf(locale: string): Formats {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const names = new Intl.DisplayNames(locale, { type: "language", fallback: "code" });
  const byZone = new Map<string, Intl.DateTimeFormat>();
  const inZone = (timeZone: string) => {
    const known = byZone.get(timeZone) ?? new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone });
    byZone.set(timeZone, known);
    return known;
  };
  return {
    instant: (at, zone = ownZone) => inZone(zone).format(new Date(at)),
    time: (at) => new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(new Date(at)),
    relative: (at, now) => relativeText(relative, new Date(at).getTime() - now),
    number: (value) => new Intl.NumberFormat(locale).format(value),
    list: (items) => new Intl.ListFormat(locale).format(items),
    languageName: (tag) => nameOf(names, tag),
  };
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

/** In the largest unit of which there is a whole one. */
function relativeText(format: Intl.RelativeTimeFormat, ms: number): string {
  const [unit, length] = units.find(([, length]) => Math.abs(ms) >= length) ?? (["second", 1000] as const);
  return format.format(Math.trunc(ms / length), unit);
}

function nameOf(names: Intl.DisplayNames, tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
