/** Later ends: of an active occurrence, or of a named one that is scheduled. */

import { findOccurrence, findWindow, type OccurrenceStatus, statusesAround } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import { throwIfAny } from "../values/errors.ts";
import { printInstant } from "../values/instant.ts";
import {
  checkChoice,
  findActive,
  findLastEnded,
  findNext,
  findSoleStartedByHand,
  type OccurrenceChoice,
} from "./chosen-occurrence.ts";
import { checkLength, conflict, overridden, unchanged, type VerbOutcome } from "./verb-outcome.ts";

/** Exactly one of `by`, `until` and `lease`. */
export interface Extension extends OccurrenceChoice {
  /** Milliseconds beyond the present end. */
  readonly by: number | null;
  /** Epoch ms. */
  readonly until: number | null;
  /** Milliseconds from now; moves the end by at least a minute or half the lease, so that frequent renewals cause few commits. */
  readonly lease: number | null;
}

const MINUTE = 60_000;

/** @throws not_found, conflict, invalid */
export function extend(state: ProjectState, extension: Extension, now: number): VerbOutcome {
  checkChoice(extension, false);
  checkExtension(extension, now);
  const status = chosen(state, extension, now);
  const { by, until, lease } = extension;
  const end = by === null ? (until ?? now + (lease ?? 0)) : status.end + by;
  const least = lease === null ? 1 : Math.min(MINUTE, lease / 2);
  if (end - status.end < least) return unchanged(status);
  return endingAt(state, status, end, by === null ? "until" : "by", now);
}

/** The same occurrence with a later end. @param path of the member that asked for it. @throws conflict: it was completed; invalid: too late an end */
export function endingAt(state: ProjectState, status: OccurrenceStatus, end: number, path: string, now: number): VerbOutcome {
  if (status.isCompleted) throw conflict(`${status.occurrence.name} was completed and cannot be extended.`);
  checkLength(status.occurrence.start, end, path);
  return overridden(state, status, { end }, now);
}

function checkExtension({ by, until, lease }: Extension, now: number): void {
  const given = [by, until, lease].filter((value) => value !== null).length;
  const problems = given === 1 ? [] : [{ path: "by", message: "expected exactly one of `by`, `until` and `lease`" }];
  if (until !== null && until <= now) problems.push({ path: "until", message: "expected an instant in the future" });
  throwIfAny(problems, "the request");
}

function chosen(state: ProjectState, choice: OccurrenceChoice, now: number): OccurrenceStatus {
  if (choice.occurrence !== null) return notEnded(findOccurrence(state, choice.occurrence, now));
  const id = choice.window ?? findSoleStartedByHand(state, now);
  const statuses = statusesAround(findWindow(state, id), now);
  const running = findActive(statuses);
  if (running) return running;
  const next = findNext(statuses);
  if (next)
    throw conflict(
      `${id} is not active: its next occurrence is ${next.occurrence.name}, from ${printInstant(next.occurrence.start)}.`,
    );
  throw conflict(`${id} is not active: ${findLastEnded(statuses) ? "it has ended" : "all its occurrences were canceled"}.`);
}

function notEnded(status: OccurrenceStatus): OccurrenceStatus {
  const { state, occurrence, end } = status;
  if (state === "canceled") throw conflict(`${occurrence.name} was canceled.`);
  if (state === "ended") throw conflict(`${occurrence.name} ended at ${printInstant(end)}: start new maintenance instead.`);
  return status;
}
