/**
 * Recurrence rules, between the choices of the form and RFC 5545. `readRule` returns null for a rule that the form cannot express, so
 * that it is left as written.
 */

export const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
export type Frequency = (typeof frequencies)[number];
/** In the order of RFC 5545. */
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
  /** Used by monthly rules. */
  readonly monthDay: MonthDay;
  readonly end: RuleEnd;
}

/** Parses a rule; null if the form cannot express it. */
export function readRule(text: string): RuleChoice | null {
  const parts = partsOf(text);
  const frequency = frequencies.find((each) => each === parts?.get("FREQ"));
  const interval = numberIn(parts?.get("INTERVAL") ?? "1");
  const end = parts && readEnd(parts);
  if (!parts || !frequency || interval === null || !end) return null;
  const days = readDays(parts, frequency);
  const monthDay = readMonthDay(parts, frequency);
  const known = ["FREQ", "INTERVAL", "COUNT", "UNTIL", ...ownParts[frequency]];
  if (!days || !monthDay || [...parts.keys()].some((name) => !known.includes(name))) return null;
  return { frequency, interval, days, monthDay, end };
}

/** Prints a rule. `readRule` parses it to the same choice. */
export function printRule({ frequency, interval, days, monthDay, end }: RuleChoice): string {
  const byDay = frequency === "WEEKLY" ? weekdays.filter((day) => days.includes(day)).join() : "";
  const parts: readonly (readonly [string, string])[] = [
    ["FREQ", frequency],
    ["INTERVAL", interval === 1 ? "" : String(interval)],
    ["BYMONTHDAY", frequency === "MONTHLY" && monthDay.kind === "day" ? String(monthDay.day) : ""],
    ["BYDAY", frequency === "MONTHLY" && monthDay.kind === "weekday" ? `${monthDay.place}${monthDay.weekday}` : byDay],
    ["COUNT", end.kind === "count" ? String(end.count) : ""],
    ["UNTIL", end.kind === "until" ? end.date.replaceAll("-", "") : ""],
  ];
  return parts.flatMap(([name, value]) => (value === "" ? [] : [`${name}=${value}`])).join(";");
}

/**
 * Initial rule of a frequency; it contains the first occurrence.
 * @param start wall-clock time
 */
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

/** Rule after its first occurrence moved: parts that referred to the old day refer to the new one. */
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

/** Position of a date among the same weekdays of its month: the fourth Sunday. With `isLast`, it is also the last. */
export function weekOfMonth(start: string): { readonly place: number; readonly isLast: boolean } {
  const day = Number(start.slice(8, 10));
  const inMonth = new Date(Date.UTC(Number(start.slice(0, 4)), Number(start.slice(5, 7)), 0)).getUTCDate();
  return { place: Math.ceil(day / 7), isLast: day + 7 > inMonth };
}

/** Null means it is no date. */
export function weekdayOf(start: string): Weekday | null {
  const at = Date.parse(`${start.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(at) ? null : (weekdays[(new Date(at).getUTCDay() + 6) % 7] ?? null);
}

const ownParts: Readonly<Record<Frequency, readonly string[]>> = {
  DAILY: [],
  WEEKLY: ["BYDAY"],
  MONTHLY: ["BYDAY", "BYMONTHDAY"],
  YEARLY: [],
};

/** Parts of a rule; null if it is malformed. The server reports duplicate parts and parts without a value. */
function partsOf(text: string): ReadonlyMap<string, string> | null {
  const pairs = text.split(";").map((part) => /^([A-Z]+)=([^=;]+)$/.exec(part));
  const parts = new Map(pairs.flatMap((pair) => (pair ? [[pair[1] ?? "", pair[2] ?? ""] as const] : [])));
  return parts.size === pairs.length ? parts : null;
}

function readEnd(parts: ReadonlyMap<string, string>): RuleEnd | null {
  const [count, until] = [parts.get("COUNT"), parts.get("UNTIL")];
  if (count !== undefined && until !== undefined) return null;
  if (count !== undefined) {
    const number = numberIn(count);
    return number === null ? null : { kind: "count", count: number };
  }
  if (until === undefined) return { kind: "never" };
  // A time of day does not fit in a date.
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(until) ?? [];
  return day === undefined ? null : { kind: "until", date: `${year}-${month}-${day}` };
}

function readDays(parts: ReadonlyMap<string, string>, frequency: Frequency): Weekday[] | null {
  const text = parts.get("BYDAY");
  if (frequency !== "WEEKLY" || text === undefined) return [];
  const named = text.split(",");
  const days = weekdays.filter((day) => named.includes(day));
  return days.length === named.length ? days : null;
}

function readMonthDay(parts: ReadonlyMap<string, string>, frequency: Frequency): MonthDay | null {
  const [byDay, byMonthDay] = [parts.get("BYDAY"), parts.get("BYMONTHDAY")];
  if (frequency !== "MONTHLY" || (byDay === undefined && byMonthDay === undefined)) return { kind: "start" };
  if (byDay !== undefined && byMonthDay !== undefined) return null;
  if (byMonthDay !== undefined) {
    const day = /^(?:-1|[1-9]\d?)$/.test(byMonthDay) ? Number(byMonthDay) : 0;
    return day !== 0 && day <= 31 ? { kind: "day", day } : null;
  }
  const [, place, name] = /^(-1|[1-5])([A-Z]{2})$/.exec(byDay ?? "") ?? [];
  const weekday = weekdays.find((day) => day === name);
  return weekday ? { kind: "weekday", place: Number(place), weekday } : null;
}

function movedMonthDay(monthDay: MonthDay, from: string, to: string): MonthDay {
  if (monthDay.kind === "day" && monthDay.day === Number(from.slice(8, 10))) return { kind: "day", day: Number(to.slice(8, 10)) };
  if (monthDay.kind !== "weekday" || monthDay.weekday !== weekdayOf(from)) return monthDay;
  const [was, is] = [weekOfMonth(from), weekOfMonth(to)];
  const weekday = weekdayOf(to) ?? monthDay.weekday;
  if (monthDay.place === -1 && was.isLast) return { kind: "weekday", place: is.isLast ? -1 : is.place, weekday };
  return monthDay.place === was.place ? { kind: "weekday", place: is.place, weekday } : monthDay;
}

/** Null means not valid in a rule. */
function numberIn(text: string): number | null {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
}
