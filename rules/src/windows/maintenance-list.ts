import { longestLead } from "../occurrence/announcement.ts";
import { startOfDay } from "../occurrence/occurrence.ts";
import {
  type OccurrenceStatus,
  skippedStatuses,
  statusesBetween,
  type WindowWithOverrides,
  windowsWithOverrides,
} from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import { DAY } from "../values/duration.ts";
import type { Steps } from "../values/steps.ts";
import type { Warning } from "../wire/warning.ts";
import { prepareAgenda, readAgenda, readWindowOutlook } from "./window-outlook.ts";
import { overlapSteps } from "./window-overlap.ts";
import { shiftWarnings, windowWarnings } from "./window-warnings.ts";

export interface ListQuery {
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
  readonly limit: number;
  /** Last entry of the previous page. */
  readonly after?: ListPosition | null;
  /** Also what was moved out of the time between. */
  readonly planned?: boolean;
  /** Warnings take most of the time for a list with thousands of windows. */
  readonly warnings?: boolean;
}

/** The list is in this order. The start is epoch ms. */
export interface ListPosition {
  readonly start: number;
  readonly name: string;
}

/** No occurrence is longer, and no clock is further from UTC. */
const REACH = 367 * DAY;

export class MaintenanceList {
  readonly #state: ProjectState;
  readonly #query: ListQuery;
  readonly #now: number;
  /** In any order, and more than the list has; `#first` selects from them. */
  #found: OccurrenceStatus[] = [];
  /** Epoch ms: nothing that starts later is listed. */
  #horizon: number;
  warnings: readonly Warning[] = [];

  constructor(state: ProjectState, query: ListQuery, now: number) {
    this.#state = state;
    this.#query = query;
    this.#horizon = query.until;
    this.#now = now;
  }

  *lookUp(): Steps<void> {
    const begin = this.#begin();
    yield* prepareAgenda(this.#state, begin);
    const { unordered, ordered } = readAgenda(this.#state, begin);
    for (const held of unordered) {
      this.#add(held);
      yield;
    }
    for (const { id, from } of ordered) {
      if (from >= this.#horizon) break;
      const window = this.#state.window.get(id)?.value;
      if (window) this.#add({ id, window, overrides: [], lead: longestLead(this.#state, window) });
      yield;
    }
    if (this.#query.warnings !== false) yield* this.#warn(yield* projectWarnings(this.#state, this.#now));
  }

  *lookAt(held: WindowWithOverrides): Steps<void> {
    this.#add(held);
    const own = windowWarnings(this.#state, held, this.#now);
    if (this.#query.warnings !== false) yield* this.#warn({ first: own, count: own.length });
  }

  *#warn(ofWindows: ProjectWarnings): Steps<void> {
    const found: Warning[] = [];
    for (const status of this.statuses) {
      found.push(...shiftWarnings(status));
      yield;
    }
    const listed = [...new Set(this.statuses.map(({ occurrence }) => occurrence.window))];
    found.push(...(yield* overlapSteps(this.#state, listed, this.#now)));
    const left = found.length + ofWindows.count - maxWarnings;
    const all = [...found, ...ofWindows.first];
    this.warnings = left <= 0 ? all : [...all.slice(0, maxWarnings), { code: "more_warnings", path: "windows", count: left }];
  }

  /** The next page starts no earlier than the last entry of the page before. */
  #begin(): number {
    const { from, after = null } = this.#query;
    return Math.max(from, after?.start ?? from);
  }

  #add(held: WindowWithOverrides): void {
    const { from, limit, after = null, planned = false } = this.#query;
    const until = this.#horizon;
    const begin = this.#begin();
    const taking = isFar(held, begin, until) ? [] : statusesBetween(held, begin, until, this.#now);
    const found = [...taking, ...skippedStatuses(held, begin, until)];
    const touching = found.filter(({ occurrence, end }) => end > from && occurrence.start < until);
    if (planned) touching.push(...this.#movedAway(held));
    this.#found.push(...(after === null ? touching : touching.filter(({ occurrence }) => compare(occurrence, after) > 0)));
    // Sorting after each window would dominate the cost.
    if (this.#found.length > 2 * limit) this.#first();
  }

  #movedAway(held: WindowWithOverrides): OccurrenceStatus[] {
    const { from, until } = this.#query;
    return held.overrides.flatMap(({ start, occurrence: wall }) => {
      const shown = Date.parse(`${wall}Z`);
      if (start === null || shown > until + DAY || shown < from - REACH) return [];
      const name = `${held.id}/${wall}`;
      return statusesBetween(held, start - 1, start + 1, this.#now).filter(
        ({ occurrence, end }) =>
          occurrence.name === name &&
          (end <= from || occurrence.start >= until) &&
          occurrence.plannedEnd > from &&
          occurrence.plannedStart < until,
      );
    });
  }

  /** One more than `limit`. Lowers the horizon: later occurrences are not looked up. */
  #first(): readonly OccurrenceStatus[] {
    const { limit } = this.#query;
    this.#found = this.#found.sort((a, b) => compare(a.occurrence, b.occurrence)).slice(0, limit + 1);
    const last = this.#found[limit];
    if (last) this.#horizon = Math.min(this.#horizon, last.occurrence.start + 1);
    return this.#found;
  }

  get statuses(): readonly OccurrenceStatus[] {
    return this.#first().slice(0, this.#query.limit);
  }

  get more(): boolean {
    return this.#first().length > this.#query.limit;
  }

  get next(): ListPosition | null {
    const last = this.#first()[this.#query.limit - 1];
    return this.more && last ? { start: last.occurrence.start, name: last.occurrence.name } : null;
  }
}

/** Judges windows without a rule or overrides by the text alone. A hold lasts at most a day. */
function isFar(
  { window: { start, end, duration, repeat }, overrides }: WindowWithOverrides,
  from: number,
  until: number,
): boolean {
  if (repeat !== null || overrides.length > 0) return false;
  const shown = Date.parse(`${start}Z`);
  const length = duration ?? Date.parse(`${end}Z`) - shown;
  return shown > until + 2 * DAY || shown + length < from - 4 * DAY;
}

function compare(a: ListPosition, b: ListPosition): number {
  return a.start - b.start || Number(a.name > b.name) - Number(a.name < b.name);
}

interface ProjectWarnings {
  /** Sorted by window id. */
  readonly first: readonly Warning[];
  readonly count: number;
}

const maxWarnings = 200;

interface Remembered extends ProjectWarnings {
  /** The warnings were computed from these maps and the windows. */
  readonly of: readonly object[];
  /** Epoch ms: the warnings are valid for `from ≤ now < until`. */
  readonly from: number;
  readonly until: number;
}

const remembered = new WeakMap<ProjectState["window"], Remembered>();

/** Cached for each state. */
export function* projectWarnings(state: ProjectState, now: number): Steps<ProjectWarnings> {
  const of = [state.project, state.instance, state.override];
  const known = remembered.get(state.window);
  if (known && known.from <= now && now < known.until && known.of.every((map, index) => map === of[index])) return known;
  const first: Warning[] = [];
  let count = 0;
  let until = startOfDay(now) + DAY;
  for (const held of windowsWithOverrides(state)) {
    const own = windowWarnings(state, held, now);
    if (first.length < maxWarnings) first.push(...own);
    count += own.length;
    const { aliveUntil } = readWindowOutlook(held, now);
    if (aliveUntil > now) until = Math.min(until, aliveUntil);
    yield;
  }
  const found = { of, from: now, until, first, count };
  remembered.set(state.window, found);
  return found;
}
