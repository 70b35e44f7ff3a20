/** Ends an active occurrence now and permanently: overrun no longer extends it, and no verb reverts this. */

import type { OccurrenceStatus } from "../occurrence/window-occurrences.ts";
import type { Edit } from "../project/resource.ts";
import { conflict, overriding, unchanged, type VerbEdits } from "./verb-outcome.ts";
import { findActive, findLastEnded, type VerbTarget } from "./verb-target.ts";

/** Without an occurrence, completes every active one of the window, so that none stays active. @throws conflict */
export function complete({ id, occurrences, isNamed, now }: VerbTarget): VerbEdits {
  const active = occurrences.filter(({ state }) => state === "active");
  // After the clock is set back, a completed occurrence looks active again: it stays as it is.
  const shown = findActive(active.filter(({ isCompleted }) => isCompleted)) ?? findActive(active);
  if (shown) return { edits: active.flatMap((status) => completion(status, now)), occurrence: shown.occurrence.name };
  const ended = findLastEnded(occurrences);
  if (ended) return unchanged(ended);
  const [named] = occurrences;
  if (!isNamed || !named) throw conflict(`${id} has not started: cancel an occurrence to skip it.`);
  const { name } = named.occurrence;
  throw conflict(named.state === "canceled" ? `${name} was canceled.` : `${name} has not started: cancel it to skip it.`);
}

function completion(status: OccurrenceStatus, now: number): Edit[] {
  if (status.isCompleted) return [];
  // An occurrence completed in the millisecond of its start lasts 1 ms, so that it still took place.
  const end = Math.max(now, status.occurrence.start + 1);
  return [overriding(status, { end, completed: true })];
}
