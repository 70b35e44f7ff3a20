/** `readRule` returns null for a rule that the form cannot express, which stays as written. */

import {
  type Frequency,
  parseRecurrence,
  printRecurrence,
  type Recurrence,
  type RuleWeekday,
} from "drawbridge-rules/schedule/recurrence.ts";

const maxCount = 9999;
const endOfDay = "T23:59:59";
export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Weekday = (typeof weekdays)[number];

export type MonthDay =
  /** The first occurrence's day of the month. */
  | { readonly kind: "start" }
  /** 1 to 31; -1 is the last. */
  | { readonly kind: "day"; readonly day: number }
  /** First to fifth weekday of that name in the month; -1 is the last. */
  | { readonly kind: "weekday"; readonly place: number; readonly weekday: Weekday };

export type RuleEnd =
  | { readonly kind: "never" }
  | { readonly kind: "count"; readonly count: number }
  /** Last day on which an occurrence can start, `2026-12-31`. */
  | { readonly kind: "until"; readonly date: string };

export interface RuleChoice {
  readonly frequency: Frequency;
  readonly interval: number;
  /** Weekdays of a weekly rule; empty: the weekday of the first occurrence. */
  readonly days: readonly Weekday[];
  readonly monthDay: MonthDay;
  readonly end: RuleEnd;
}

export function readRule(text: string): RuleChoice | null {
  const rule = parseRecurrence(text);
  if ("error" in rule || rule.byMonth.length > 0 || rule.bySetPos.length > 0 || rule.weekStart !== 0) return null;
  const { frequency, interval, byDay, byMonthDay, count } = rule;
  const isWeekly = frequency === "WEEKLY";
  const [end, monthDay] = [readEnd(rule), readMonthDay(rule)];
  const hasOthers = frequency !== "MONTHLY" && (byMonthDay.length > 0 || (byDay.length > 0 && !isWeekly));
  if (!end || !monthDay || hasOthers || Math.max(interval, count ?? 0) > maxCount) return null;
  return { frequency, interval, days: isWeekly ? byDay.map(weekdayIn) : [], monthDay, end };
}

export function printRule({ frequency, interval, days, monthDay, end }: RuleChoice): string {
  const isMonthly = frequency === "MONTHLY";
  const monthDays = isMonthly && monthDay.kind === "weekday" ? [{ ordinal: monthDay.place, day: monthDay.weekday }] : [];
  const weekDays = frequency === "WEEKLY" ? weekdays.filter((day) => days.includes(day)) : [];
  const byDay = [...monthDays, ...weekDays.map((day) => ({ ordinal: 0, day }))];
  return printRecurrence({
    frequency,
    interval,
    byMonth: [],
    byMonthDay: isMonthly && monthDay.kind === "day" ? [monthDay.day] : [],
    byDay: byDay.map(({ ordinal, day }) => ({ ordinal, weekday: weekdays.indexOf(day) })),
    bySetPos: [],
    weekStart: 0,
    count: end.kind === "count" ? end.count : null,
    until: end.kind === "until" ? `${end.date}${endOfDay}` : null,
  });
}

/** @param start wall-clock time of the first occurrence, which the rule contains */
export function usualRule(frequency: Frequency, start: string): RuleChoice {
  const weekday = weekdayOf(start);
  return {
    frequency,
    interval: 1,
    days: frequency === "WEEKLY" && weekday ? [weekday] : [],
    monthDay: { kind: "start" },
    end: { kind: "never" },
  };
}

export function movedRule(text: string, from: string, to: string): string {
  const rule = readRule(text);
  const [before, after] = [weekdayOf(from), weekdayOf(to)];
  if (!rule || !before || !after) return text;
  const { days, monthDay } = rule;
  const moved: RuleChoice = {
    ...rule,
    days: days.includes(before) && !days.includes(after) ? days.map((day) => (day === before ? after : day)) : days,
    monthDay: movedMonthDay(monthDay, from, to),
  };
  return JSON.stringify(moved) === JSON.stringify(rule) ? text : printRule(moved);
}

/** The fourth Sunday of its month; with `isLast`, also the last. */
export function weekOfMonth(start: string): { readonly place: number; readonly isLast: boolean } {
  const day = Number(start.slice(8, 10));
  const inMonth = new Date(Date.UTC(Number(start.slice(0, 4)), Number(start.slice(5, 7)), 0)).getUTCDate();
  return { place: Math.ceil(day / 7), isLast: day + 7 > inMonth };
}

export function weekdayOf(start: string): Weekday | null {
  const at = Date.parse(`${start.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(at) ? null : (weekdays[(new Date(at).getUTCDay() + 6) % 7] ?? null);
}

function weekdayIn({ weekday }: RuleWeekday): Weekday {
  return weekdays[weekday] ?? "MO";
}

function readEnd({ count, until }: Recurrence): RuleEnd | null {
  if (count !== null) return { kind: "count", count };
  if (until === null) return { kind: "never" };
  // A time of day does not fit in a date.
  return until.endsWith(endOfDay) ? { kind: "until", date: until.slice(0, -endOfDay.length) } : null;
}

function readMonthDay({ frequency, byDay, byMonthDay }: Recurrence): MonthDay | null {
  const [first, ...others] = [...byDay, ...byMonthDay];
  if (frequency !== "MONTHLY" || first === undefined) return { kind: "start" };
  if (others.length > 0) return null;
  if (typeof first === "number") return first >= -1 ? { kind: "day", day: first } : null;
  return first.ordinal >= -1 && first.ordinal !== 0 ? { kind: "weekday", place: first.ordinal, weekday: weekdayIn(first) } : null;
}

function movedMonthDay(monthDay: MonthDay, from: string, to: string): MonthDay {
  if (monthDay.kind === "day" && monthDay.day === Number(from.slice(8, 10))) return { kind: "day", day: Number(to.slice(8, 10)) };
  if (monthDay.kind !== "weekday" || monthDay.weekday !== weekdayOf(from)) return monthDay;
  const [was, is] = [weekOfMonth(from), weekOfMonth(to)];
  const weekday = weekdayOf(to) ?? monthDay.weekday;
  if (monthDay.place === -1 && was.isLast) return { kind: "weekday", place: is.isLast ? -1 : is.place, weekday };
  return monthDay.place === was.place ? { kind: "weekday", place: is.place, weekday } : monthDay;
}
