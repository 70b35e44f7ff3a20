/**
 * The windows of a project in the order of their occurrences: a page of active and upcoming maintenance expands only the windows
 * on it, and the few that changed since the order was built.
 */

import type { MaintenanceWindow } from "./maintenance-window.ts";
import type { Held, ProjectState } from "./project-state.ts";
import { heldWindow, type WindowHeld } from "./standing-occurrence.ts";
import type { Steps } from "./steps.ts";
import { dayOf, outlookOf } from "./window-outlook.ts";

/** Occurrences of the window that end on the agenda's day or later start at `from` (epoch ms) or later. */
export interface AgendaEntry {
  readonly id: string;
  readonly from: number;
}

type Windows = ReadonlyMap<string, Held<MaintenanceWindow>>;

/** Days for which each project's order is kept. */
const DAYS_KEPT = 8;

/** Keyed by the map of windows that states share, then by day. */
const orders = new WeakMap<Windows, Map<number, readonly AgendaEntry[]>>();

/** Expands each window whose position on that day is not known: long work, to be done in turns before `agendaOf`. */
export function* prepareAgenda({ window }: ProjectState, at: number): Steps<void> {
  if (orders.get(window.shared)?.has(dayOf(at))) return;
  for (const [id, { value }] of window.shared) {
    outlookOf({ id, window: value, overrides: [] }, at);
    yield;
  }
}

export interface Agenda {
  /** Windows without a known position. */
  readonly unordered: readonly WindowHeld[];
  /** All other windows with occurrences to come, in the order of those. None of them has overrides. */
  readonly ordered: Iterable<AgendaEntry>;
}

/** @param at epoch ms */
export function agendaOf(state: ProjectState, at: number): Agenda {
  const apart = new Set([...state.window.changed.keys(), ...touched(state)]);
  const unordered = [...apart].filter((id) => state.window.has(id)).map((id) => heldWindow(state, id));
  return { unordered, ordered: without(apart, orderOf(state.window.shared, at)) };
}

function* without(apart: ReadonlySet<string>, entries: readonly AgendaEntry[]): Generator<AgendaEntry> {
  for (const entry of entries) if (!apart.has(entry.id)) yield entry;
}

function orderOf(windows: Windows, at: number): readonly AgendaEntry[] {
  const byDay = orders.get(windows) ?? new Map<number, readonly AgendaEntry[]>();
  orders.set(windows, byDay);
  const day = dayOf(at);
  const known = byDay.get(day);
  if (known) return known;
  const entries = [...windows].map(([id, { value }]) => {
    const from = outlookOf({ id, window: value, overrides: [] }, at).firstStart;
    return { id, from };
  });
  const coming = entries.filter(({ from }) => from !== Number.POSITIVE_INFINITY).sort((a, b) => a.from - b.from);
  const oldest = byDay.size < DAYS_KEPT ? undefined : byDay.keys().next().value;
  if (oldest !== undefined) byDay.delete(oldest);
  byDay.set(day, coming);
  return coming;
}

/** Ids of the windows with overrides, cached by the map of overrides. */
const touchedBy = new WeakMap<ProjectState["override"], ReadonlySet<string>>();

function touched({ override }: ProjectState): ReadonlySet<string> {
  const known = touchedBy.get(override);
  if (known) return known;
  const found = new Set([...override.values()].map(({ value }) => value.window));
  touchedBy.set(override, found);
  return found;
}
