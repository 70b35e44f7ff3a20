/** Cancels an occurrence that has not started. It stays in the list, and in the calendar, as canceled. */

import type { OccurrenceStatus } from "../occurrence/window-occurrences.ts";
import { checkNotStarted, conflict, overridden, unchanged, type VerbEdits } from "./verb-outcome.ts";
import { findActive, findNext, type VerbTarget } from "./verb-target.ts";

/**
 * Without an occurrence, cancels the first upcoming one of the window, even if it is canceled already: a repeated request does not
 * cancel the one after it. If only an active one is left, the error names it. @throws conflict
 */
export function cancel(target: VerbTarget): VerbEdits {
  const status = findCanceled(target);
  if (!status) throw conflict(`${target.id} has no upcoming occurrence to cancel.`);
  if (status.state === "canceled") return unchanged(status);
  checkNotStarted(status, "complete it instead");
  return overridden(status, { cancelled: true });
}

function findCanceled({ occurrences, isNamed, now }: VerbTarget): OccurrenceStatus | undefined {
  if (isNamed) return occurrences[0];
  const next = findNext(occurrences);
  const first = occurrences.find((one) => one === next || (one.state === "canceled" && one.occurrence.start > now));
  return first ?? findActive(occurrences);
}
