/** What is not to take place. It stays in the list, and in the calendar, as cancelled. */

import type { ProjectState } from "../project/project-state.ts";
import {
  checkChoice,
  conflict,
  inForceOf,
  nextOf,
  type OccurrenceChoice,
  outcome,
  unchanged,
  type VerbOutcome,
} from "./occurrence-choice.ts";
import { heldWindow, overriding, type Standing, standingNamed, standingsAround } from "./standing-occurrence.ts";

/**
 * Of a window, the first that is still to come (without one, that in force is refused by its name), also if it was cancelled already: asked twice, it does not cancel the one
 * after it too. @throws not_found, conflict, invalid
 */
export function cancel(state: ProjectState, choice: OccurrenceChoice, now: number): VerbOutcome {
  checkChoice(choice, true);
  const standing =
    choice.occurrence === null ? firstToCome(state, choice.window ?? "", now) : standingNamed(state, choice.occurrence, now);
  const { occurrence } = standing;
  if (standing.state === "cancelled") return unchanged(standing);
  checkNotStarted(standing, "complete it instead");
  return outcome(state, [overriding(standing, { cancelled: true })], occurrence.name, now);
}

/** @throws conflict */
export function checkNotStarted({ occurrence, state, isCompleted }: Standing, instead: string): void {
  if (state === "over" || isCompleted) throw conflict(`${occurrence.name} is over, and stays what it was.`);
  if (state === "in_force") throw conflict(`${occurrence.name} has started: ${instead}.`);
}

function firstToCome(state: ProjectState, id: string, now: number): Standing {
  const standings = standingsAround(heldWindow(state, id), now);
  const next = nextOf(standings);
  const first = standings.find((one) => one === next || (one.state === "cancelled" && one.occurrence.start > now));
  const found = first ?? inForceOf(standings);
  if (found) return found;
  throw conflict(`${id} has nothing to come that could be cancelled.`);
}
