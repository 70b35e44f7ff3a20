/**
 * Verbs: changes that people and deploy scripts apply to maintenance in real time. A verb writes an override of one occurrence and
 * leaves the rule alone. It never ends an occurrence before its start, and never reopens a completed one. Repeating it changes nothing.
 */

import type { ProjectState } from "../project/project-state.ts";
import { cancel } from "./cancel.ts";
import type { OccurrenceChoice } from "./chosen-occurrence.ts";
import { complete } from "./complete.ts";
import { type Extension, extend } from "./extend.ts";
import { type Move, move } from "./move.ts";
import { type Start, start } from "./start.ts";
import type { VerbOutcome } from "./verb-outcome.ts";

export type MaintenanceVerb =
  | ({ readonly verb: "start" } & Start)
  | ({ readonly verb: "extend" } & Extension)
  | ({ readonly verb: "complete" } & OccurrenceChoice)
  | ({ readonly verb: "cancel" } & OccurrenceChoice)
  | ({ readonly verb: "move" } & Move);

/** @param now epoch ms. @throws not_found, conflict, invalid */
export function applyMaintenanceVerb(state: ProjectState, verb: MaintenanceVerb, now: number): VerbOutcome {
  switch (verb.verb) {
    case "start":
      return start(state, verb, now);
    case "extend":
      return extend(state, verb, now);
    case "complete":
      return complete(state, verb, now);
    case "cancel":
      return cancel(state, verb, now);
    case "move":
      return move(state, verb, now);
  }
}
