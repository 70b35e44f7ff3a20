/**
 * Nothing is edited under people's feet: a changed window acts on occurrences that have not started. One that is in
 * force keeps its start and end, one that is over stays what it was; both as overrides that outlive the rule. The new
 * rule plans nothing up to its change, or it would be seen where it never was in force.
 */

import { sameValue } from "../changes/document-diff.ts";
import type { Refusal } from "../changes/refusal.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import type { Problem } from "../values/errors.ts";
import { listed } from "../values/fields.ts";
import type { Steps } from "../values/steps.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { endInForce, isAhead, isKeptAhead, type Occurrence, type Override, occurrencesAround } from "./occurrence.ts";

export interface WindowEdits {
  readonly edits: Edit[];
  readonly refusals: Refusal[];
  /** What of a change comes too late. */
  readonly warnings: Problem[];
}

/**
 * The same edits, of windows with the instant from which their rules plan: that of the present window, or of a deleted one that comes
 * back. One in the future was written by a clock that was ahead: later today it becomes `now`, after that it is dropped.
 */
export function continued(state: ProjectState, edits: readonly Edit[], now: number): Edit[] {
  return edits.map((edit) => {
    if (edit.kind !== "window" || edit.value === null) return edit;
    const { since: instant } = state.window.get(edit.id)?.value ?? edit.value;
    const isGone = instant === undefined || isAhead(instant, now);
    return { ...edit, value: since(edit.value, isGone ? undefined : Math.min(instant, now)) };
  });
}

/** @param edits as `continued` gives them */
export function* windowEdits(state: ProjectState, edits: readonly Edit[], now: number): Steps<WindowEdits> {
  const found: WindowEdits = { edits: [], refusals: [], warnings: [] };
  for (const edit of edits) {
    if (edit.kind !== "window") continue;
    yield;
    const before = state.window.get(edit.id)?.value;
    if (!before) continue;
    const { edits, refusals, warnings } = edit.value
      ? change(state, edit.id, before, edit.value, now)
      : removal(state, edit.id, before, now);
    if (edit.value) {
      found.edits.push(...aheadOverrides(state, edit.id, now));
      found.warnings.push(...aheadWarnings(edit.id, before, now));
    }
    found.edits.push(...edits);
    found.refusals.push(...refusals);
    found.warnings.push(...warnings);
  }
  return found;
}

function removal(state: ProjectState, id: string, before: MaintenanceWindow, now: number): WindowEdits {
  const occurrences = occurrencesAround(id, before, overridesOf(state, id), now);
  return { edits: dropOverrides(state, id), refusals: runningRefusals(id, occurrences, now), warnings: [] };
}

function change(state: ProjectState, id: string, before: MaintenanceWindow, after: MaintenanceWindow, now: number): WindowEdits {
  if (scheduleOf(before) === scheduleOf(after)) return { edits: [], refusals: [], warnings: [] };
  const overrides = overridesOf(state, id);
  const completed = new Set(overrides.filter((override) => override.completed).map(({ occurrence }) => `${id}/${occurrence}`));
  // A completed occurrence has begun, even if the clock was set back to before its start.
  const startedOf = (window: MaintenanceWindow) =>
    occurrencesAround(id, window, overrides, now).filter(({ name, start }) => start <= now || completed.has(name));
  const started = startedOf(before);
  const anew = startedOf(after);
  // Most edits of a rule leave alone what has been: one more date in `except` keeps nothing.
  if (sameValue(started.map(lastingOf), anew.map(lastingOf))) return { edits: [], refusals: [], warnings: [] };
  const isFinal = before.overrun !== after.overrun;
  const kept = started.map((occurrence) => keepStarted(state, id, occurrence, isFinal, now));
  const warnings = lateWarnings(id, after, started, now);
  if (after.repeat === null) return { edits: kept, refusals: [], warnings };
  const names = new Set(started.map(({ name }) => name));
  const untaken = anew.filter((occurrence) => !names.has(occurrence.name) && now < endInForce(occurrence, now));
  return {
    edits: [...kept, { kind: "window", id, value: since(after, now) }],
    refusals: [],
    warnings: [...warnings, ...untaken.map(({ name }) => untakenWarning(id, name))],
  };
}

/** Deletes what a clock that was ahead kept. */
function aheadOverrides(state: ProjectState, window: string, now: number): Edit[] {
  return [...overridesNamed(state, window)]
    .filter(([, override]) => isKeptAhead(override, now))
    .map(([id]) => ({ kind: "override", id, value: null }));
}

function aheadWarnings(id: string, { since: instant }: MaintenanceWindow, now: number): Problem[] {
  if (instant === undefined || !isAhead(instant, now)) return [];
  const time = new Date(instant).toISOString();
  return [
    { path: `windows.${id}`, message: `was last changed at ${time} by a clock that was ahead: its rule applies from now on` },
  ];
}

/**
 * Edits that undo what a clock which was ahead wrote to windows: kept occurrences that have not started, and rules that would plan
 * nothing until that time. @param now epoch ms, by a confirmed clock
 */
export function* aheadEdits(state: ProjectState, now: number): Steps<readonly Edit[]> {
  const edits: Edit[] = [];
  for (const [id, { value }] of state.window) {
    yield;
    if (value.since !== undefined && isAhead(value.since, now))
      edits.push({ kind: "window", id, value: since(value, undefined) });
    edits.push(...aheadOverrides(state, id, now));
  }
  return edits;
}

function since({ since: _, ...window }: MaintenanceWindow, instant: number | undefined): MaintenanceWindow {
  return instant === undefined || window.repeat === null ? window : { ...window, since: instant };
}

/** What of it stays. Its limit moves with the next one. */
function lastingOf({ holdLimit: _, ...occurrence }: Occurrence): Omit<Occurrence, "holdLimit"> {
  return occurrence;
}

function untakenWarning(id: string, name: string): Problem {
  return { path: `windows.${id}`, message: `${name} would be in force by now: the new rule begins with the one after it` };
}

export function overridesOf(state: ProjectState, window: string): Override[] {
  return [...overridesNamed(state, window)].map(([, override]) => override);
}

/** The overrides of a window are adjacent: an id is `<window>/<occurrence>`. Costs only that window's overrides. */
function* overridesNamed({ override }: ProjectState, window: string): Generator<[string, Override], undefined> {
  const beginning = `${window}/`;
  for (const [id, { value }] of override.after(beginning)) {
    if (!id.startsWith(beginning)) return;
    yield [id, value];
  }
}

/** For a look at many windows: each of them would otherwise look at every override. */
export function overridesByWindow(state: ProjectState): ReadonlyMap<string, readonly Override[]> {
  return Map.groupBy(
    [...state.override.values()].map(({ value }) => value),
    ({ window }) => window,
  );
}

/** What decides when occurrences are, and are announced. */
function scheduleOf({ start, zone, duration, end, reminder, overrun, repeat, except, origin }: MaintenanceWindow): string {
  return JSON.stringify([start, zone, duration, end, reminder, overrun, repeat, except, origin === "hand"]);
}

function runningRefusals(id: string, occurrences: readonly Occurrence[], now: number): Refusal[] {
  const running = occurrences.filter((occurrence) => occurrence.start <= now && now < endInForce(occurrence, now));
  if (running.length === 0) return [];
  const names = listed(running.map(({ name }) => name));
  return [
    {
      guard: "running_window",
      path: `windows.${id}`,
      message: `${names} is in force, and would be over at once: it goes only when that is asked for`,
    },
  ];
}

function dropOverrides(state: ProjectState, window: string): Edit[] {
  return [...overridesNamed(state, window)].map(([id]) => ({ kind: "override", id, value: null }) as const);
}

function keepStarted(state: ProjectState, window: string, occurrence: Occurrence, isFinal: boolean, now: number): Edit {
  const wasCompleted = state.override.get(occurrence.name)?.value.completed ?? false;
  return { kind: "override", id: occurrence.name, value: keep(window, occurrence, wasCompleted, isFinal, now) };
}

/** @param isFinal the new rule would move the end in another way, so the end now in force stays */
function keep(window: string, occurrence: Occurrence, wasCompleted: boolean, isFinal: boolean, now: number): Override {
  const inForce = endInForce(occurrence, now);
  // One that is over has nothing that could hold it again.
  const isSettled = isFinal || now >= inForce;
  return {
    window,
    occurrence: occurrence.name.slice(window.length + 1),
    start: occurrence.start,
    end: isSettled ? inForce : occurrence.end,
    cancelled: false,
    completed: isSettled || wasCompleted,
    byHand: occurrence.byHand,
    kept: { plannedStart: occurrence.plannedStart, plannedEnd: occurrence.plannedEnd, lead: occurrence.lead },
  };
}

/** Who edits a window whose time has come may expect that to have an effect. */
function lateWarnings(id: string, after: MaintenanceWindow, started: readonly Occurrence[], now: number): Problem[] {
  return started.flatMap((occurrence) => {
    const path = `windows.${id}`;
    if (now < occurrence.start) return [];
    if (now < endInForce(occurrence, now))
      return [{ path, message: `${occurrence.name} is in force and keeps its start and end` }];
    if (after.repeat !== null || occurrence.name !== `${id}/${after.start}`) return [];
    return [{ path, message: `${occurrence.name} is over and stays what it was: only another start is planned again` }];
  });
}
