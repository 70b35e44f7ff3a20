import { dayNumber, daysInMonth, printDate } from "./calendar-date.ts";
import { instantAheadRule } from "./instant.ts";
import { parseWall } from "./wall-time.ts";

/** @param expected message for every other reason */
export function timeProblem(value: unknown, expected: string): string {
  if (typeof value !== "string") return expected;
  if (/^\d{1,2}:\d\d$/.test(value))
    return `the date is missing: write it before the time, such as 2026-12-06T${value.padStart(5, "0")}`;
  return findReason(value) ?? expected;
}

/** For an instant that is given with its offset, or as a duration from now. */
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
