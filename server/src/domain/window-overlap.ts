/** Windows that cover the same asker at the same time: it is told of one interruption, which may surprise. */

import type { Problem } from "./errors.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { type Override, occurrencesBetween } from "./occurrence.ts";
import type { ProjectState } from "./project-state.ts";
import { finished, type Steps } from "./steps.ts";
import { overridesByWindow } from "./window-change.ts";

interface Span {
  readonly window: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const LOOKED_AHEAD = 31 * 24 * 60 * 60 * 1_000;
/** A project of thousands of windows is not looked through to the end: it costs 0.1 s by then. */
const MOST_SPANS = 10_000;

/** Once for each two windows, with the first time, of the next 31 days. @param ids of two, one is among them */
export function overlapWarnings(state: ProjectState, ids: readonly string[], now: number): Problem[] {
  return finished(overlapSteps(state, ids, now));
}

export function* overlapSteps(state: ProjectState, ids: readonly string[], now: number): Steps<Problem[]> {
  const edited = new Set(ids);
  const found = new Map<string, Problem>();
  const overrides = overridesByWindow(state);
  const spansOf = remembered((id) => spansIn(id, state.window.get(id)?.value, overrides.get(id) ?? [], now));
  let looked = 0;
  for (const windows of windowsByAsker(state, edited)) {
    const spans: Span[] = [];
    for (const id of windows) {
      const own = spansOf(id);
      spans.push(...own);
      looked += own.length;
      if (looked > MOST_SPANS) return [...found.values()];
      yield;
    }
    spans.sort((a, b) => a.start - b.start);
    let open: Span | null = null;
    for (const span of spans) {
      if (open !== null && span.start < open.end) note(open, span, edited, found);
      if (open === null || span.end > open.end) open = span;
    }
    yield;
  }
  return [...found.values()];
}

function note(first: Span, second: Span, edited: ReadonlySet<string>, found: Map<string, Problem>): void {
  if (first.window === second.window || !(edited.has(first.window) || edited.has(second.window))) return;
  const [about, other] = edited.has(second.window) ? [second, first] : [first, second];
  const pair = [about.window, other.window].sort().join(" ");
  if (found.has(pair)) return;
  const message = `${about.name} overlaps ${other.name}: whom both cover is told of one interruption`;
  found.set(pair, { path: `windows.${about.window}`, message });
}

/** The windows on everybody; and with them those of each instance and platform, where an edited one is among them. */
function* windowsByAsker(state: ProjectState, edited: ReadonlySet<string>): Generator<readonly string[]> {
  const { everybody, byAsker } = coverOf(state.window);
  if (everybody.some((id) => edited.has(id))) {
    yield everybody;
    for (const { windows } of byAsker.values()) yield [...everybody, ...windows];
    return;
  }
  const names = new Set([...edited].flatMap((id) => askersOf(state.window.get(id)?.value)));
  const askers = [...names].flatMap((name) => byAsker.get(name) ?? []).sort((a, b) => a.place - b.place);
  for (const { windows } of askers) yield [...everybody, ...windows];
}

interface Cover {
  readonly everybody: readonly string[];
  /** Ids of windows, and where the asker comes among all. */
  readonly byAsker: ReadonlyMap<string, { readonly place: number; readonly windows: string[] }>;
}

/** By the map of windows: a page of maintenance would otherwise look at each window for what is on it. */
const covers = new WeakMap<ProjectState["window"], Cover>();

function coverOf(windows: ProjectState["window"]): Cover {
  const known = covers.get(windows);
  if (known) return known;
  const everybody: string[] = [];
  const byAsker = new Map<string, { readonly place: number; readonly windows: string[] }>();
  for (const [id, { value }] of windows) {
    const askers = askersOf(value);
    if (askers.length === 0) everybody.push(id);
    for (const asker of askers) {
      const own = byAsker.get(asker);
      if (own) own.windows.push(id);
      else byAsker.set(asker, { place: byAsker.size, windows: [id] });
    }
  }
  const cover = { everybody, byAsker };
  covers.set(windows, cover);
  return cover;
}

function askersOf(window: MaintenanceWindow | undefined): string[] {
  return [...(window?.instances ?? []).map((id) => `i${id}`), ...(window?.platforms ?? []).map((name) => `p${name}`)];
}

function spansIn(id: string, window: MaintenanceWindow | undefined, overrides: readonly Override[], now: number): Span[] {
  if (!window) return [];
  const occurrences = occurrencesBetween(id, window, overrides, now, now + LOOKED_AHEAD);
  return occurrences.map(({ name, start, end }) => ({ window: id, name, start, end })).filter(({ end }) => end > now);
}

function remembered<T>(make: (id: string) => T): (id: string) => T {
  const made = new Map<string, T>();
  return (id) => {
    const known = made.get(id);
    if (known !== undefined) return known;
    const value = make(id);
    made.set(id, value);
    return value;
  };
}
