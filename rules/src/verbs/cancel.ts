/** Cancels an occurrence that has not started. It stays in the list, and in the calendar, as canceled. */

import { findOccurrence, findWindow, type OccurrenceStatus, statusesAround } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import { checkChoice, findActive, findNext, type OccurrenceChoice } from "./chosen-occurrence.ts";
import { checkNotStarted, conflict, overridden, unchanged, type VerbOutcome } from "./verb-outcome.ts";

/**
 * Without an occurrence, cancels the first upcoming one of the window, even if it is canceled already: a repeated request does not
 * cancel the one after it. If only an active one is left, the error names it. @throws not_found, conflict, invalid
 */
export function cancel(state: ProjectState, choice: OccurrenceChoice, now: number): VerbOutcome {
  checkChoice(choice, true);
  const status =
    choice.occurrence === null ? firstToCome(state, choice.window ?? "", now) : findOccurrence(state, choice.occurrence, now);
  if (status.state === "canceled") return unchanged(status);
  checkNotStarted(status, "complete it instead");
  return overridden(state, status, { cancelled: true }, now);
}

function firstToCome(state: ProjectState, id: string, now: number): OccurrenceStatus {
  const statuses = statusesAround(findWindow(state, id), now);
  const next = findNext(statuses);
  const first = statuses.find((one) => one === next || (one.state === "canceled" && one.occurrence.start > now));
  const found = first ?? findActive(statuses);
  if (found) return found;
  throw conflict(`${id} has no upcoming occurrence to cancel.`);
}
