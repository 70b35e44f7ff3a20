/** Why a window cannot come again as its rule says: found when it is written, so that reading never has to fail. */

import { type DayNumber, dateOf, printDate } from "../values/calendar-date.ts";
import { type Shift, shiftsBetween, wallToInstant } from "../values/wall-time.ts";
import { type Planned, plannedAfter, plannedBetween, type Times } from "./planned.ts";
import { parseRecurrence } from "./recurrence.ts";
import { firstDates, nearestFirst, pausesAfter, seriesOf } from "./recurrence-expansion.ts";

/** How much of a rule is looked at, whichever is less. */
const MOST_DATES = 500;
const MOST_DAYS = 3_653;
const DAY = 24 * 60 * 60 * 1_000;
/** No zone shifts its clocks by more than a day, and an end may shift once more. Ms. */
const LONGEST_SHIFTS = 2 * DAY;

/** What is wrong with `repeat` on such a window; null where it is as it should be. */
export function repeatProblem(window: Times): string | null {
  const rule = parseRecurrence(window.repeat ?? "");
  if ("error" in rule) return rule.error;
  const series = seriesOf(rule, window.start);
  if (series.last < series.first) return "UNTIL is before `start`: expected a later one";
  const nearest = nearestFirst(series);
  if (nearest === null) return "no date fits the rule: expected one that comes at least once in 100 years";
  if (nearest !== series.first)
    return `\`start\` is not an occurrence of the rule, and has to be its first: the nearest is ${printDate(nearest)}${window.start.slice(10)}`;
  if (!series.isCounted)
    return `COUNT is not reached within 400 years or 20000 of its ${rule.frequency} steps: expected a smaller one, or none for a rule without end`;
  const dates = firstDates(series, MOST_DATES, MOST_DAYS);
  const except = new Set(window.except.map(dateOf));
  const last = dates.findLast((date) => !except.has(date)) ?? series.first;
  if (pausesAfter(series, last, except))
    return `nothing comes after ${printDate(last)} for 100 years or 4000 of its ${series.rule.frequency} steps: expected a rule that does not pause so long`;
  return touchProblem(
    window,
    dates.filter((date) => !except.has(date)),
  );
}

/**
 * Where the clocks do not shift, two are as far from each other as their dates. So it is enough to look at the shifts,
 * and at all of them only where the nearest two touch anyway.
 */
function touchProblem(window: Times, dates: readonly DayNumber[]): string | null {
  const gap = nearestGap(dates) * DAY;
  const length = wallLength(window);
  if (length + LONGEST_SHIFTS < gap) return null;
  const mayTouch = ({ by }: Shift) => length + 2 * Math.abs(by) >= gap;
  const [from, until] = [dates[0] ?? 0, dates.at(-1) ?? 0].map((date) => wallToInstant(wallOn(window, date), window.zone));
  if (from === undefined || until === undefined) return null;
  const suspects =
    length >= gap ? [[from, until] as const] : shiftsBetween(window.zone, from, until).filter(mayTouch).map(aroundShift);
  for (const [begin, end] of suspects) {
    const touching = plannedBetween(window, begin, end).find((one) => touchesNext(window, one));
    if (touching) return touchText(window, touching);
  }
  return null;
}

/** In days; infinite where there are not two. */
function nearestGap(dates: readonly DayNumber[]): number {
  return dates.reduce(
    (least, date, i) => Math.min(least, date - (dates[i - 1] ?? Number.NEGATIVE_INFINITY)),
    Number.POSITIVE_INFINITY,
  );
}

/** Milliseconds on the clock. */
function wallLength({ start, end, duration }: Times): number {
  return end === null ? (duration ?? 0) : Date.parse(`${end}Z`) - Date.parse(`${start}Z`);
}

function wallOn({ start }: Times, date: DayNumber): string {
  return `${printDate(date)}${start.slice(10)}`;
}

function aroundShift({ at }: Shift): readonly [number, number] {
  return [at - LONGEST_SHIFTS, at + LONGEST_SHIFTS];
}

function touchesNext(window: Times, one: Planned): boolean {
  const next = plannedAfter(window, one.start);
  return next !== null && one.end >= next.start;
}

function touchText(window: Times, { wall, start }: Planned): string {
  const next = plannedAfter(window, start)?.wall ?? "";
  const what = window.end === null ? "a shorter `duration`" : "an earlier `end`";
  return `the one of ${wall} would touch or overlap the next, of ${next}: expected ${what}, or one window that lasts`;
}
