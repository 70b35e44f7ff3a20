/** From when until when, on the clock of a zone: `Sun, 6 Dec 2026, 02:00 – 04:00`. */
import { shownAt } from "drawbridge-rules/values/wall-time.ts";
import { useMemo } from "react";
import { locale } from "../texts/locale.ts";

type SpanText = (start: string | number, end: string | number, zone: string) => string;

export function useSpanText(): SpanText {
  return useMemo(() => spanTextOf(locale), []);
}

function spanTextOf(locale: string): SpanText {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });
  // As if the clock were UTC: the server's data of the zone can be newer than the browser's.
  const shown = (at: string | number, zone: string) => shownAt(new Date(at).getTime(), zone);
  return (start, end, zone) => format.formatRange(shown(start, zone), shown(end, zone));
}
