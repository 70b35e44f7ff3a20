import { parseRecurrence, type Recurrence, type RuleWeekday } from "../schedule/recurrence.ts";
import { dateOf, weekdayOf } from "../values/wall-time.ts";
import { listNames } from "./reader.ts";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
export const monthNames = "January February March April May June July August September October November December".split(" ");
const units = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" } as const;

/**
 * `Every 2 months on the last Friday`. @param start wall-clock time of the first occurrence; null means unknown, and not named
 */
export function describeRecurrence(rule: Recurrence, start: string | null): string {
  const { frequency, interval, byMonth, byDay, byMonthDay, bySetPos, weekStart } = rule;
  // A daily rule that only chooses weekdays is a weekly one.
  const isDays = frequency === "DAILY" && byDay.length > 0 && byMonthDay.length + bySetPos.length === 0;
  const isEach = interval === 1 && (frequency === "WEEKLY" || isDays);
  const days = isEach ? weeklyDays(rule, start) : [];
  const months = listAll(byMonth.map(monthName));
  if (days.length > 0) return `Every ${listAll(days)}${months && ` in ${months}`}`;
  const head = `Every ${interval === 1 ? units[frequency] : `${interval} ${units[frequency]}s`}`;
  const on = dayWords(rule, start);
  const begins = frequency === "WEEKLY" && weekStart !== 0 && byDay.length > 1 ? `, weeks from ${weekdays[weekStart]}` : "";
  return `${head}${on && ` on ${on}`}${months && ` in ${months}`}${begins}`;
}

export function readRule(text: string): Recurrence | null {
  const rule = parseRecurrence(text);
  return "error" in rule ? null : rule;
}

function weeklyDays({ byDay, bySetPos }: Recurrence, start: string | null): string[] {
  if (bySetPos.length > 0) return [];
  if (byDay.length > 0) return byDay.map(weekdayName);
  return start === null ? [] : [weekdays[weekdayOf(dateOf(start))] ?? ""];
}

/** "" means every day of a daily rule. */
function dayWords(rule: Recurrence, start: string | null): string {
  const { frequency, byDay, byMonthDay, bySetPos, byMonth } = rule;
  const chosen = chosenDays(byDay, byMonthDay, bySetPos.length > 0 ? "or" : "and");
  if (bySetPos.length > 0) return `the ${listAll(bySetPos.map(ordinal))} of: ${chosen || listAll(byMonth.map(monthName))}`;
  if (chosen !== "" || frequency === "DAILY" || start === null) return chosen;
  const day = dateOf(start);
  if (frequency === "WEEKLY") return weekdays[weekdayOf(day)] ?? "";
  const number = Number(start.slice(8, 10));
  if (frequency === "YEARLY" && byMonth.length === 0) return `${number} ${monthName(Number(start.slice(5, 7)))}`;
  return `day ${number}`;
}

function chosenDays(byDay: readonly RuleWeekday[], byMonthDay: readonly number[], joint: "and" | "or"): string {
  const monthDays = listAll(
    byMonthDay.map((day) => (day > 0 ? `day ${day}` : `the ${ordinal(day)} day`)),
    joint,
  );
  const days = byDay.map((day) => (day.ordinal === 0 ? weekdayName(day) : `the ${ordinal(day.ordinal)} ${weekdayName(day)}`));
  if (monthDays === "") return listAll(days, joint);
  return days.length === 0 ? monthDays : `${monthDays} if it is ${listAll(days, "or")}`;
}

function weekdayName({ weekday }: RuleWeekday): string {
  return weekdays[weekday] ?? "";
}

function monthName(month: number): string {
  return monthNames[month - 1] ?? "";
}

const small = ["first", "second", "third", "fourth", "fifth"];

function ordinal(place: number): string {
  if (place > 0) return small[place - 1] ?? numbered(place);
  return place === -1 ? "last" : `${numbered(-place)} to last`;
}

function numbered(place: number): string {
  const last = place % 100 >= 11 && place % 100 <= 13 ? 0 : place % 10;
  return `${place}${["th", "st", "nd", "rd"][last] ?? "th"}`;
}

function listAll(items: readonly string[], joint: "and" | "or" = "and"): string {
  const text = listNames(items, Number.POSITIVE_INFINITY);
  return joint === "and" || items.length < 2 ? text : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}
