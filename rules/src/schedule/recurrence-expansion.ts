/** A search starts at the period in question; COUNT is expanded from the start, once. */
import { calendarDate, type DayNumber, dateOf, dayNumber, daysInMonth, weekdayOf } from "../values/wall-time.ts";
import type { Recurrence, RuleWeekday } from "./recurrence.ts";

interface Anchored {
  readonly rule: Recurrence;
  readonly first: DayNumber;
}

export interface Series extends Anchored {
  readonly last: DayNumber;
  /** True if COUNT dates exist; always true for a rule without COUNT. */
  readonly isCounted: boolean;
}

/** Excluded dates. They still count toward COUNT. */
export type Dates = ReadonlySet<DayNumber>;
const none: Dates = new Set();

const LAST_DAY = dayNumber(9997, 12, 31);
/** Limits of the search for the next date: 100 years, in days, and 4000 periods. */
const LONGEST_PAUSE = 36_525;
const MAX_PERIODS = 4_000;
/** Limits of expanding COUNT: the 400-year cycle of the calendar, in days, and 20000 periods. */
const LONGEST_COUNT = 146_097;
const MAX_COUNTED = 20_000;

export function createSeries(rule: Recurrence, start: string): Series {
  const first = dateOf(start);
  const until = rule.until === null ? LAST_DAY : lastUntil(rule.until, start);
  const series: Series = { rule, first, last: Math.min(until, LAST_DAY), isCounted: true };
  if (rule.count === null) return series;
  const counted = nthDate(series, rule.count);
  return counted === null ? { ...series, isCounted: false } : { ...series, last: counted };
}

/** The cost grows with the periods from `from` to `until`, both included. */
export function datesBetween(series: Series, from: DayNumber, until: DayNumber): DayNumber[] {
  const last = Math.min(until, series.last);
  const found: DayNumber[] = [];
  if (last < series.first || last < from) return found;
  const end = periodOf(series, last);
  for (let period = periodOf(series, Math.max(from, series.first)); period <= end; period++) {
    for (const date of datesOfPeriod(series, period)) {
      if (date >= from && date >= series.first && date <= last) found.push(date);
    }
  }
  return found;
}

export function firstDates(series: Series, most: number, days: number): DayNumber[] {
  const last = Math.min(series.last, series.first + days);
  const found: DayNumber[] = [];
  const end = periodOf(series, last);
  for (let period = 0; period <= end && found.length < most; period++) {
    for (const date of datesOfPeriod(series, period)) if (date >= series.first && date <= last) found.push(date);
  }
  return found.slice(0, most);
}

/** Null means none within 100 years and 4000 periods. */
export function dateAfter(series: Series, day: DayNumber, except: Dates = none): DayNumber | null {
  const least = Math.max(day + 1, series.first);
  if (least > series.last) return null;
  const from = periodOf(series, least);
  const found = firstOf(lastInReach(series, least) - from, (away) =>
    datesOfPeriod(series, from + away).find((date) => date >= least && !except.has(date)),
  );
  return found !== null && found <= series.last ? found : null;
}

/** The search, and not the rule, ends after `day`. */
export function pausesAfter(series: Series, day: DayNumber, except: Dates = none): boolean {
  const least = Math.max(day + 1, series.first);
  if (least > series.last || dateAfter(series, day, except) !== null) return false;
  return lastInReach(series, least) < periodOf(series, series.last);
}

function lastInReach(series: Series, least: DayNumber): number {
  const byTime = periodOf(series, Math.min(series.last, least + LONGEST_PAUSE));
  return Math.min(periodOf(series, least) + MAX_PERIODS, byTime);
}

/** Null means none within 100 years and 4000 periods. */
export function dateBefore(series: Series, day: DayNumber, except: Dates = none): DayNumber | null {
  const most = Math.min(day - 1, series.last);
  if (most < series.first) return null;
  const from = periodOf(series, most);
  const end = Math.max(from - MAX_PERIODS, periodOf(series, Math.max(series.first, most - LONGEST_PAUSE)));
  const found = firstOf(from - end, (away) =>
    datesOfPeriod(series, from - away).findLast((date) => date <= most && !except.has(date)),
  );
  return found !== null && found >= series.first ? found : null;
}

/** The later of two equally near dates. Null if none is within reach. */
export function nearestFirst(series: Series): DayNumber | null {
  const { first } = series;
  const rule = { ...series.rule, interval: 1 };
  const reach = Math.min(MAX_PERIODS, Math.ceil(LONGEST_PAUSE / shortestPeriod[rule.frequency]));
  const later = firstOf(reach, (away) => datesOfPeriod({ rule, first }, away).find((date) => date >= first));
  if (later === first) return first;
  const earlier = firstOf(reach, (away) => datesOfPeriod({ rule, first }, -away).findLast((date) => date < first && date >= 0));
  if (later === null || earlier === null) return later ?? earlier;
  return later - first <= first - earlier ? later : earlier;
}

function firstOf(reach: number, dateIn: (away: number) => DayNumber | undefined): DayNumber | null {
  for (let away = 0; away <= reach; away++) {
    const date = dateIn(away);
    if (date !== undefined) return date;
  }
  return null;
}

/** Days. */
const shortestPeriod: Readonly<Record<Recurrence["frequency"], number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 28, YEARLY: 365 };

/** The start of the last date is not after `until` on the clock. */
export function lastUntil(until: string, start: string): DayNumber {
  const time = start.length === 16 ? `${start.slice(10)}:00` : start.slice(10);
  return dateOf(until) - (time <= until.slice(10) ? 0 : 1);
}

function nthDate(series: Series, count: number): DayNumber | null {
  const end = Math.min(MAX_COUNTED, periodOf(series, Math.min(series.last, series.first + LONGEST_COUNT)));
  let left = count;
  for (let period = 0; period <= end; period++) {
    for (const date of datesOfPeriod(series, period)) {
      if (date >= series.first && --left === 0) return date;
    }
  }
  return null;
}

/** The period that holds the day, or the last before it, in steps of INTERVAL. */
function periodOf({ rule, first }: Anchored, day: DayNumber): number {
  return Math.floor(unitsBetween(rule, first, day) / rule.interval);
}

function unitsBetween(rule: Recurrence, first: DayNumber, day: DayNumber): number {
  if (rule.frequency === "DAILY") return day - first;
  if (rule.frequency === "WEEKLY") return (weekOf(rule, day) - weekOf(rule, first)) / 7;
  const from = calendarDate(first);
  const to = calendarDate(day);
  return rule.frequency === "YEARLY" ? to.year - from.year : (to.year - from.year) * 12 + to.month - from.month;
}

function weekOf(rule: Recurrence, day: DayNumber): DayNumber {
  return day - ((weekdayOf(day) - rule.weekStart + 7) % 7);
}

/** Also dates before the first and after the last one: BYSETPOS counts them all. */
function datesOfPeriod({ rule, first }: Anchored, period: number): DayNumber[] {
  const dates = candidates(rule, first, period * rule.interval);
  if (rule.bySetPos.length === 0) return dates;
  const marks = marked(rule.bySetPos, dates.length);
  return dates.filter((_, index) => marks[index] === 1);
}

/** RFC 5545 §3.3.10, the table. @param units after the first day, week, month, year */
function candidates(rule: Recurrence, first: DayNumber, units: number): DayNumber[] {
  if (rule.frequency === "DAILY") return isOnDay(rule, first + units) ? [first + units] : [];
  if (rule.frequency === "WEEKLY") return inWeek(rule, weekOf(rule, first) + 7 * units, weekdayOf(first));
  const from = calendarDate(first);
  if (rule.frequency === "YEARLY") return inYear(rule, from.year + units, from.month, from.day);
  const months = from.year * 12 + from.month - 1 + units;
  const month = (months % 12) + 1;
  return isIn(rule.byMonth, month) ? inMonth(rule, Math.floor(months / 12), month, from.day) : [];
}

function isIn(list: readonly number[], value: number): boolean {
  return list.length === 0 || list.includes(value);
}

function isOnDay({ byMonth, byMonthDay, byDay }: Recurrence, date: DayNumber): boolean {
  if (byDay.length > 0 && !isWeekday(byDay, date)) return false;
  if (byMonth.length + byMonthDay.length === 0) return true;
  const { year, month, day } = calendarDate(date);
  return isIn(byMonth, month) && (isIn(byMonthDay, day) || byMonthDay.includes(day - daysInMonth(year, month) - 1));
}

function inWeek({ byDay, byMonth }: Recurrence, monday: DayNumber, usual: number): DayNumber[] {
  const dates: DayNumber[] = [];
  for (let date = monday; date < monday + 7; date++) {
    const isChosen = byDay.length === 0 ? weekdayOf(date) === usual : isWeekday(byDay, date);
    if (isChosen && isIn(byMonth, byMonth.length === 0 ? 0 : calendarDate(date).month)) dates.push(date);
  }
  return dates;
}

function inYear(rule: Recurrence, year: number, usualMonth: number, usualDay: number): DayNumber[] {
  const { byMonth, byMonthDay, byDay } = rule;
  if (byMonth.length === 0 && byDay.length > 0) {
    // The place of a weekday counts in the year where no month is named.
    const start = dayNumber(year, 1, 1);
    const weekdays = weekdaysIn(byDay, start, dayNumber(year + 1, 1, 1) - start);
    if (byMonthDay.length === 0) return datesAt(start, weekdays);
    const plain = { ...rule, byDay: [] };
    const dates = everyMonth.flatMap((month) => inMonth(plain, year, month, usualDay));
    return dates.filter((date) => weekdays[date - start] === 1);
  }
  const months = byMonth.length > 0 ? byMonth : byMonthDay.length > 0 ? everyMonth : [usualMonth];
  return months.flatMap((month) => inMonth(rule, year, month, usualDay));
}

const everyMonth: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

function inMonth({ byMonthDay, byDay }: Recurrence, year: number, month: number, usualDay: number): DayNumber[] {
  const length = daysInMonth(year, month);
  const start = dayNumber(year, month, 1);
  const weekdays = byDay.length === 0 ? null : weekdaysIn(byDay, start, length);
  if (weekdays && byMonthDay.length === 0) return datesAt(start, weekdays);
  const days = marked(byMonthDay.length === 0 ? [usualDay] : byMonthDay, length);
  return datesAt(start, weekdays ? days.map((mark, index) => mark & (weekdays[index] ?? 0)) : days);
}

/** A 1 marks each chosen day of a month or a year: a list of a rule costs its length at each, not a search for each day. */
type Marks = Uint8Array;

/** @param places from 1, or back from -1; those out of range select nothing: a byte array has no such index */
function marked(places: readonly number[], length: number): Marks {
  const marks = new Uint8Array(length);
  for (const place of places) marks[place > 0 ? place - 1 : length + place] = 1;
  return marks;
}

function weekdaysIn(byDay: readonly RuleWeekday[], start: DayNumber, length: number): Marks {
  const marks = new Uint8Array(length);
  const [begins, ends] = [weekdayOf(start), weekdayOf(start + length - 1)];
  for (const { ordinal, weekday } of byDay) {
    const first = (weekday - begins + 7) % 7;
    const last = length - 1 - ((ends - weekday + 7) % 7);
    if (ordinal !== 0) marks[ordinal > 0 ? first + 7 * (ordinal - 1) : last + 7 * (ordinal + 1)] = 1;
    else for (let day = first; day <= last; day += 7) marks[day] = 1;
  }
  return marks;
}

function datesAt(start: DayNumber, marks: Marks): DayNumber[] {
  const dates: DayNumber[] = [];
  for (let day = 0; day < marks.length; day++) if (marks[day] === 1) dates.push(start + day);
  return dates;
}

function isWeekday(byDay: readonly RuleWeekday[], date: DayNumber): boolean {
  const weekdayOfDate = weekdayOf(date);
  return byDay.some(({ weekday }) => weekday === weekdayOfDate);
}
