/**
 * Verbs: changes that people and deploy scripts apply to maintenance in real time. A verb writes an override of one occurrence and
 * leaves the rule alone. It never ends an occurrence before its start, and never reopens a completed one. Repeating it changes nothing.
 */

import { applyEdits } from "../changes/edit.ts";
import { findOccurrence, type OccurrenceStatus } from "../occurrence/window-occurrences.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { cancel } from "./cancel.ts";
import { complete } from "./complete.ts";
import { checkExtension, type Extension, extend } from "./extend.ts";
import { checkMove, type Move, move } from "./move.ts";
import { checkStart, findStarted, type Start, start } from "./start.ts";
import type { VerbEdits } from "./verb-outcome.ts";
import { checkChoice, findChosen, type OccurrenceChoice, type VerbTarget } from "./verb-target.ts";

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
  switch (verb.verb) {
    case "start":
      return start(target, verb);
    case "extend":
      return extend(target, verb);
    case "complete":
      return complete(target);
    case "cancel":
      return cancel(target);
    case "move":
      return move(target, verb);
  }
}
