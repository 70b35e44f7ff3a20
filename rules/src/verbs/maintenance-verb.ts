/** Verbs write an override of one occurrence. None ends it before its start or reopens it; repeating changes nothing. */
import { applyEdits } from "../changes/edit.ts";
import { findOccurrence, type OccurrenceStatus } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { checkExtension, type Extension, extend } from "./extend.ts";
import { checkMove, type Move, move } from "./move.ts";
import { checkStart, findStarted, type Start, start } from "./start.ts";
import {
  checkChoice,
  checkNotStarted,
  conflict,
  findActive,
  findChosen,
  findLastEnded,
  findNext,
  type OccurrenceChoice,
  overridden,
  overriding,
  unchanged,
  type VerbEdits,
  type VerbTarget,
} from "./verb-target.ts";

export type MaintenanceVerb =
  | ({ readonly verb: "start" } & Start)
  | ({ readonly verb: "extend" } & Extension)
  | ({ readonly verb: "complete" } & OccurrenceChoice)
  | ({ readonly verb: "cancel" } & OccurrenceChoice)
  | ({ readonly verb: "move" } & Move);

export interface VerbOutcome {
  readonly edits: readonly Edit[];
  /** The occurrence after the edits. */
  readonly status: OccurrenceStatus;
}

/** @param now epoch ms. @throws not_found, conflict, invalid */
export function applyMaintenanceVerb(state: ProjectState, verb: MaintenanceVerb, now: number): VerbOutcome {
  checkVerb(verb, now);
  const target = verb.verb === "start" ? findStarted(state, verb, now) : findChosen(state, verb, now);
  const { edits, occurrence } = editsOf(target, verb);
  const present = edits.length === 0 && target.occurrences.find((status) => status.occurrence.name === occurrence);
  return { edits, status: present || findOccurrence(applyEdits(state, edits), occurrence, now) };
}

function checkVerb(verb: MaintenanceVerb, now: number): void {
  if (verb.verb === "start") checkStart(verb, now);
  else if (verb.verb === "extend") checkExtension(verb, now);
  else if (verb.verb === "move") checkMove(verb);
  else checkChoice(verb, verb.verb === "cancel");
}

function editsOf(target: VerbTarget, verb: MaintenanceVerb): VerbEdits {
  if (verb.verb === "start") return start(target, verb);
  if (verb.verb === "extend") return extend(target, verb);
  if (verb.verb === "move") return move(target, verb);
  return verb.verb === "complete" ? complete(target) : cancel(target);
}

/** Without an occurrence, cancels the first upcoming one of the window, even if it is canceled already. @throws conflict */
function cancel(target: VerbTarget): VerbEdits {
  const status = findCanceled(target);
  if (!status) throw conflict(`${target.id} has no upcoming occurrence to cancel.`);
  if (status.state === "canceled") return unchanged(status);
  checkNotStarted(status, "complete it instead");
  return overridden(status, { canceled: true });
}

function findCanceled({ occurrences, isNamed, now }: VerbTarget): OccurrenceStatus | undefined {
  if (isNamed) return occurrences[0];
  const next = findNext(occurrences);
  const first = occurrences.find((one) => one === next || (one.state === "canceled" && one.occurrence.start > now));
  return first ?? findActive(occurrences);
}

/** Ends an active occurrence permanently; without a name, every active one of the window. @throws conflict */
function complete({ id, occurrences, isNamed, now }: VerbTarget): VerbEdits {
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
