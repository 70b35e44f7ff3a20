import { DAY } from "./duration.ts";
import { findZone } from "./time-zones.ts";
import type { Stretch } from "./zone-table.ts";

/** Days since 1970-01-01. */
export type DayNumber = number;

/** @param month 1 to 12; a day past the end of the month runs into the next */
export function dayNumber(year: number, month: number, day: number): DayNumber {
  // Years counted from March end with the leap day, and every era of 400 years has the same length.
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

/** Month from 1. */
export function calendarDate(number: DayNumber) {
  const days = number + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1 };
}

/** 0 is Monday. */
export function weekdayOf(number: DayNumber): number {
  // 1970-01-01 was a Thursday.
  return (((number + 3) % 7) + 7) % 7;
}

export function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** Takes a date alone too. */
export function dateOf(wall: string): DayNumber {
  return dayNumber(Number(wall.slice(0, 4)), Number(wall.slice(5, 7)), Number(wall.slice(8, 10)));
}

export function printDate(number: DayNumber): string {
  const { year, month, day } = calendarDate(number);
  return `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** Null where it is no date of 1970 to 9997. Never throws. */
export function parseDate(text: string): DayNumber | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8, 10));
  const isReal = year >= 1970 && year <= 9997 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return isReal ? dayNumber(year, month, day) : null;
}

const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/;
// Every instant that a window can produce must print with a four-digit year.
const FIRST_YEAR = 1970;
const LAST_YEAR = 9997;

/** Seconds only where they are not :00; null if it is no time of 1970 to 9997. Never throws. */
export function parseWall(text: string): string | null {
  if (!FORM.test(text)) return null;
  const year = Number(text.slice(0, 4));
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  const full = text.length === 16 ? `${text}:00` : text;
  const asUtc = new Date(`${full}Z`);
  // A day or an hour that does not exist is returned as another one, or not at all.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString() !== `${full}.000Z`) return null;
  return full.endsWith(":00") ? full.slice(0, 16) : full;
}

/** In the exact spelling of the IANA database, or UTC. Offsets are not zones. Never throws. */
export function isZone(name: string): boolean {
  return findZone(name) !== null;
}

/** Epoch ms: a start in a gap moves forward; of a doubled hour, the first counts. NaN: another form. */
export function wallToInstant(wall: string, zone: string): number {
  return shownToInstant(wallMs(wall), zone);
}

/** @param shown as `wallMs` gives it */
export function shownToInstant(shown: number, zone: string): number {
  return resolve(shown, zone, "first");
}

/** Epoch ms: of a doubled hour, the second counts; past a gap, also where the start was moved. NaN: another form. */
export function wallEndToInstant(wall: string, zone: string, startMs: number): number {
  const end = resolve(wallMs(wall), zone, "last");
  if (Number.isNaN(end)) return end;
  return end > startMs ? end : end + gapBefore(startMs, zone);
}

export interface Shift {
  /** Epoch ms. */
  readonly at: number;
  /** Milliseconds; negative where the clock goes back. */
  readonly by: number;
}

/** After `from` and up to `until` (epoch ms), sorted. */
export function shiftsBetween(zone: string, from: number, until: number): Shift[] {
  const shifts: Shift[] = [];
  let before = stretchAt(zone, from);
  while (before.until <= until) {
    const next = stretchAt(zone, before.until);
    shifts.push({ at: next.from, by: next.offset - before.offset });
    before = next;
  }
  return shifts;
}

export function isAmbiguousTime(wall: string, zone: string): boolean {
  const first = wallToInstant(wall, zone);
  return first !== resolve(wallMs(wall), zone, "last") && instantToWall(first, zone) === wall;
}

/** In the form that `parseWall` returns. */
export function instantToWall(epochMs: number, zone: string): string {
  return printWall(shownAt(epochMs, zone));
}

/** In the form of `wallMs`. */
export function shownAt(epochMs: number, zone: string): number {
  return epochMs + offsetAt(epochMs, zone);
}

/** Milliseconds that the clock is ahead of UTC. */
export function offsetAt(epochMs: number, zone: string): number {
  return stretchAt(zone, epochMs).offset;
}

/** Offset in ISO 8601, with seconds only where there are any: `+01:00`. */
export function printOffset(offset: number): string {
  const [hours = "", minutes = "", seconds = ""] = new Date(Math.abs(offset)).toISOString().slice(11, 19).split(":");
  return `${offset < 0 ? "-" : "+"}${hours}:${minutes}${seconds === "00" ? "" : `:${seconds}`}`;
}

/** As if the clock never shifted, to compare times on the clock. NaN: another form. */
export function wallMs(wall: string): number {
  return FORM.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN;
}

/** Without fractions of a second. */
export function printWall(shown: number): string {
  const text = new Date(shown).toISOString().slice(0, -5);
  return text.endsWith(":00") ? text.slice(0, 16) : text;
}

/** In milliseconds. @param instant epoch ms, also a fraction. @throws RangeError: no such zone */
function stretchAt(zone: string, instant: number): Stretch {
  const found = findZone(zone);
  if (found === null) throw new RangeError(`unknown time zone: ${zone.slice(0, 64)}`);
  const { from, until, offset } = found.stretchAt(instant / 1_000);
  return { from: from * 1_000, until: until * 1_000, offset: offset * 1_000 };
}

/** Milliseconds: further from a clock change than any UTC offset. */
const CLEAR_OF_SHIFTS = 2 * DAY;

/** In a gap, the time moves forward by it. @param shown as `wallMs` gives it */
function resolve(shown: number, zone: string, which: "first" | "last"): number {
  if (Number.isNaN(shown)) return shown;
  let stretch = stretchAt(zone, shown - CLEAR_OF_SHIFTS);
  let found: number | null = null;
  for (;;) {
    const instant = shown - stretch.offset;
    // Before the stretch: the clock jumped over it.
    if (instant < stretch.from) return found ?? shown - offsetAt(stretch.from - 1, zone);
    if (instant < stretch.until) {
      if (which === "first") return instant;
      found = instant;
    }
    if (stretch.until > shown + CLEAR_OF_SHIFTS) return found ?? instant;
    stretch = stretchAt(zone, stretch.until);
  }
}

/** The gap that moved a start to this instant is the last one up to it. */
function gapBefore(startMs: number, zone: string): number {
  const { from, offset } = stretchAt(zone, startMs);
  return Number.isFinite(from) ? Math.max(0, offset - offsetAt(from - 1, zone)) : 0;
}

/** Null means the clock shows it once. @param at the instant that the time stands for, epoch ms */
export function shiftedStart(time: string, at: number, zone: string) {
  const start = instantToWall(at, zone);
  if (start !== time) return { code: "skipped_time", zone, time, start } as const;
  return isAmbiguousTime(time, zone) ? ({ code: "repeated_time", zone, time } as const) : null;
}
