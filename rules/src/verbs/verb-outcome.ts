/** Result of a verb: the edits, and the occurrence after them. */

import { applyEdits } from "../changes/edit.ts";
import { emptyOverride, type Override } from "../occurrence/occurrence.ts";
import { findOccurrence, type OccurrenceStatus } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { DrawbridgeError, type Problem, throwIfAny } from "../values/errors.ts";

export interface VerbOutcome {
  readonly edits: readonly Edit[];
  readonly status: OccurrenceStatus;
}

/** @param edits also of other occurrences. @throws a defect: the edits deleted the occurrence */
export function outcome(state: ProjectState, edits: readonly Edit[], name: string, now: number): VerbOutcome {
  return { edits, status: findOccurrence(applyEdits(state, edits), name, now) };
}

export function unchanged(status: OccurrenceStatus): VerbOutcome {
  return { edits: [], status };
}

/** Adds to the override of one occurrence. */
export function overridden(state: ProjectState, status: OccurrenceStatus, change: Partial<Override>, now: number): VerbOutcome {
  return outcome(state, [overriding(status, change)], status.occurrence.name, now);
}

export function overriding({ occurrence, override }: OccurrenceStatus, change: Partial<Override>): Edit {
  const { window, name } = occurrence;
  const before = override ?? emptyOverride(window, name.slice(window.length + 1));
  return { kind: "override", id: name, value: { ...before, ...change } };
}

export function conflict(message: string, problems: readonly Problem[] = []): DrawbridgeError {
  return new DrawbridgeError("conflict", message, problems);
}

/** Milliseconds. */
export const LONGEST_OCCURRENCE = 366 * 24 * 60 * 60_000;

/** @param path of the member that asked for such an end. @throws invalid */
export function checkLength(start: number, end: number, path: string): void {
  if (end - start <= LONGEST_OCCURRENCE) return;
  throwIfAny([{ path, message: "expected maintenance of at most 366 days" }], "the request");
}

/** @throws conflict */
export function checkNotStarted({ occurrence, state, isCompleted }: OccurrenceStatus, instead: string): void {
  if (state === "ended" || isCompleted) throw conflict(`${occurrence.name} has ended and can no longer be changed.`);
  if (state === "active") throw conflict(`${occurrence.name} has started: ${instead}.`);
}
