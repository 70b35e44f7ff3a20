/** UNTIL as an instant, `20270531T215959Z`: the form that RFC 5545 §3.3.10 requires with a time zone, and calendars export. */
import { dateOf, printDate } from "../values/calendar-date.ts";
import { instantToWall, wallToInstant } from "../values/wall-time.ts";
import { parseRecurrence, printRecurrence } from "./recurrence.ts";
import { lastUntil } from "./recurrence-expansion.ts";

/** Days between a date and the instants that it can mean. */
const MARGIN = 2;

/**
 * The same rule with UNTIL as a wall-clock time of the zone: the same occurrences are at or before it.
 * @param repeat as `printRecurrence` gives it
 * @param start wall-clock time of the first occurrence
 */
export function localRepeat(repeat: string, start: string, zone: string): string {
  const rule = parseRecurrence(repeat);
  if ("error" in rule || !rule.until?.endsWith("Z")) return repeat;
  const instant = Date.parse(rule.until);
  const shown = instantToWall(instant, zone);
  const until = shown.length === 16 ? `${shown}:00` : shown;
  // The clock may show the same time twice, or move a start past a time that it shows later: then only a date is exact.
  let last = dateOf(until) + MARGIN;
  while (last > dateOf(until) - MARGIN && wallToInstant(`${printDate(last)}${start.slice(10)}`, zone) > instant) last--;
  return printRecurrence({ ...rule, until: lastUntil(until, start) === last ? until : `${printDate(last)}T23:59:59` });
}
