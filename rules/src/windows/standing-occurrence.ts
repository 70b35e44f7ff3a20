/** Occurrences as a verb finds them: what was planned, what was done to it, and how it stands now. Cancelled ones are there too. */

import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { DrawbridgeError } from "../values/errors.ts";
import { parseWall, wallToInstant } from "../values/wall-time.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { endInForce, type Occurrence, type Override, occurrencesAround, occurrencesBetween } from "./occurrence.ts";
import { overridesByWindow, overridesOf } from "./window-change.ts";

export type OccurrenceState = "scheduled" | "in_force" | "over" | "cancelled";

export interface Standing {
  readonly occurrence: Occurrence;
  readonly window: MaintenanceWindow;
  readonly override: Override | null;
  readonly state: OccurrenceState;
  /** Epoch ms; in force now. */
  readonly end: number;
  /** Ended by hand, for ever. One whose rule was edited under it has a final end too, but was not. */
  readonly isCompleted: boolean;
}

const DAY = 24 * 60 * 60 * 1_000;

/** A window with what was done to it. */
export interface WindowHeld {
  readonly id: string;
  readonly window: MaintenanceWindow;
  readonly overrides: readonly Override[];
}

/** @throws not_found */
export function heldWindow(state: ProjectState, id: string): WindowHeld {
  const window = state.window.get(id)?.value;
  if (!window) throw new DrawbridgeError("not_found", "The project has no such window.");
  return { id, window, overrides: overridesOf(state, id) };
}

/** Every window, each with what was done to it. */
export function heldWindows(state: ProjectState): WindowHeld[] {
  const overrides = overridesByWindow(state);
  return [...state.window].map(([id, { value }]) => ({ id, window: value, overrides: overrides.get(id) ?? [] }));
}

/** Those around `now`, up to the next four at least, in order of start. */
export function standingsAround(held: WindowHeld, now: number): Standing[] {
  return standings(held, now, (overrides) => occurrencesAround(held.id, held.window, overrides, now));
}

/** Those that touch `[from, until]`, as they stand at `now`, in order of start. */
export function standingsBetween(held: WindowHeld, from: number, until: number, now: number): Standing[] {
  return standings(held, now, (overrides) => occurrencesBetween(held.id, held.window, overrides, from, until, now));
}

/** Days after the first in which the next are looked for: a daily rule pays for days, and a yearly one for years. */
const spans = [8, 64, 512, 4096];

/** Those in force and the next to come, cancelled ones too, `count` at most, in order of start. */
export function nextStandings(held: WindowHeld, now: number, count: number): Standing[] {
  const isAhead = ({ end }: Standing) => end > now;
  const around = standingsAround(held, now).filter(isAhead);
  const from = Math.max(now, around[0]?.occurrence.start ?? now);
  for (const days of around.length === 0 ? [] : spans) {
    const found = standingsBetween(held, now, from + days * DAY, now).filter(isAhead);
    if (found.length >= Math.max(count, around.length)) return found.slice(0, count);
  }
  return around.slice(0, count);
}

/** The one of that name, `<window>/<planned local start>`, however far away it is. @throws not_found */
export function standingNamed(state: ProjectState, name: string, now: number): Standing {
  const slash = name.indexOf("/");
  const wall = parseWall(name.slice(slash + 1));
  if (slash < 0 || wall === null) throw noOccurrence();
  const held = heldWindow(state, name.slice(0, slash));
  const isIt = ({ occurrence }: Standing) => occurrence.name === name;
  // One to which something was done is found from anywhere; any other is where it was planned.
  const planned = wallToInstant(wall, held.window.zone);
  const found = standingsAround(held, now).find(isIt) ?? standingsBetween(held, planned - DAY, planned + DAY, now).find(isIt);
  if (!found) throw noOccurrence();
  return found;
}

/** Adds to what was done to an occurrence. */
export function overriding({ occurrence, override }: Standing, change: Partial<Override>): Edit {
  const { window, name } = occurrence;
  const before = override ?? untouched(window, name.slice(window.length + 1));
  return { kind: "override", id: name, value: { ...before, ...change } };
}

/** @param occurrence its planned local start */
export function untouched(window: string, occurrence: string): Override {
  return { window, occurrence, start: null, end: null, cancelled: false, completed: false, byHand: false, kept: null };
}

function noOccurrence(): DrawbridgeError {
  const rule = "it is named <window>/<planned local start>, such as db-upgrade/2026-12-06T02:00";
  return new DrawbridgeError("not_found", `The project has no such occurrence: ${rule}.`);
}

function standings(
  { window, overrides }: WindowHeld,
  now: number,
  expand: (overrides: readonly Override[]) => Occurrence[],
): Standing[] {
  const own = new Map(overrides.map((override) => [override.occurrence, override]));
  const overrideOf = ({ window: id, name }: Occurrence) => own.get(name.slice(id.length + 1)) ?? null;
  const cancelled = overrides.some((override) => override.cancelled)
    ? expand(overrides.map((override) => ({ ...override, cancelled: false }))).filter((one) => overrideOf(one)?.cancelled)
    : [];
  return [...expand(overrides), ...cancelled]
    .sort((a, b) => a.start - b.start || (a.name < b.name ? -1 : 1))
    .map((occurrence) => standing(window, occurrence, overrideOf(occurrence), now));
}

function standing(window: MaintenanceWindow, occurrence: Occurrence, override: Override | null, now: number): Standing {
  const end = override?.cancelled ? occurrence.end : endInForce(occurrence, now);
  const state = stateOf(occurrence, override, end, now);
  // One with a final end that has not started: the clock was set back to before it, and it took place.
  const isCompleted = override?.completed === true && (override.kept === null || state === "scheduled");
  return { occurrence, window, override, state, end, isCompleted };
}

function stateOf({ start }: Occurrence, override: Override | null, end: number, now: number): OccurrenceState {
  if (override?.cancelled) return "cancelled";
  if (now < start) return "scheduled";
  return now < end ? "in_force" : "over";
}
