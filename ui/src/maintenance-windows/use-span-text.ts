/** From when until when, on the clock of a zone: `Sun, 6 Dec 2026, 02:00 – 04:00`. */
import { useMemo } from "react";
import { useLanguage } from "../texts/language.tsx";

type SpanText = (start: string | number, end: string | number, zone: string) => string;

export function useSpanText(): SpanText {
  const { locale } = useLanguage();
  return useMemo(() => spanTextOf(locale), [locale]);
}

function spanTextOf(locale: string): SpanText {
  const byZone = new Map<string, Intl.DateTimeFormat>();
  return (start, end, zone) => {
    const format = byZone.get(zone) ?? formatIn(locale, zone);
    byZone.set(zone, format);
    return format.formatRange(new Date(start), new Date(end));
  };
}

function formatIn(locale: string, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
}
