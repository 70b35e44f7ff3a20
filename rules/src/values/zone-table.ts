/** A zone as offset changes and a yearly rule after them, in whole seconds. */
import { firstIndex } from "./first-index.ts";

export interface ZoneTable {
  /** Epoch seconds, ascending. The last can change nothing, and is where the rule begins. */
  readonly at: readonly number[];
  /** The offset before the first change, then the offset from each change on. */
  readonly offsets: readonly number[];
  /** After the last of `at`, in the order of a year. */
  readonly yearly: readonly YearlyChange[];
}

/** On the first such weekday on or after a day, in every year. */
export interface YearlyChange {
  /** From 0. */
  readonly month: number;
  /** Can be outside of the month: day −6 of April is in the last seven days of March. */
  readonly day: number;
  /** From Sunday, 0; null means the day itself. */
  readonly weekday: number | null;
  /** Seconds of UTC after the midnight that begins that day; can be negative. */
  readonly time: number;
  readonly offset: number;
}

/** from ≤ instant < until, epoch seconds. */
export interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

const DAY = 86_400;
/** Earlier changes are dropped: no window starts before 1970. */
export const TABLE_START = Date.UTC(1969, 0) / 1_000;
/** Nearly every lookup is in the years before. */
const WRITTEN_UNTIL = 2100;
/** The last year whose days have an instant (ECMA-262 §21.4.1.1). */
const LAST_YEAR = 275_000;

export class Zone {
  readonly table: ZoneTable;
  readonly #at: readonly number[];
  readonly #offsets: readonly number[];
  readonly #yearly: readonly YearlyChange[];

  constructor(table: ZoneTable) {
    const { at, offsets, yearly } = table;
    const start = at.at(-1) ?? TABLE_START;
    const written = withYears({ at, offsets, yearly }, yearOf(start), WRITTEN_UNTIL);
    this.table = table;
    this.#at = written.at;
    this.#offsets = written.offsets;
    // A rule that changes nothing, such as summer time all year, ends with its last change.
    this.#yearly = (written.at.at(-1) ?? 0) > Date.UTC(WRITTEN_UNTIL - 1, 0) / 1_000 ? yearly : [];
  }

  /** @param instant epoch seconds, also a fraction */
  stretchAt(instant: number): Stretch {
    const index = countUntil(this.#at, instant);
    if (index < this.#at.length || this.#yearly.length === 0) return this.#stretch(this.#at, this.#offsets, index);
    const year = Math.min(yearOf(instant), LAST_YEAR);
    const around = { at: [], offsets: [this.#yearly.at(-1)?.offset ?? 0], yearly: this.#yearly };
    const { at, offsets } = withYears(around, Math.max(year - 2, WRITTEN_UNTIL - 2), year + 2);
    return this.#stretch(at, offsets, countUntil(at, instant));
  }

  #stretch(at: readonly number[], offsets: readonly number[], index: number): Stretch {
    const from = at[index - 1] ?? Number.NEGATIVE_INFINITY;
    return { from, until: at[index] ?? Number.POSITIVE_INFINITY, offset: offsets[index] ?? 0 };
  }
}

function countUntil(at: readonly number[], instant: number): number {
  return firstIndex(at.length, (index) => (at[index] ?? 0) <= instant);
}

function withYears({ at, offsets, yearly }: ZoneTable, first: number, last: number): Omit<ZoneTable, "yearly"> {
  const changes = new Changes(offsets[0] ?? 0);
  for (const [index, each] of at.entries()) changes.add(each, offsets[index + 1] ?? 0);
  const end = at.at(-1) ?? Number.NEGATIVE_INFINITY;
  for (let year = first; yearly.length > 0 && year <= last; year++)
    for (const change of yearly) {
      const next = instantIn(year, change);
      if (next > end) changes.add(next, change.offset);
    }
  return changes;
}

/** A change that leaves the offset as it was is none. */
export class Changes {
  readonly at: number[] = [];
  readonly offsets: number[];

  constructor(offset: number) {
    this.offsets = [offset];
  }

  add(at: number, offset: number): void {
    if (this.at.at(-1) === at) {
      this.at.pop();
      this.offsets.pop();
    }
    if (this.offsets.at(-1) === offset) return;
    this.at.push(at);
    this.offsets.push(offset);
  }
}

/** Epoch seconds. */
function instantIn(year: number, { month, day, weekday, time }: YearlyChange): number {
  const date = new Date(Date.UTC(year, month, day));
  const midnight = date.getTime() / 1_000;
  const later = weekday === null ? 0 : (weekday - date.getUTCDay() + 7) % 7;
  return midnight + later * DAY + time;
}

function yearOf(instant: number): number {
  return new Date(instant * 1_000).getUTCFullYear();
}

/** Years that have no century in them: every weekday falls on every date. */
const [FIT_FROM, FIT_UNTIL] = [2101, 2129];

/** Null means the runtime does not know the zone. Never throws. */
export function runtimeTable(name: string): ZoneTable | null {
  let at: Temporal.ZonedDateTime | null;
  try {
    at = Temporal.Instant.fromEpochMilliseconds(TABLE_START * 1_000).toZonedDateTimeISO(name);
  } catch {
    return null;
  }
  if (at.timeZoneId !== name) return null;
  const changes = new Changes(at.offsetNanoseconds / 1e9);
  for (;;) {
    at = at.getTimeZoneTransition("next");
    if (at === null || at.year >= FIT_UNTIL) break;
    changes.add(at.epochMilliseconds / 1_000, at.offsetNanoseconds / 1e9);
  }
  return shortened(changes);
}

function shortened({ at, offsets }: Changes): ZoneTable {
  const yearly = yearlyOf(at, offsets);
  if (yearly === null) return { at, offsets, yearly: [] };
  let end = at.length;
  for (let index = 0; end > 0; end--, index++) {
    const change = yearly[yearly.length - 1 - (index % yearly.length)];
    const year = FIT_UNTIL - 1 - Math.floor(index / yearly.length);
    if (change === undefined || instantIn(year, change) !== at[end - 1] || change.offset !== offsets[end]) break;
  }
  // The first change by the rule stays: earlier ones by it may never have taken place.
  return { at: at.slice(0, end + 1), offsets: offsets.slice(0, end + 2), yearly };
}

function yearlyOf(at: readonly number[], offsets: readonly number[]): YearlyChange[] | null {
  const first = countUntil(at, Date.UTC(FIT_FROM, 0) / 1_000);
  const each = (at.length - first) / (FIT_UNTIL - FIT_FROM);
  if (each === 0 || !Number.isInteger(each)) return null;
  const yearly: YearlyChange[] = [];
  for (let slot = 0; slot < each; slot++) {
    const indices = Array.from({ length: FIT_UNTIL - FIT_FROM }, (_, year) => first + year * each + slot);
    // The date on the clock that was left; rules are written by it.
    const days = indices.map((index) => new Date(((at[index] ?? 0) + (offsets[index] ?? 0)) * 1_000));
    // By the length of a leap year, so that dates of different years compare.
    const earliest = days.reduce((a, b) => (placeOf(b) < placeOf(a) ? b : a));
    const [month, day] = [earliest.getUTCMonth(), earliest.getUTCDate()];
    const isWeekday = new Set(days.map((date) => date.getUTCDay())).size === 1;
    const time = (at[indices[0] ?? 0] ?? 0) - Math.floor((days[0]?.getTime() ?? 0) / (DAY * 1_000)) * DAY;
    const offset = offsets[(indices[0] ?? 0) + 1] ?? 0;
    const change = { month, day, weekday: isWeekday ? earliest.getUTCDay() : null, time, offset };
    if (indices.some((index, year) => instantIn(FIT_FROM + year, change) !== at[index] || offsets[index + 1] !== offset))
      return null;
    yearly.push(change);
  }
  return yearly;
}

function placeOf(date: Date): number {
  return date.getUTCMonth() * 31 + date.getUTCDate();
}
