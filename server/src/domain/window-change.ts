/**
 * Nothing is edited under people's feet: a changed window acts on occurrences that have not started. One that is in
 * force keeps its start and end, one that is over stays what it was; both as overrides that outlive the rule.
 */
import type { Edit } from "./edit.ts";
import type { Problem } from "./errors.ts";
import { listed } from "./fields.ts";
import type { Refusal } from "./guard.ts";
import type { MaintenanceWindow } from "./maintenance-window.ts";
import { endInForce, type Occurrence, type Override, occurrencesOf } from "./occurrence.ts";
import type { ProjectState } from "./project-state.ts";

export interface WindowEdits {
  readonly edits: readonly Edit[];
  readonly refusals: readonly Refusal[];
  /** What of a change comes too late. */
  readonly warnings: readonly Problem[];
}

export function windowEdits(state: ProjectState, edits: readonly Edit[], now: number): WindowEdits {
  const found: Edit[] = [];
  const refusals: Refusal[] = [];
  const warnings: Problem[] = [];
  for (const edit of edits) {
    if (edit.kind !== "window") continue;
    const before = state.window.get(edit.id)?.value;
    if (!before) continue;
    const occurrences = occurrencesOf(edit.id, before, overridesOf(state, edit.id));
    if (edit.value === null) {
      refusals.push(...runningRefusals(edit.id, occurrences, now));
      found.push(...dropOverrides(state, edit.id));
    } else if (scheduleOf(before) !== scheduleOf(edit.value)) {
      const isFinal = before.overrun !== edit.value.overrun;
      const started = occurrences.filter(({ start }) => start <= now);
      found.push(...started.map((occurrence) => keepStarted(state, edit.id, occurrence, isFinal, now)));
      warnings.push(...lateWarnings(edit.id, edit.value.start, started, now));
    }
  }
  return { edits: found, refusals, warnings };
}

export function overridesOf(state: ProjectState, window: string): Override[] {
  return [...state.override.values()].map(({ value }) => value).filter((override) => override.window === window);
}

/** What decides when occurrences are, and are announced. */
function scheduleOf({ start, zone, duration, end, reminder, overrun, origin }: MaintenanceWindow): string {
  return JSON.stringify([start, zone, duration, end, reminder, overrun, origin === "hand"]);
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
  return [...state.override]
    .filter(([, { value }]) => value.window === window)
    .map(([id]) => ({ kind: "override", id, value: null }) as const);
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
function lateWarnings(id: string, start: string, started: readonly Occurrence[], now: number): Problem[] {
  return started.flatMap((occurrence) => {
    const path = `windows.${id}`;
    if (now < endInForce(occurrence, now))
      return [{ path, message: `${occurrence.name} is in force and keeps its start and end` }];
    if (occurrence.name !== `${id}/${start}`) return [];
    return [{ path, message: `${occurrence.name} is over and stays what it was: only another start is planned again` }];
  });
}
