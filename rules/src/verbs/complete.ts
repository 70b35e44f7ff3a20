/** Ends an active occurrence now and permanently: overrun no longer extends it, and no verb reverts this. */

import { applyEdits } from "../changes/edit.ts";
import { findOccurrence, findWindow, type OccurrenceStatus, statusesAround } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { checkChoice, findActive, findLastEnded, findSoleStartedByHand, type OccurrenceChoice } from "./chosen-occurrence.ts";
import { conflict, outcome, overriding, unchanged, type VerbOutcome } from "./verb-outcome.ts";

/** Without an occurrence, completes every active one of the window, so that none stays active. @throws not_found, conflict, invalid */
export function complete(state: ProjectState, choice: OccurrenceChoice, now: number): VerbOutcome {
  checkChoice(choice, false);
  if (choice.occurrence !== null) return completeOne(state, findOccurrence(state, choice.occurrence, now), now);
  const id = choice.window ?? findSoleStartedByHand(state, now);
  const statuses = statusesAround(findWindow(state, id), now);
  const edits = statuses.filter(({ state: at }) => at === "active").flatMap((status) => completion(status, now));
  const after = edits.length === 0 ? statuses : statusesAround(findWindow(applyEdits(state, edits), id), now);
  const status = findActive(after) ?? findLastEnded(after);
  if (!status) throw conflict(`${id} has not started: cancel an occurrence to skip it.`);
  return { edits, status };
}

function completeOne(state: ProjectState, status: OccurrenceStatus, now: number): VerbOutcome {
  const { occurrence } = status;
  if (status.state === "canceled") throw conflict(`${occurrence.name} was canceled.`);
  if (status.state === "ended") return unchanged(status);
  if (status.state === "scheduled") throw conflict(`${occurrence.name} has not started: cancel it to skip it.`);
  return outcome(state, completion(status, now), occurrence.name, now);
}

function completion(status: OccurrenceStatus, now: number): Edit[] {
  // After the clock is set back, a completed occurrence looks active again: leave it as it is.
  if (status.isCompleted) return [];
  // An occurrence completed in the millisecond of its start lasts 1 ms, so that it still took place.
  const end = Math.max(now, status.occurrence.start + 1);
  return [overriding(status, { end, completed: true })];
}
