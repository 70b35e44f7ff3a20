/** Overrides keep occurrences that have started as they are. */

import { sameValue } from "../changes/document-diff.ts";
import { isAhead, isKeptAhead, type Occurrence, type Override, occurrencesAround } from "../occurrence/occurrence.ts";
import { endAt } from "../occurrence/occurrence-state.ts";
import { overrideEntries, overridesForWindow } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { printInstant } from "../values/instant.ts";
import type { Steps } from "../values/steps.ts";
import type { Guard } from "../wire/guard.ts";
import type { Warning } from "../wire/warning.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { activeOccurrences } from "./window-guards.ts";

interface WindowEdits {
  readonly edits: Edit[];
  readonly guards: Guard[];
  readonly warnings: Warning[];
}

/** An instant that a clock ahead wrote becomes `now` today, and is dropped later. */
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
  const found: WindowEdits = { edits: [], guards: [], warnings: [] };
  for (const edit of edits) {
    if (edit.kind !== "window") continue;
    yield;
    const before = state.window.get(edit.id)?.value;
    if (!before) continue;
    const { id, value } = edit;
    if (value === null) {
      found.edits.push(...[...overrideEntries(state, id)].map(([name]) => withoutOverride(name)));
      const isRunning = activeOccurrences(state, id, before, now).length > 0;
      if (isRunning) found.guards.push({ code: "active_window", path: `windows.${id}`, window: id });
      continue;
    }
    const { edits, warnings } = change(state, id, before, value, now);
    found.edits.push(...aheadOverrides(state, id, now), ...edits);
    found.warnings.push(...aheadWarnings(id, before, now), ...warnings);
  }
  return found;
}

function withoutOverride(id: string): Edit {
  return { kind: "override", id, value: null };
}

type ChangeEdits = Omit<WindowEdits, "guards">;

function change(state: ProjectState, id: string, before: MaintenanceWindow, after: MaintenanceWindow, now: number): ChangeEdits {
  if (scheduleOf(before) === scheduleOf(after)) return { edits: [], warnings: [] };
  const overrides = overridesForWindow(state, id);
  const completed = new Set(overrides.filter((override) => override.completed).map(({ occurrence }) => `${id}/${occurrence}`));
  // A completed occurrence has begun, even if the clock was set back before it.
  const startedOf = (window: MaintenanceWindow) =>
    occurrencesAround(id, window, overrides, now).filter(({ name, start }) => start <= now || completed.has(name));
  const started = startedOf(before);
  const anew = startedOf(after);
  // Most edits leave started occurrences unchanged and need no overrides.
  if (sameValue(started.map(lastingOf), anew.map(lastingOf))) return { edits: [], warnings: [] };
  const isFinal = before.overrun !== after.overrun;
  const kept = started.map((occurrence) => keepStarted(state, id, occurrence, isFinal, now));
  const warnings = lateWarnings(id, after, started, now);
  if (after.repeat === null) return { edits: kept, warnings };
  const names = new Set(started.map(({ name }) => name));
  const untaken = anew.filter((occurrence) => !names.has(occurrence.name) && now < endAt(occurrence, now));
  return {
    edits: [...kept, { kind: "window", id, value: since(after, now) }],
    warnings: [...warnings, ...untaken.map(() => ({ code: "next_occurrence" as const, path: `windows.${id}`, window: id }))],
  };
}

/** A clock that was ahead treated their occurrences as started. */
function aheadOverrides(state: ProjectState, window: string, now: number): Edit[] {
  return [...overrideEntries(state, window)]
    .filter(([, override]) => isKeptAhead(override, now))
    .map(([id]) => withoutOverride(id));
}

function aheadWarnings(id: string, { since: instant }: MaintenanceWindow, now: number): Warning[] {
  if (instant === undefined || !isAhead(instant, now)) return [];
  return [{ code: "ahead_clock", path: `windows.${id}`, window: id, changed_at: printInstant(instant) }];
}

/** @param now by a confirmed clock */
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

function lastingOf({ holdLimit: _, ...occurrence }: Occurrence): Omit<Occurrence, "holdLimit"> {
  return occurrence;
}

/** As JSON, for comparison. */
function scheduleOf({ start, zone, duration, end, reminder, overrun, repeat, except, origin }: MaintenanceWindow): string {
  return JSON.stringify([start, zone, duration, end, reminder, overrun, repeat, except, origin === "hand"]);
}

/** @param isFinal the new rule would move the end in another way */
function keepStarted(state: ProjectState, window: string, occurrence: Occurrence, isFinal: boolean, now: number): Edit {
  const wasCompleted = state.override.get(occurrence.name)?.value.completed ?? false;
  const currentEnd = endAt(occurrence, now);
  // An ended occurrence must not be extended again by an overrun.
  const isSettled = isFinal || now >= currentEnd;
  const value: Override = {
    window,
    occurrence: occurrence.name.slice(window.length + 1),
    start: occurrence.start,
    end: isSettled ? currentEnd : occurrence.end,
    canceled: false,
    completed: isSettled || wasCompleted,
    byHand: occurrence.byHand,
    kept: { plannedStart: occurrence.plannedStart, plannedEnd: occurrence.plannedEnd, lead: occurrence.lead },
  };
  return { kind: "override", id: occurrence.name, value };
}

function lateWarnings(id: string, after: MaintenanceWindow, started: readonly Occurrence[], now: number): Warning[] {
  return started.flatMap((occurrence) => {
    const ended = now >= endAt(occurrence, now);
    if (now < occurrence.start || (ended && (after.repeat !== null || occurrence.name !== `${id}/${after.start}`))) return [];
    return [{ code: "started_occurrence", path: `windows.${id}`, window: id, ended }];
  });
}
