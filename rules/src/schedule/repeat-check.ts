import { DAY } from "../values/duration.ts";
import {
  type DayNumber,
  dateOf,
  instantToWall,
  printDate,
  type Shift,
  shiftsBetween,
  wallToInstant,
} from "../values/wall-time.ts";
import { parseRecurrence, printRecurrence } from "./recurrence.ts";
import { createSeries, firstDates, lastUntil, nearestFirst, pausesAfter } from "./recurrence-expansion.ts";
import { plannedAfter, plannedBetween, type Times } from "./schedule.ts";

/** 500 dates or ten years are checked at most. */
const MAX_DATES = 500;
const MAX_DAYS = 3_653;
/** No zone shifts its clocks by more than a day, and an end may shift again. Ms. */
const LONGEST_SHIFTS = 2 * DAY;

export function repeatProblem(window: Times): string | null {
  const rule = parseRecurrence(window.repeat ?? "");
  if ("error" in rule) return rule.error;
  const series = createSeries(rule, window.start);
  if (series.last < series.first) return "UNTIL is before `start`: expected a later one";
  const nearest = nearestFirst(series);
  if (nearest === null) return "no date matches the rule: expected a rule with an occurrence within 100 years";
  if (nearest !== series.first)
    return `\`start\` must be the first occurrence of the rule, and does not match it: the nearest is ${printDate(nearest)}${window.start.slice(10)}`;
  if (!series.isCounted)
    return `COUNT is not reached within 400 years or 20000 of its ${rule.frequency} steps: expected a smaller COUNT, or none for a rule that never ends`;
  const dates = firstDates(series, MAX_DATES, MAX_DAYS);
  const except = new Set(window.except.map(dateOf));
  const last = dates.findLast((date) => !except.has(date)) ?? series.first;
  if (pausesAfter(series, last, except))
    return `there is no occurrence for 100 years or 4000 ${series.rule.frequency} steps after ${printDate(last)}: expected a rule without such a gap`;
  return touchProblem(
    window,
    dates.filter((date) => !except.has(date)),
  );
}

/** Without clock changes, occurrences are as far apart as their dates. */
function touchProblem(window: Times, dates: readonly DayNumber[]): string | null {
  const gap = nearestGap(dates) * DAY;
  const length = window.end === null ? (window.duration ?? 0) : Date.parse(`${window.end}Z`) - Date.parse(`${window.start}Z`);
  if (length + LONGEST_SHIFTS < gap) return null;
  const mayTouch = ({ by }: Shift) => length + 2 * Math.abs(by) >= gap;
  const [from, until] = [dates[0] ?? 0, dates.at(-1) ?? 0].map((date) =>
    wallToInstant(`${printDate(date)}${window.start.slice(10)}`, window.zone),
  );
  if (from === undefined || until === undefined) return null;
  const suspects =
    length >= gap
      ? [[from, until] as const]
      : shiftsBetween(window.zone, from, until)
          .filter(mayTouch)
          .map(({ at }) => [at - LONGEST_SHIFTS, at + LONGEST_SHIFTS] as const);
  for (const [begin, end] of suspects) {
    for (const one of plannedBetween(window, begin, end)) {
      const next = plannedAfter(window, one.start);
      if (next !== null && one.end >= next.start)
        return `the occurrence at ${one.wall} would touch or overlap the next, at ${next.wall}: expected ${window.end === null ? "a shorter `duration`" : "an earlier `end`"}, or a single longer window`;
    }
  }
  return null;
}

/** Infinity for fewer than two. */
function nearestGap(dates: readonly DayNumber[]): number {
  return dates.reduce(
    (least, date, i) => Math.min(least, date - (dates[i - 1] ?? Number.NEGATIVE_INFINITY)),
    Number.POSITIVE_INFINITY,
  );
}

/** Days between a date and the instants that it can mean. */
const MARGIN = 2;

/** UNTIL becomes a local time of the zone. @param start wall-clock time of the first occurrence */
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
