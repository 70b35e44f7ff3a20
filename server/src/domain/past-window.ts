/**
 * Windows that have been over for 30 days leave the current state with the next change of their project; history keeps them.
 * A manifest may go on naming them: what is over is not planned again.
 */
import type { Edit } from "./edit.ts";
import type { Problem } from "./errors.ts";
import { type MaintenanceWindow, parseWindow } from "./maintenance-window.ts";
import type { Override } from "./occurrence.ts";
import { endedBy, movedBy } from "./past-index.ts";
import { isEndless, plannedAt } from "./planned.ts";
import type { ProjectState } from "./project-state.ts";
import { heldWindow, standingsAround, type WindowHeld } from "./standing-occurrence.ts";
import type { Steps } from "./steps.ts";

const DAY = 24 * 60 * 60 * 1_000;
const KEPT_FOR = 30 * DAY;
const LONGEST_HOLD = DAY;

export interface PastWindows {
  readonly edits: readonly Edit[];
  readonly warnings: readonly Problem[];
}

export const nothingPast: PastWindows = { edits: [], warnings: [] };

/** @param after the state with the change in it. @param before the one without: what is not there yet was asked for in vain */
export function* pastWindows(before: ProjectState, after: ProjectState, now: number): Steps<PastWindows> {
  const gone: WindowHeld[] = [];
  for (const id of [...endedBy(after, now - KEPT_FOR)].sort()) {
    yield;
    const held = after.window.has(id) ? heldWindow(after, id) : null;
    if (held && isPast(held, now)) gone.push(held);
  }
  return {
    edits: [...gone.flatMap(removal), ...pastOverrides(after, now)],
    warnings: gone.map(({ id }) => ({
      path: `windows.${id}`,
      message: before.window.has(id)
        ? "has been over for 30 days and leaves: history keeps it"
        : "is left out: it has been over for 30 days",
    })),
  };
}

/**
 * Whether everything of it ended 30 days ago or more; and would have, had it been written anew. Without the latter, what was
 * started early and completed would take place once more when a manifest brings it again.
 */
export function isPast(held: WindowHeld, now: number): boolean {
  if (!mayBePast(held.window, now)) return false;
  const { since, ...anew } = held.window;
  const isAnew = held.overrides.length === 0 && since === undefined;
  const isWrittenAgain = held.window.origin !== "hand" && !isAnew;
  return isOver(held, now) && (!isWrittenAgain || isOver({ id: held.id, window: anew, overrides: [] }, now));
}

function isOver(held: WindowHeld, now: number): boolean {
  const standings = standingsAround(held, now);
  return standings.length > 0 && standings.every(({ end }) => end <= now - KEPT_FOR);
}

/** The windows of a manifest's document without those that are past and gone. */
export function withoutPast(
  document: Readonly<Record<string, unknown>>,
  state: ProjectState,
  now: number,
): Readonly<Record<string, unknown>> {
  const { windows, ...rest } = document;
  if (typeof windows !== "object" || windows === null) return document;
  const present = Object.entries(windows).filter(([id, form]) => state.window.has(id) || !isPastForm(id, form, now));
  return present.length === 0 ? rest : { ...rest, windows: Object.fromEntries(present) };
}

function isPastForm(id: string, form: unknown, now: number): boolean {
  const window = parseWindow(form, "", "manifest", []);
  return window !== null && isPast({ id, window, overrides: [] }, now);
}

/** Cheap text comparison: a zone is less than two days from UTC, and the text sorts in order of time. */
function mayBePast(window: MaintenanceWindow, now: number): boolean {
  return !isEndless(window) && window.start < new Date(now - KEPT_FOR + 2 * DAY).toISOString();
}

function removal({ id, overrides }: { readonly id: string; readonly overrides: readonly Override[] }): Edit[] {
  const done = overrides.map(({ occurrence }) => ({ kind: "override", id: `${id}/${occurrence}`, value: null }) as const);
  return [{ kind: "window", id, value: null }, ...done];
}

/**
 * What was kept of a window that goes on, as a script's does that uses one name for every release. What was done to an
 * occurrence that the rule still plans stays: without it, that one would have been as planned.
 */
function pastOverrides(state: ProjectState, now: number): Edit[] {
  return [...movedBy(state, now - KEPT_FOR)].sort().flatMap((id) => {
    const value = state.override.get(id)?.value;
    const window = value && state.window.get(value.window)?.value;
    if (!value || !window || !value.kept || (value.end ?? value.kept.plannedEnd) + LONGEST_HOLD > now - KEPT_FOR) return [];
    return plannedAt(window, value.occurrence) === null ? [{ kind: "override", id, value: null } as const] : [];
  });
}
