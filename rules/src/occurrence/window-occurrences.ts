import type { ProjectState } from "../project/project-state.ts";
import { skippedBetween } from "../schedule/schedule.ts";
import { DAY } from "../values/duration.ts";
import { DrawbridgeError } from "../values/errors.ts";
import { parseWall, wallToInstant } from "../values/wall-time.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import { announcedFrom, longestLead } from "./announcement.ts";
import { allAround, allBetween, type Occurrence, type Override, skippedOccurrence } from "./occurrence.ts";
import { endAt, isAhead, type OccurrenceState, stateAt } from "./occurrence-state.ts";

export interface OccurrenceStatus {
  readonly occurrence: Occurrence;
  readonly window: MaintenanceWindow;
  readonly override: Override | null;
  readonly state: OccurrenceState;
  /** Epoch ms; never after its start. */
  readonly announcedAt: number;
  /** Epoch ms, at that instant. */
  readonly end: number;
  /** One whose rule was edited while it was active has a final end too, but was not completed. */
  readonly isCompleted: boolean;
}

export interface WindowWithOverrides {
  readonly id: string;
  readonly window: MaintenanceWindow;
  readonly overrides: readonly Override[];
  /** Milliseconds before a start at which the first apps announce it. */
  readonly lead: number;
}

/** @throws not_found */
export function findWindow(state: ProjectState, id: string): WindowWithOverrides {
  const window = state.window.get(id)?.value;
  if (!window) throw new DrawbridgeError("not_found", "The project has no such window.");
  return { id, window, overrides: overridesForWindow(state, id), lead: longestLead(state, window) };
}

export function windowsWithOverrides(state: ProjectState): WindowWithOverrides[] {
  const overrides = Map.groupBy(
    [...state.override.values()].map(({ value }) => value),
    ({ window }) => window,
  );
  return [...state.window].map(([id, { value: window }]) => ({
    id,
    window,
    overrides: overrides.get(id) ?? [],
    lead: longestLead(state, window),
  }));
}

export function overridesForWindow(state: ProjectState, window: string): Override[] {
  return [...overrideEntries(state, window)].map(([, override]) => override);
}

/** An id is `<window>/<occurrence>`, so overrides of a window are adjacent. Costs only those. */
export function* overrideEntries({ override }: ProjectState, window: string): Generator<[string, Override], undefined> {
  const beginning = `${window}/`;
  for (const [id, { value }] of override.after(beginning)) {
    if (!id.startsWith(beginning)) return;
    yield [id, value];
  }
}

/** Up to at least the next four. */
export function statusesAround(held: WindowWithOverrides, now: number): OccurrenceStatus[] {
  return statuses(held, allAround(held.id, held.window, held.overrides, now), now);
}

/** Occurrences that touch `[from, until]`, by start. */
export function statusesBetween(held: WindowWithOverrides, from: number, until: number, now: number): OccurrenceStatus[] {
  return statuses(held, allBetween(held.id, held.window, held.overrides, from, until, now), now);
}

/** In any order. */
export function skippedStatuses({ id, window, lead }: WindowWithOverrides, from: number, until: number): OccurrenceStatus[] {
  return skippedBetween(window, from, until).map((plan) => {
    const occurrence = skippedOccurrence(id, window, plan);
    const announcedAt = announcedFrom(occurrence, lead);
    return { occurrence, window, override: null, state: "skipped", announcedAt, end: plan.end, isCompleted: false };
  });
}

/** Days to search, step by step: a daily rule costs days of expansion, a yearly rule years. */
const spans = [8, 64, 512, 4096];

/** By start, canceled ones included. */
export function nextStatuses(held: WindowWithOverrides, now: number, count: number): OccurrenceStatus[] {
  const isLeft = ({ end }: OccurrenceStatus) => end > now;
  const around = statusesAround(held, now).filter(isLeft);
  const from = Math.max(now, around[0]?.occurrence.start ?? now);
  for (const days of around.length === 0 ? [] : spans) {
    const found = statusesBetween(held, now, from + days * DAY, now).filter(isLeft);
    if (found.length >= Math.max(count, around.length)) return found.slice(0, count);
  }
  return around.slice(0, count);
}

/** Finds it at any distance from `now`. @throws not_found */
export function findOccurrence(state: ProjectState, name: string, now: number): OccurrenceStatus {
  const slash = name.indexOf("/");
  const wall = parseWall(name.slice(slash + 1));
  if (slash < 0 || wall === null) throw noOccurrence();
  const held = findWindow(state, name.slice(0, slash));
  const isIt = ({ occurrence }: OccurrenceStatus) => occurrence.name === name;
  // One with an override is found from anywhere; any other is where it was planned.
  const planned = wallToInstant(wall, held.window.zone);
  const found = statusesAround(held, now).find(isIt) ?? statusesBetween(held, planned - DAY, planned + DAY, now).find(isIt);
  if (!found) throw noOccurrence();
  return found;
}

function noOccurrence(): DrawbridgeError {
  const rule = "Occurrences are named <window>/<planned local start>, such as db-upgrade/2026-12-06T02:00";
  return new DrawbridgeError("not_found", `The project has no such occurrence. ${rule}.`);
}

function statuses(
  { window, overrides, lead }: WindowWithOverrides,
  occurrences: readonly Occurrence[],
  now: number,
): OccurrenceStatus[] {
  const own = new Map(overrides.map((override) => [override.occurrence, override]));
  return occurrences.map((occurrence) => {
    const override = own.get(occurrence.name.slice(occurrence.window.length + 1)) ?? null;
    const announcedAt = announcedFrom(occurrence, lead);
    const state = stateAt({ ...occurrence, announcedAt }, now);
    // One with a final end that has not started: the clock was set back to before it, and it took place.
    const isCompleted = override?.completed === true && (override.kept === null || isAhead(state));
    return { occurrence, window, override, state, announcedAt, end: endAt(occurrence, now), isCompleted };
  });
}
