import { capitalized } from "drawbridge-rules/describe/sentence.ts";
import { formatShare as formatPercent } from "drawbridge-rules/impact/traffic.ts";
import { ZONE_FORM } from "drawbridge-rules/values/time-zones.ts";
import { instantToWall, shownAt, wallMs } from "drawbridge-rules/values/wall-time.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";

// Only this file reads the locale and the zone of the browser: `en-US@posix` and `Etc/Unknown` make `Intl` throw.

/** The browser's regional English, with its date order. */
export const locale = canonicalLanguages(navigator.languages).find((tag) => tag === "en" || tag.startsWith("en-")) ?? "en";

export function canonicalLanguages(reported: readonly string[]): readonly string[] {
  return reported.map((tag) => canonicalTag(tag.split(/[@.]/, 1)[0] ?? "")).filter((tag) => tag !== null);
}

/** `PT_br` → `pt-BR`; null means no language tag. */
export function canonicalTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}

/** Unlike the rules, it accepts any case. */
function isBrowserZone(timeZone: string): boolean {
  try {
    return ZONE_FORM.test(timeZone) && new Intl.DateTimeFormat("en", { timeZone }) !== null;
  } catch {
    return false;
  }
}

/** UTC where the browser names no zone that it knows. */
export const ownZone = findOwnZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

export function findOwnZone(reported: string | undefined): string {
  return reported !== undefined && isBrowserZone(reported) ? reported : "UTC";
}

const DAY = 86_400_000;
/** Milliseconds by which clocks of browsers and servers may differ. */
const nearNow = 10_000;

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * DAY],
  ["month", 30 * DAY],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

const weekday = { weekday: "short", day: "numeric", month: "short", year: "numeric" } as const;
const numbers = new Intl.NumberFormat(locale);
const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
const lists = new Intl.ListFormat(locale);
const languages = new Intl.DisplayNames(locale, { type: "language", fallback: "code" });
const namedDistances = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
// 40 days from now are not "next month".
const countedDistances = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
const spans = utcFormat({ ...weekday, hour: "2-digit", minute: "2-digit" });

/** `21 Nov 2026, 13:05` in the zone; default: the browser's. */
export const formatInstant = zonedFormat({ dateStyle: "medium", timeStyle: "short" });
/** `21 Nov 2026` */
export const formatDate = zonedFormat({ dateStyle: "medium" });
/** `Sun, 27 Dec 2026` */
export const formatWeekday = zonedFormat(weekday);
/** `21 Nov` */
export const formatDay = zonedFormat({ day: "numeric", month: "short" });
export const formatTime = zonedFormat({ timeStyle: "medium" });
const formatMinute = zonedFormat({ timeStyle: "short" });

/** `13:05` on the day of `now`, otherwise with the date. @param now epoch ms */
export function formatSince(at: string | number, now: number): string {
  return formatDate(at) === formatDate(now) ? formatMinute(at) : formatInstant(at);
}

/** `Sun, 6 Dec 2026, 02:00 – 04:00` */
export function formatSpan(start: string | number, end: string | number, zone: string): string {
  return spans.formatRange(shownIn(start, zone), shownIn(end, zone));
}

/** `in 3 hours`; from a day on by the calendar: `tomorrow`. @param now epoch ms */
export function formatRelative(at: string | number, now: number, zone = ownZone): string {
  const instant = new Date(at).getTime();
  const ms = instant - now;
  if (Math.abs(ms) < nearNow) return namedDistances.format(0, "second");
  // 47 hours can reach the day after tomorrow.
  if (DAY <= Math.abs(ms) && Math.abs(ms) < 30 * DAY)
    return namedDistances.format(dayNumber(instant, zone) - dayNumber(now, zone), "day");
  const [unit, length] = units.find(([, length]) => Math.abs(ms) >= length) ?? (["second", 1000] as const);
  return countedDistances.format(Math.trunc(ms / length), unit);
}

export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** `38%`, `0.03%`: never rounds to 0% or 100%. */
export function formatShare(part: number, whole: number): string {
  return percents.format(Number.parseFloat(formatPercent(part, whole)) / 100);
}

export function formatList(items: readonly string[]): string {
  return lists.format(items);
}

/** Falls back to the tag. */
export function formatLanguage(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Puts the number in place of `#`. */
export function counted(count: number, one: string, many: string): string {
  return (count === 1 ? one : many).replace("#", formatNumber(count));
}

function zonedFormat(options: Intl.DateTimeFormatOptions): (at: string | number, zone?: string) => string {
  const format = utcFormat(options);
  return (at, zone = ownZone) => format.format(shownIn(at, zone));
}

function utcFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
}

/** Shows a zone's clock as UTC: the server's data can be newer than the browser's. */
function shownIn(at: string | number, zone: string): number {
  return shownAt(new Date(at).getTime(), zone);
}

function dayNumber(at: number, zone: string): number {
  return Math.floor(wallMs(instantToWall(Math.floor(at / 1000) * 1000, zone)) / DAY);
}

/** Beside its field. */
export function problemText(problem: ProblemItem | undefined): string | undefined {
  return problem && capitalized(problem.detail);
}
