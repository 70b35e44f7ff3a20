/** RFC 3339 with an offset, or a duration from now. Printed in UTC with milliseconds and `+00:00`. */

import { parseDuration } from "./duration.ts";
import { dayNumber, daysInMonth, parseWall, printDate } from "./wall-time.ts";

const form = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:\d\d)$/;

export const instantRule = "an instant with its offset (RFC 3339), such as 2026-12-06T02:00:00+01:00";

/** Goes on from "expected", as `instantRule` does. */
export const instantAheadRule = `${instantRule}, or a duration from now such as 7d`;

/** Last instant that RFC 3339 can express in UTC: 9999-12-31T23:59:59.999Z. */
const last = 253_402_300_799_999;
const first = -62_167_219_200_000;

/** Epoch ms; null also where it could not be printed in UTC. */
export function parseInstant(text: string): number | null {
  if (!form.test(text)) return null;
  try {
    const ms = Temporal.Instant.from(text).epochMilliseconds;
    return ms >= first && ms <= last ? ms : null;
  } catch {
    return null;
  }
}

/** Epoch ms; null also where it could not be printed in UTC. */
export function parseInstantAhead(text: string, now: number): number | null {
  const length = parseDuration(text);
  if (length === null) return parseInstant(text);
  return now + length <= last ? now + length : null;
}

export function printInstant(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+00:00");
}

/** @param expected message for every other reason */
export function timeProblem(value: unknown, expected: string): string {
  if (typeof value !== "string") return expected;
  if (/^\d{1,2}:\d\d$/.test(value))
    return `the date is missing: write it before the time, such as 2026-12-06T${value.padStart(5, "0")}`;
  return findReason(value) ?? expected;
}

export function instantProblem(value: unknown, expected = `expected ${instantAheadRule}`): string {
  if (typeof value !== "string") return expected;
  if (parseWall(value) !== null)
    return `the offset is missing: write ${value}Z for UTC, or another offset such as ${value}+01:00`;
  return findReason(value) ?? expected;
}

const months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November"];

function findReason(text: string): string | null {
  const [, date = "", hour, rest = ""] = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d):(.{0,30}))?$/s.exec(text) ?? [];
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  if (date === "") return null;
  if (month < 1 || month > 12) return `${date} does not exist: months are 01 to 12`;
  const days = daysInMonth(year, month);
  if (day < 1 || day > days) return `${date} does not exist: ${months[month - 1] ?? "December"} ${year} has ${days} days`;
  if (hour === "24" && /^00(?!\d)/.test(rest))
    return `hours are 00 to 23: for 24:00, write the next day at 00:00, ${printDate(dayNumber(year, month, day + 1))}T00:${rest}`;
  return null;
}
