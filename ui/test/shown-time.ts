/** The run's seed gives the locale and the zone. */
import type { Page } from "playwright-core";
import { testLocale, testZone } from "../../server/test/run-seed.ts";

export const pageLocale = testLocale.replace("@posix", "");

/** `21 Nov 2026, 13:05` in the zone. */
export function shownInstant(at: number | string, timeZone: string = testZone): string {
  return shownAs({ dateStyle: "medium", timeStyle: "short", timeZone }, at);
}

/** `21 Nov 2026` in the zone. */
export function shownDate(at: number | string, timeZone: string = testZone): string {
  return shownAs({ dateStyle: "medium", timeZone }, at);
}

/** `Sunday, 6 December 2026` @param date `2026-12-06` */
export function shownLongDay(date: string): string {
  return shownAs({ dateStyle: "full", timeZone: "UTC" }, date);
}

/** `6–12 December 2027`, asked of the page: its spaces are not those of Node. */
export function shownDays(page: Page, first: string, last: string): Promise<string> {
  return page.evaluate(
    ([locale, from, until]) => {
      const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
      return new Intl.DateTimeFormat(locale, options).formatRange(new Date(from), new Date(until));
    },
    [pageLocale, first, last] as const,
  );
}

export function shownAs(options: Intl.DateTimeFormatOptions, at: number | string): string {
  return new Intl.DateTimeFormat(pageLocale, options).format(new Date(at));
}

/** Replaces times of day, such as `02:00–04:00 UTC`. */
export function shownClocks(text: string): string {
  const options = { hour: "2-digit", minute: "2-digit", timeZone: "UTC" } as const;
  return text.replaceAll(/\b\d\d:\d\d\b/g, (clock) => shownAs(options, `1970-01-01T${clock}Z`));
}
