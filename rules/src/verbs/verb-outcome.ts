/** Edits of a verb, and the checks that verbs share. */

import { emptyOverride, type Override } from "../occurrence/occurrence.ts";
import type { OccurrenceStatus } from "../occurrence/window-occurrences.ts";
import type { Edit } from "../project/resource.ts";
import { DrawbridgeError, type Problem, throwIfAny } from "../values/errors.ts";

export interface VerbEdits {
  readonly edits: readonly Edit[];
  /** Name of the occurrence that the verb is about; edits may also concern others. */
  readonly occurrence: string;
}

export function unchanged({ occurrence }: OccurrenceStatus): VerbEdits {
  return { edits: [], occurrence: occurrence.name };
}

/** Adds to the override of one occurrence. */
export function overridden(status: OccurrenceStatus, change: Partial<Override>): VerbEdits {
  return { edits: [overriding(status, change)], occurrence: status.occurrence.name };
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
