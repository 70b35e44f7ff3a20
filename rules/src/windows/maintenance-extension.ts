/** Later ends: of an occurrence that is in force, or of one that is named and still to come. */

import type { ProjectState } from "../project/project-state.ts";
import { throwIfAny } from "../values/errors.ts";
import {
  checkChoice,
  conflict,
  inForceOf,
  lastOf,
  nextOf,
  type OccurrenceChoice,
  outcome,
  soleByHand,
  textOf,
  unchanged,
  type VerbOutcome,
} from "./occurrence-choice.ts";
import { heldWindow, overriding, type Standing, standingNamed, standingsAround } from "./standing-occurrence.ts";

/** Exactly one of `by`, `until` and `lease`. */
export interface Extension extends OccurrenceChoice {
  /** Milliseconds beyond the end in force. */
  readonly by: number | null;
  /** Epoch ms. */
  readonly until: number | null;
  /** Milliseconds from now; moves the end only by a minute or by half of the lease, so that one that is renewed often is written seldom. */
  readonly lease: number | null;
}

const MINUTE = 60_000;
export const LONGEST_OCCURRENCE = 366 * 24 * 60 * MINUTE;

/** @throws not_found, conflict, invalid */
export function extend(state: ProjectState, extension: Extension, now: number): VerbOutcome {
  checkChoice(extension, false);
  checkExtension(extension, now);
  const standing = chosen(state, extension, now);
  const end = wantedEnd(extension, standing, now);
  const least = extension.lease === null ? 1 : Math.min(MINUTE, extension.lease / 2);
  if (end - standing.end < least) return unchanged(standing);
  return endingAt(state, standing, end, extension.by === null ? "until" : "by", now);
}

/** The same occurrence with a later end. @param path of what asked for it. @throws conflict: it was completed; invalid: too late an end */
export function endingAt(state: ProjectState, standing: Standing, end: number, path: string, now: number): VerbOutcome {
  if (standing.isCompleted) throw conflict(`${standing.occurrence.name} was completed, and stays so.`);
  checkLength(standing.occurrence.start, end, path);
  return outcome(state, [overriding(standing, { end })], standing.occurrence.name, now);
}

/** @param path of what asked for such an end. @throws invalid */
export function checkLength(start: number, end: number, path: string): void {
  if (end - start <= LONGEST_OCCURRENCE) return;
  throwIfAny([{ path, message: "expected maintenance of at most 366 days" }], "the request");
}

function checkExtension({ by, until, lease }: Extension, now: number): void {
  const given = [by, until, lease].filter((value) => value !== null).length;
  const problems =
    given === 1 ? [] : [{ path: "by", message: "expected exactly one of `by`, `until` and `lease`, to say how much longer" }];
  if (until !== null && until <= now) problems.push({ path: "until", message: "expected an instant in the future" });
  throwIfAny(problems, "the request");
}

function chosen(state: ProjectState, choice: OccurrenceChoice, now: number): Standing {
  if (choice.occurrence !== null) return notOver(standingNamed(state, choice.occurrence, now));
  const id = choice.window ?? soleByHand(state, now);
  const standings = standingsAround(heldWindow(state, id), now);
  const running = inForceOf(standings);
  if (running) return running;
  const next = nextOf(standings);
  if (next)
    throw conflict(
      `${id} is not in force: its next occurrence is ${next.occurrence.name}, from ${textOf(next.occurrence.start)}.`,
    );
  throw conflict(`${id} is not in force: ${lastOf(standings) ? "it is over" : "every one was cancelled"}.`);
}

function notOver(standing: Standing): Standing {
  const { state, occurrence, end } = standing;
  if (state === "cancelled") throw conflict(`${occurrence.name} was cancelled.`);
  if (state === "over") throw conflict(`${occurrence.name} is over since ${textOf(end)}: start another one.`);
  return standing;
}

function wantedEnd({ by, until, lease }: Extension, { end }: Standing, now: number): number {
  if (by !== null) return end + by;
  return until ?? now + (lease ?? 0);
}
