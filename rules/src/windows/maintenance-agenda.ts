/**
 * The windows of a project in the order in which they come: a page of what is in force and to come looks at those that are on it, and
 * at the few that were changed since the order was made.
 */

import type { Held, ProjectState } from "../project/project-state.ts";
import { finished, type Steps } from "../values/steps.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { heldWindow, type WindowHeld } from "./standing-occurrence.ts";
import { dayOf, outlookOf } from "./window-outlook.ts";

/** Nothing of the window that ends on the day of the agenda or later starts before `from`, epoch ms. */
export interface AgendaEntry {
  readonly id: string;
  readonly from: number;
}

type Windows = ReadonlyMap<string, Held<MaintenanceWindow>>;

/** Days of which the order is kept, of each project. */
const DAYS_KEPT = 8;

/** By what states share of their windows, then by day. */
const orders = new WeakMap<Windows, Map<number, readonly AgendaEntry[]>>();

export interface Agenda {
  /** Windows of which nothing is known beforehand. */
  readonly unordered: readonly WindowHeld[];
  /** All others that have anything to come, in the order in which they come. Nothing was done to any of them. */
  readonly ordered: Iterable<AgendaEntry>;
}

/** Orders the windows on the first question about a day: long work, to be done in turns right before `agendaOf` is called. */
export function* prepareAgenda({ window }: ProjectState, at: number): Steps<void> {
  yield* orderOf(window.shared, at);
}

/** Costs every window unless `prepareAgenda` was finished in the same turn. @param at epoch ms */
export function agendaOf(state: ProjectState, at: number): Agenda {
  const apart = new Set([...state.window.changed.keys(), ...touched(state)]);
  const unordered = [...apart].filter((id) => state.window.has(id)).map((id) => heldWindow(state, id));
  return { unordered, ordered: without(apart, finished(orderOf(state.window.shared, at))) };
}

function* without(apart: ReadonlySet<string>, entries: readonly AgendaEntry[]): Generator<AgendaEntry> {
  for (const entry of entries) if (!apart.has(entry.id)) yield entry;
}

function* orderOf(windows: Windows, at: number): Steps<readonly AgendaEntry[]> {
  const byDay = orders.get(windows) ?? new Map<number, readonly AgendaEntry[]>();
  orders.set(windows, byDay);
  const day = dayOf(at);
  const known = byDay.get(day);
  if (known) return known;
  const coming: AgendaEntry[] = [];
  for (const [id, { value }] of windows) {
    // Kept here: `outlookOf` remembers a few days, and other lists push this one out between two steps.
    const from = outlookOf({ id, window: value, overrides: [] }, at).firstStart;
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

/** By the map of what was done: ids of the windows to which something was. */
const touchedBy = new WeakMap<ProjectState["override"], ReadonlySet<string>>();

function touched({ override }: ProjectState): ReadonlySet<string> {
  const known = touchedBy.get(override);
  if (known) return known;
  const found = new Set([...override.values()].map(({ value }) => value.window));
  touchedBy.set(override, found);
  return found;
}
