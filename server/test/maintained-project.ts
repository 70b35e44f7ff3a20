/** A project with some windows, to which maintenance verbs are applied by a plan, as in the product. */

import assert from "node:assert/strict";
import { applyEdits } from "drawbridge-rules/changes/edit.ts";
import { plan } from "drawbridge-rules/changes/plan.ts";
import { findWindow, type OccurrenceStatus, statusesAround } from "drawbridge-rules/occurrence/window-occurrences.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { applyMaintenanceVerb, type MaintenanceVerb } from "drawbridge-rules/verbs/maintenance-verb.ts";
import { type Form, formWith, stateFrom, windowEdit } from "./example-project.ts";

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** 02:00 UTC on a Sunday; windows here last until 04:00 by default. */
export const START = Date.UTC(2026, 11, 6, 2);
export const weekly: Form = { repeat: "FREQ=WEEKLY;BYDAY=SU" };

export const nothing = { window: null, occurrence: null };
export const starting = { verb: "start", window: null, id: null, for: null, until: null, form: {} } as const;
export const extending = { verb: "extend", ...nothing, by: null, until: null, lease: null } as const;
export const completing = { verb: "complete", ...nothing } as const;
export const cancelling = { verb: "cancel", ...nothing } as const;
export const moving = { verb: "move", ...nothing, start: START, end: null, for: null } as const;

export class MaintainedProject {
  state: ProjectState;

  constructor(...edits: readonly Edit[]) {
    this.state = stateFrom(formWith({ instances: { "eu-1": { name: "EU" }, "us-1": { name: "US" } } }), ...edits);
  }

  do(verb: MaintenanceVerb, now: number): { readonly changed: boolean; readonly status: OccurrenceStatus } {
    const { edits, status } = applyMaintenanceVerb(this.state, verb, now);
    this.edit(edits, now);
    return { changed: edits.length > 0, status };
  }

  edit(edits: readonly Edit[], now: number): void {
    const { changes, problems } = plan(this.state, edits, now);
    assert.deepEqual(problems, []);
    this.state = applyEdits(this.state, changes);
  }

  /** Hours after 02:00 of start and end of each occurrence around `now`, and its status. */
  times(id: string, now: number): [number, number, string][] {
    return statusesAround(findWindow(this.state, id), now).map(({ occurrence, end, state }) => [
      (occurrence.start - START) / HOUR,
      (end - START) / HOUR,
      state,
    ]);
  }
}

export function once(form: Form = {}): MaintainedProject {
  return new MaintainedProject(windowEdit("w", form));
}

/** Asserts that the project refuses a verb, with this code and a text that matches. */
export function refuses(project: MaintainedProject, verb: MaintenanceVerb, now: number, code: string, message: RegExp): void {
  assert.throws(() => project.do(verb, now), refusal(code, message));
}

export function refusal(code: string, message: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof DrawbridgeError, String(error));
    assert.equal(error.code, code);
    assert.match(`${error.message} ${error.problems.map((problem) => `${problem.path} ${problem.message}`).join(" ")}`, message);
    return true;
  };
}
