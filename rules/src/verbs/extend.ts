import type { OccurrenceStatus } from "../occurrence/window-occurrences.ts";
import { MINUTE } from "../values/duration.ts";
import { throwIfAny } from "../values/errors.ts";
import { printInstant } from "../values/instant.ts";
import {
  checkChoice,
  checkLength,
  conflict,
  findActive,
  findLastEnded,
  findNext,
  type OccurrenceChoice,
  overridden,
  unchanged,
  type VerbEdits,
  type VerbTarget,
} from "./verb-target.ts";

/** Exactly one of `by`, `until` and `lease`. */
export interface Extension extends OccurrenceChoice {
  /** Milliseconds. */
  readonly by: number | null;
  /** Epoch ms. */
  readonly until: number | null;
  /** Milliseconds from now; moves the end by at least a minute or half the lease: renewals cause few commits. */
  readonly lease: number | null;
}

/** @throws conflict, invalid */
export function extend(target: VerbTarget, { by, until, lease }: Extension): VerbEdits {
  const { now } = target;
  const status = findExtended(target);
  const end = by === null ? (until ?? now + (lease ?? 0)) : status.end + by;
  const least = lease === null ? 1 : Math.min(MINUTE, lease / 2);
  if (end - status.end < least) return unchanged(status);
  return endingAt(status, end, by === null ? "until" : "by");
}

/** @param path of the member that asked for it. @throws conflict: it was completed; invalid: too late an end */
export function endingAt(status: OccurrenceStatus, end: number, path: string): VerbEdits {
  if (status.isCompleted) throw conflict(`${status.occurrence.name} was completed and cannot be extended.`);
  checkLength(status.occurrence.start, end, path);
  return overridden(status, { end });
}

/** @throws invalid */
export function checkExtension({ by, until, lease, ...choice }: Extension, now: number): void {
  checkChoice(choice, false);
  const given = [by, until, lease].filter((value) => value !== null).length;
  const problems = given === 1 ? [] : [{ path: "by", message: "expected exactly one of `by`, `until` and `lease`" }];
  if (until !== null && until <= now) problems.push({ path: "until", message: "expected an instant in the future" });
  throwIfAny(problems, "the request");
}

function findExtended({ id, occurrences, isNamed }: VerbTarget): OccurrenceStatus {
  const [named] = occurrences;
  if (isNamed && named) return notEnded(named);
  const running = findActive(occurrences);
  if (running) return running;
  const next = findNext(occurrences);
  if (next)
    throw conflict(
      `${id} is not active: its next occurrence is ${next.occurrence.name}, from ${printInstant(next.occurrence.start)}.`,
    );
  throw conflict(`${id} is not active: ${findLastEnded(occurrences) ? "it has ended" : "all its occurrences were canceled"}.`);
}

function notEnded(status: OccurrenceStatus): OccurrenceStatus {
  const { state, occurrence, end } = status;
  if (state === "canceled") throw conflict(`${occurrence.name} was canceled.`);
  if (state === "ended") throw conflict(`${occurrence.name} ended at ${printInstant(end)}: start new maintenance instead.`);
  return status;
}
