/** Maintenance in order of start, with what may surprise about it. Looked up window by window, so that it can be interrupted. */
import type { Problem } from "./errors.ts";
import { shiftWarnings, windowWarnings } from "./maintenance-warning.ts";
import type { ProjectState } from "./project-state.ts";
import { type Standing, standingsBetween, type WindowHeld } from "./standing-occurrence.ts";
import { overlapWarnings } from "./window-overlap.ts";

export interface ListQuery {
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
  readonly limit: number;
}

const MOST_WARNINGS = 200;

export class MaintenanceList {
  readonly #state: ProjectState;
  readonly #query: ListQuery;
  readonly #now: number;
  #first: Standing[] = [];
  readonly #warnings: Problem[] = [];

  constructor(state: ProjectState, query: ListQuery, now: number) {
    this.#state = state;
    this.#query = query;
    this.#now = now;
  }

  add(windows: readonly WindowHeld[]): void {
    const { from, limit } = this.#query;
    const until = this.#horizon;
    const found = windows.flatMap((held) => standingsBetween(held, from, until, this.#now));
    const touching = found.filter(({ occurrence, end }) => end > from && occurrence.start < until);
    this.#first = [...this.#first, ...touching].sort(inOrder).slice(0, limit + 1);
    for (const held of windows) this.#warnings.push(...windowWarnings(this.#state, held, this.#now));
  }

  /** What starts later than the last of a full list would not be in it, and is not looked up. */
  get #horizon(): number {
    const { until, limit } = this.#query;
    return Math.min(until, (this.#first[limit]?.occurrence.start ?? until) + 1);
  }

  get standings(): readonly Standing[] {
    return this.#first.slice(0, this.#query.limit);
  }

  get more(): boolean {
    return this.#first.length > this.#query.limit;
  }

  /** What the clocks do is told of those that are listed. */
  get warnings(): readonly Problem[] {
    const listed = [...new Set(this.standings.map(({ occurrence }) => occurrence.window))];
    const overlaps = overlapWarnings(this.#state, listed, this.#now);
    const all = [...this.standings.flatMap(shiftWarnings), ...overlaps, ...this.#warnings];
    if (all.length <= MOST_WARNINGS) return all;
    return [...all.slice(0, MOST_WARNINGS), { path: "windows", message: `and ${all.length - MOST_WARNINGS} more` }];
  }
}

function inOrder(a: Standing, b: Standing): number {
  return a.occurrence.start - b.occurrence.start || (a.occurrence.name < b.occurrence.name ? -1 : 1);
}
