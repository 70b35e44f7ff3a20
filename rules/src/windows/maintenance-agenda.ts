/**
 * Windows of a project sorted by when they come next. A page of active and upcoming maintenance then reads only the windows on it, and
 * the few that changed since the order was computed.
 */

import { findWindow, type WindowWithOverrides } from "../occurrence/window-occurrences.ts";
import type { ProjectState, Revisioned } from "../project/project-state.ts";
import { runSteps, type Steps } from "../values/steps.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { readWindowOutlook, startOfUtcDay } from "./window-outlook.ts";

/** Window whose occurrences that end on the day of the agenda or later all start at `from` (epoch ms) or later. */
interface AgendaEntry {
  readonly id: string;
  readonly from: number;
}

type Windows = ReadonlyMap<string, Revisioned<MaintenanceWindow>>;

/** Number of days per project whose order is cached. */
const DAYS_KEPT = 8;

/** Cached orders, keyed by the window map that successive states share, then by day. */
const orders = new WeakMap<Windows, Map<number, readonly AgendaEntry[]>>();

interface Agenda {
  /** Windows that the cached order does not cover. */
  readonly unordered: readonly WindowWithOverrides[];
  /** All other windows with upcoming occurrences, sorted by when they come. None has overrides. */
  readonly ordered: Iterable<AgendaEntry>;
}

/** Sorts the windows on the first query for a day. Slow: run it in steps, right before calling `readAgenda`. */
export function* prepareAgenda({ window }: ProjectState, at: number): Steps<void> {
  yield* orderOf(window.shared, at);
}

/** Reads every window unless `prepareAgenda` finished in the same turn of the event loop. @param at epoch ms */
export function readAgenda(state: ProjectState, at: number): Agenda {
  const apart = new Set([...state.window.changed.keys(), ...touched(state)]);
  const unordered = [...apart].filter((id) => state.window.has(id)).map((id) => findWindow(state, id));
  return { unordered, ordered: without(apart, runSteps(orderOf(state.window.shared, at))) };
}

function* without(apart: ReadonlySet<string>, entries: readonly AgendaEntry[]): Generator<AgendaEntry> {
  for (const entry of entries) if (!apart.has(entry.id)) yield entry;
}

function* orderOf(windows: Windows, at: number): Steps<readonly AgendaEntry[]> {
  const byDay = orders.get(windows) ?? new Map<number, readonly AgendaEntry[]>();
  orders.set(windows, byDay);
  const day = startOfUtcDay(at);
  const known = byDay.get(day);
  if (known) return known;
  const coming: AgendaEntry[] = [];
  for (const [id, { value }] of windows) {
    // Kept here: `readWindowOutlook` remembers a few days, and other lists push this one out between two steps.
    const from = readWindowOutlook({ id, window: value, overrides: [] }, at).firstStart;
    if (from !== Number.POSITIVE_INFINITY) coming.push({ id, from });
    yield;
  }
  coming.sort((a, b) => a.from - b.from);
  // Removed first: the day may have been ordered meanwhile, and is the newest now.
  byDay.delete(day);
  const oldest = byDay.size < DAYS_KEPT ? undefined : byDay.keys().next().value;
  if (oldest !== undefined) byDay.delete(oldest);
  byDay.set(day, coming);
  return coming;
}

/** Ids of windows with overrides, cached by the map of overrides. */
const touchedBy = new WeakMap<ProjectState["override"], ReadonlySet<string>>();

function touched({ override }: ProjectState): ReadonlySet<string> {
  const known = touchedBy.get(override);
  if (known) return known;
  const found = new Set([...override.values()].map(({ value }) => value.window));
  touchedBy.set(override, found);
  return found;
}
