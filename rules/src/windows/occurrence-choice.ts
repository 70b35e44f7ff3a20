/** Which occurrence a verb is about, and what came of it. */

import { afterEdits } from "../changes/edit.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { DrawbridgeError, type Problem, throwIfAny } from "../values/errors.ts";
import { heldWindows, type Standing, standingNamed, standingsAround, type WindowHeld } from "./standing-occurrence.ts";

/** Only for a hint; a look at each takes a fraction of a millisecond. */
const MOST_OTHERS = 500;

/** An occurrence by its own name, or one of a window; neither: the window by hand that is in force. */
export interface OccurrenceChoice {
  readonly window: string | null;
  readonly occurrence: string | null;
}

/** The edits, and the occurrence as it stands after them. */
export interface VerbOutcome {
  readonly edits: readonly Edit[];
  readonly standing: Standing;
}

/** @param edits also those of other occurrences. @throws a defect: the edits took the occurrence away */
export function outcome(state: ProjectState, edits: readonly Edit[], name: string, now: number): VerbOutcome {
  return { edits, standing: standingNamed(afterEdits(state, edits), name, now) };
}

export function unchanged(standing: Standing): VerbOutcome {
  return { edits: [], standing };
}

export function conflict(message: string, problems: readonly Problem[] = []): DrawbridgeError {
  return new DrawbridgeError("conflict", message, problems);
}

/** @throws invalid: both, or neither where one is needed */
export function checkChoice({ window, occurrence }: OccurrenceChoice, isNeeded: boolean): void {
  const problems: Problem[] = [];
  if (window !== null && occurrence !== null) {
    problems.push({
      path: "occurrence",
      message: "`window` and `occurrence` exclude each other: the occurrence's name says both",
    });
  } else if (isNeeded && window === null && occurrence === null) {
    problems.push({ path: "window", message: "expected a `window`, for its next occurrence, or an `occurrence`" });
  }
  throwIfAny(problems, "the request");
}

/** The one in force of `standings`; of several, the one that ends last. */
export function inForceOf(standings: readonly Standing[]): Standing | undefined {
  return standings.filter(({ state }) => state === "in_force").reduce(laterEnd, undefined);
}

/** The one that ended last. */
export function lastOf(standings: readonly Standing[]): Standing | undefined {
  return standings.filter(({ state }) => state === "over").reduce(laterEnd, undefined);
}

/** The next to start that was not completed before its time. */
export function nextOf(standings: readonly Standing[]): Standing | undefined {
  return standings.find(({ state, isCompleted }) => state === "scheduled" && !isCompleted);
}

/** The id of the only window by hand that is in force. @throws conflict, naming those that might be meant */
export function soleByHand(state: ProjectState, now: number): string {
  const [byHand, others] = [true, false].map((isHand) =>
    heldWindows(state).filter(({ window }) => (window.origin === "hand") === isHand),
  );
  const running = inForceAmong(byHand ?? [], now);
  const [first, ...rest] = running;
  if (first && rest.length === 0) return first.occurrence.window;
  if (first) throw conflict(`${running.length} windows by hand are in force: name the one that is meant.`, running.map(choiceOf));
  const planned = inForceAmong((others ?? []).slice(0, MOST_OTHERS), now);
  if (planned.length === 0) throw conflict("No window by hand is in force.");
  throw conflict("No window by hand is in force: name the window that is meant.", planned.map(choiceOf));
}

function inForceAmong(windows: readonly WindowHeld[], now: number): Standing[] {
  return windows.flatMap((held) => inForceOf(standingsAround(held, now)) ?? []);
}

function choiceOf({ occurrence, end }: Standing): Problem {
  return {
    path: occurrence.window,
    message: `${occurrence.name}, from ${textOf(occurrence.start)} until ${textOf(end)}`,
  };
}

/** @param ms epoch */
export function textOf(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+00:00");
}

function laterEnd(best: Standing | undefined, other: Standing): Standing {
  return best && best.end >= other.end ? best : other;
}
