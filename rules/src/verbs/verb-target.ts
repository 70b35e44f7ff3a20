/** The target of a verb: a window with its occurrences, found once. */

import {
  findOccurrence,
  findWindow,
  type OccurrenceStatus,
  statusesAround,
  type WindowWithOverrides,
  windowsWithOverrides,
} from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import { type Problem, throwIfAny } from "../values/errors.ts";
import { listed } from "../values/fields.ts";
import { printInstant } from "../values/instant.ts";
import { conflict } from "./verb-outcome.ts";

/** Only for a hint; a look at each takes a fraction of a millisecond. */
const MAX_OTHERS = 500;

/** An occurrence by its own name, or one of a window; neither: the active window that was started by hand. */
export interface OccurrenceChoice {
  readonly window: string | null;
  readonly occurrence: string | null;
}

export interface VerbTarget {
  /** Id of the window; of a new one, if `held` is null. */
  readonly id: string;
  readonly held: WindowWithOverrides | null;
  /** Occurrences of the window around now; if one was named, that one alone. */
  readonly occurrences: readonly OccurrenceStatus[];
  readonly isNamed: boolean;
  readonly now: number;
}

/** @throws not_found; conflict: nothing was named, and not exactly one window that was started by hand is active */
export function findChosen(state: ProjectState, choice: OccurrenceChoice, now: number): VerbTarget {
  if (choice.occurrence === null) return findTarget(state, choice.window ?? findSoleStartedByHand(state, now), now);
  const named = findOccurrence(state, choice.occurrence, now);
  const id = named.occurrence.window;
  return { id, held: findWindow(state, id), occurrences: [named], isNamed: true, now };
}

/** @throws not_found */
export function findTarget(state: ProjectState, id: string, now: number): VerbTarget {
  const held = findWindow(state, id);
  return { id, held, occurrences: statusesAround(held, now), isNamed: false, now };
}

/** @throws invalid: both, or neither where one is needed */
export function checkChoice({ window, occurrence }: OccurrenceChoice, isNeeded: boolean): void {
  const problems: Problem[] = [];
  if (window !== null && occurrence !== null) {
    problems.push({
      path: "occurrence",
      message: "`window` and `occurrence` are mutually exclusive: the name of an occurrence includes its window",
    });
  } else if (isNeeded && window === null && occurrence === null) {
    problems.push({ path: "window", message: "expected a `window`, for its next occurrence, or an `occurrence`" });
  }
  throwIfAny(problems, "the request");
}

/** The active one; of several, the one that ends last. */
export function findActive(statuses: readonly OccurrenceStatus[]): OccurrenceStatus | undefined {
  return statuses.filter(({ state }) => state === "active").reduce(laterEnd, undefined);
}

/** Occurrence that ended last. */
export function findLastEnded(statuses: readonly OccurrenceStatus[]): OccurrenceStatus | undefined {
  return statuses.filter(({ state }) => state === "ended").reduce(laterEnd, undefined);
}

/** Next occurrence to start, except those completed before their start. */
export function findNext(statuses: readonly OccurrenceStatus[]): OccurrenceStatus | undefined {
  return statuses.find(({ state, isCompleted }) => state === "scheduled" && !isCompleted);
}

/** The id of the only active window that was started by hand. @throws conflict, naming those that might be meant */
function findSoleStartedByHand(state: ProjectState, now: number): string {
  const { hand = [], planned = [] } = Object.groupBy(windowsWithOverrides(state), ({ window }) =>
    window.origin === "hand" ? "hand" : "planned",
  );
  const running = activeAmong(hand, now);
  const [first, ...rest] = running;
  if (first && rest.length === 0) return first.occurrence.window;
  if (first)
    throw conflict(
      `${running.length} windows that were started by hand are active: name one of them.`,
      running.map((each) => choiceOf(state, each)),
    );
  const others = activeAmong(planned.slice(0, MAX_OTHERS), now);
  if (others.length === 0) throw conflict("No window that was started by hand is active.");
  throw conflict(
    "No window that was started by hand is active: name the window.",
    others.map((each) => choiceOf(state, each)),
  );
}

function activeAmong(windows: readonly WindowWithOverrides[], now: number): OccurrenceStatus[] {
  return windows.flatMap((held) => findActive(statusesAround(held, now)) ?? []);
}

function choiceOf(state: ProjectState, { occurrence, end }: OccurrenceStatus): Problem {
  const { platforms = null, instances = null } = state.window.get(occurrence.window)?.value ?? {};
  const scope = listed(platforms ?? instances ?? []) || "the whole project";
  return {
    path: occurrence.window,
    message: `${occurrence.name} of ${scope}, from ${printInstant(occurrence.start)} until ${printInstant(end)}`,
  };
}

function laterEnd(best: OccurrenceStatus | undefined, other: OccurrenceStatus): OccurrenceStatus {
  return best && best.end >= other.end ? best : other;
}
