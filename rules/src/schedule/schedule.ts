import { DAY } from "../values/duration.ts";
import { type DayNumber, dateOf, parseWall, printDate, wallEndToInstant, wallToInstant } from "../values/wall-time.ts";
import { parseRecurrence, type Recurrence } from "./recurrence.ts";
import { createSeries, type Dates, dateAfter, dateBefore, datesBetween, type Series } from "./recurrence-expansion.ts";

/** `[start, end)`, epoch milliseconds. */
export interface Planned {
  /** Local start by the rule; in a gap, the clock shows another time. */
  readonly wall: string;
  readonly start: number;
  readonly end: number;
}

export interface Times {
  readonly start: string;
  readonly zone: string;
  readonly duration: number | null;
  readonly end: string | null;
  readonly repeat: string | null;
  readonly except: readonly string[];
  readonly since?: number | undefined;
}

/** Days between a date and its instants: offsets are up to 15 h, and the longest gap is a day. */
const MARGIN = 2;

/** Later than every instant that a window can produce. Epoch ms. */
const END_OF_CALENDAR = Date.UTC(9_999, 0, 1);

/** By start. The cost grows with the span, not with the age of the rule. */
export function plannedBetween(window: Times, from: number, until: number): Planned[] {
  const schedule = scheduleOf(window);
  const first = Math.floor(from / DAY) - schedule.longest - MARGIN;
  const planned: Planned[] = [];
  for (const date of datesBetween(schedule.series, first, Math.floor(until / DAY) + MARGIN)) {
    const one = plannedOn(schedule, date);
    // If the zone skips a date, it can be the same instant as the next: one occurrence.
    if (one !== null && one.start !== planned.at(-1)?.start) planned.push(one);
  }
  return planned.filter(({ start, end }) => start <= until && end >= from);
}

/** In the order of the dates in `except`. */
export function skippedBetween(window: Times, from: number, until: number): Planned[] {
  const schedule = scheduleOf(window);
  const [first, last] = [Math.floor(from / DAY) - schedule.longest - MARGIN, Math.floor(until / DAY) + MARGIN];
  return [...schedule.except].flatMap((date) => {
    if (date < first || date > last || !isPlannedDate(window, date)) return [];
    const one = timesOn(schedule, date);
    return one !== null && one.start <= until && one.end >= from ? [one] : [];
  });
}

/** Null means none within 100 years. */
export function plannedAfter(window: Times, instant: number): Planned | null {
  const schedule = scheduleOf(window);
  const { series, except, earliest } = schedule;
  let date = dateAfter(series, Math.max(Math.floor(instant / DAY) - MARGIN, earliest - 1), except);
  while (date !== null) {
    const one = plannedOn(schedule, date);
    if (one !== null && one.start > instant) return one;
    date = dateAfter(series, date, except);
  }
  return null;
}

/** Null means none within 100 years. */
export function plannedBefore(window: Times, instant: number): Planned | null {
  const schedule = scheduleOf(window);
  const { series, except, earliest } = schedule;
  let date = dateBefore(series, Math.floor(instant / DAY) + MARGIN, except);
  while (date !== null && date >= earliest) {
    const one = plannedOn(schedule, date);
    // If two dates are the same instant, the first names the occurrence.
    if (one !== null && one.start < instant)
      return plannedBetween(window, one.start, one.start).find(({ start }) => start === one.start) ?? one;
    date = dateBefore(series, date, except);
  }
  return null;
}

/** Epoch ms; null means the window is endless or has none. */
export function lastPlannedEnd(window: Times): number | null {
  return isEndless(window) ? null : (plannedBefore(window, END_OF_CALENDAR)?.end ?? null);
}

export function plannedAt(window: Times, wall: string): Planned | null {
  if (wall.slice(10) !== window.start.slice(10) || parseWall(wall) !== wall) return null;
  const schedule = scheduleOf(window);
  const date = dateOf(wall);
  const dates = datesBetween(schedule.series, date - 1, date);
  const one = dates.includes(date) ? plannedOn(schedule, date) : null;
  // Where the zone skips a day, this can be the same instant as the day before, which names it.
  const isSame = one !== null && dates.includes(date - 1) && plannedOn(schedule, date - 1)?.start === one.start;
  return isSame ? null : one;
}

export function isEndless({ repeat }: Times): boolean {
  return repeat !== null && !/COUNT|UNTIL/.test(repeat);
}

export function isPlannedDate(window: Times, date: DayNumber): boolean {
  return datesBetween(scheduleOf(window).series, date, date).length > 0;
}

interface Schedule {
  readonly window: Times;
  readonly series: Series;
  readonly earliest: DayNumber;
  readonly except: Dates;
  /** Days from the date of the start to that of the end, for windows with `end`. */
  readonly endsAfter: number;
  readonly longest: number;
}

const ONCE = parseRecurrence("FREQ=DAILY;COUNT=1") as Recurrence;

/** Window objects are immutable: each is parsed once, and its COUNT expanded once. */
const schedules = new WeakMap<Times, Schedule>();

function scheduleOf(window: Times): Schedule {
  const known = schedules.get(window);
  if (known) return known;
  const rule = window.repeat === null ? ONCE : parseRecurrence(window.repeat);
  const endsAfter = window.end === null ? 0 : dateOf(window.end) - dateOf(window.start);
  const schedule = {
    window,
    // Invalid rules are refused when written; this only keeps reads from throwing.
    series: createSeries("error" in rule ? ONCE : rule, window.start),
    earliest: window.since === undefined ? Number.NEGATIVE_INFINITY : Math.floor(window.since / DAY) - MARGIN,
    except: new Set(window.except.map(dateOf)),
    endsAfter,
    longest: window.end === null ? Math.ceil((window.duration ?? 0) / DAY) : endsAfter + 1,
  };
  schedules.set(window, schedule);
  return schedule;
}

function plannedOn(schedule: Schedule, date: DayNumber): Planned | null {
  return schedule.except.has(date) ? null : timesOn(schedule, date);
}

function timesOn({ window, endsAfter }: Schedule, date: DayNumber): Planned | null {
  const wall = `${printDate(date)}${window.start.slice(10)}`;
  const start = wallToInstant(wall, window.zone);
  if (window.since !== undefined && start <= window.since) return null;
  if (window.end === null) return { wall, start, end: start + (window.duration ?? 0) };
  const end = `${printDate(date + endsAfter)}${window.end.slice(10)}`;
  return { wall, start, end: wallEndToInstant(end, window.zone, start) };
}
