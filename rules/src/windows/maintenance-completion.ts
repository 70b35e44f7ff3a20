/** The end, now and for ever: nothing holds it open, and no verb brings it back. */

import { afterEdits } from "../changes/edit.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import {
  checkChoice,
  conflict,
  inForceOf,
  lastOf,
  type OccurrenceChoice,
  outcome,
  soleByHand,
  unchanged,
  type VerbOutcome,
} from "./occurrence-choice.ts";
import { heldWindow, overriding, type Standing, standingNamed, standingsAround } from "./standing-occurrence.ts";

/** Of a window, everything that is in force: who says it is over would find it going on otherwise. @throws not_found, conflict, invalid */
export function complete(state: ProjectState, choice: OccurrenceChoice, now: number): VerbOutcome {
  checkChoice(choice, false);
  if (choice.occurrence !== null) return completeOne(state, standingNamed(state, choice.occurrence, now), now);
  const id = choice.window ?? soleByHand(state, now);
  const standings = standingsAround(heldWindow(state, id), now);
  const edits = standings.filter(({ state: at }) => at === "in_force").flatMap((standing) => completion(standing, now));
  const after = edits.length === 0 ? standings : standingsAround(heldWindow(afterEdits(state, edits), id), now);
  const standing = inForceOf(after) ?? lastOf(after);
  if (!standing) throw conflict(`${id} has not started: cancel what is not to take place.`);
  return { edits, standing };
}

function completeOne(state: ProjectState, standing: Standing, now: number): VerbOutcome {
  const { occurrence } = standing;
  if (standing.state === "cancelled") throw conflict(`${occurrence.name} was cancelled.`);
  if (standing.state === "over") return unchanged(standing);
  if (standing.state === "scheduled") throw conflict(`${occurrence.name} has not started: cancel it if it is not to take place.`);
  return outcome(state, completion(standing, now), occurrence.name, now);
}

function completion(standing: Standing, now: number): Edit[] {
  // By a clock that was set back, what was completed is in force again: it was completed all the same.
  if (standing.isCompleted) return [];
  // What ends in the millisecond in which it began has taken place too.
  const end = Math.max(now, standing.occurrence.start + 1);
  return [overriding(standing, { end, completed: true })];
}
