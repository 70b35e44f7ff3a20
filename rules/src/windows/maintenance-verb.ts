/**
 * What people and deploy scripts do to maintenance in real time. A verb acts on an occurrence, by an override, and leaves the
 * rule alone; it never makes one end before it starts, nor brings back what was completed. Sent again, it finds nothing to do.
 */

import type { ProjectState } from "../project/project-state.ts";
import { cancel } from "./maintenance-cancellation.ts";
import { complete } from "./maintenance-completion.ts";
import { type Extension, extend } from "./maintenance-extension.ts";
import { type Move, move } from "./maintenance-move.ts";
import { type Start, start } from "./maintenance-start.ts";
import type { OccurrenceChoice, VerbOutcome } from "./occurrence-choice.ts";

export type MaintenanceVerb =
  | ({ readonly verb: "start" } & Start)
  | ({ readonly verb: "extend" } & Extension)
  | ({ readonly verb: "complete" } & OccurrenceChoice)
  | ({ readonly verb: "cancel" } & OccurrenceChoice)
  | ({ readonly verb: "move" } & Move);

/** @param now epoch ms. @throws not_found, conflict, invalid */
export function carryOut(state: ProjectState, verb: MaintenanceVerb, now: number): VerbOutcome {
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
