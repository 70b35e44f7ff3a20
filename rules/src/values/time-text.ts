import { canonicalLanguage } from "../texts/language.ts";
import { findZone, isRuntimeOffset } from "./time-zones.ts";
import { offsetAt, printOffset } from "./wall-time.ts";

const form = {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** The furthest instants that a date can have (ECMA-262 §21.4.1.1). */
const lastInstant = 8.64e15;

/** `Sun, Dec 6, 2026, 02:00 AM GMT+1`. Never throws: falls back to English, UTC and "". */
export function timeText(epochMs: number, language: string, zone: string): string {
  return Math.abs(epochMs) <= lastInstant ? formatterOf(language, clockOf(epochMs, zone)).format(epochMs) : "";
}

/** The zone, if the runtime's data agree with this process's; otherwise the offset. */
function clockOf(epochMs: number, zone: string): string {
  if (findZone(zone) === null) return "UTC";
  const offset = offsetAt(epochMs, zone);
  return isRuntimeOffset(zone, epochMs, offset) ? zone : printOffset(Math.round(offset / 60_000) * 60_000);
}

/** Making a formatter costs about 150 µs and keeping it about 35 kB. */
const maxFormatters = 128;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(language: string, zone: string): Intl.DateTimeFormat {
  const key = `${language} ${zone}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(canonicalLanguage(language) ?? "en", { ...form, timeZone: zone });
  const [oldest] = formatters.keys();
  if (formatters.size >= maxFormatters && oldest !== undefined) formatters.delete(oldest);
  formatters.set(key, made);
  return made;
}
