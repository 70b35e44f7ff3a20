/** A project of ten thousand instances and one of ten, with edits that must cost the same in both. */

import { applyEdits } from "drawbridge-rules/changes/edit.ts";
import { plan } from "drawbridge-rules/changes/plan.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { readProjectState } from "drawbridge-rules/project/stored-value.ts";
import { applyMaintenanceVerb } from "drawbridge-rules/verbs/maintenance-verb.ts";
import { exampleInstance, type Form, stateFrom, windowEdit } from "./example-project.ts";
import { instanceId, largeSize, type ProjectSize, sizedManifest, smallSize } from "./large-project.ts";
import { completing, starting } from "./maintained-project.ts";
import { cpuOf } from "./work-cost.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

function sizedState(size: ProjectSize): ProjectState {
  const made = stateFrom(sizedManifest("acme-shop", size, now) as Form);
  const kinds = ["project", "platform", "instance", "window", "manifest"] as const;
  const rows = kinds.flatMap((kind) =>
    [...made[kind]].map(([id, { value }]) => ({ kind, id, schema: 1, value: JSON.stringify(value), revision: 1 })),
  );
  return readProjectState(made.id, 1, rows);
}

const states = { small: sizedState(smallSize), large: sizedState(largeSize) };
type Name = keyof typeof states;

const edits: Readonly<Record<string, (state: ProjectState, round: number) => readonly Edit[]>> = {
  "a minimum": (state, round) => [policyOf(state, { minimum: `2.0.${round + 1}` })],
  "the name of an instance": (_, round) => [
    { kind: "instance", id: instanceId(3), value: exampleInstance({ name: `N${round}` }) },
  ],
  "an instance that goes": () => [{ kind: "instance", id: instanceId(2), value: null }],
  "a window of one instance": (_, round) => [
    windowEdit(`new-${round}`, { start: "2026-12-09T02:00", instances: [instanceId(2)] }),
  ],
  "start on one instance": (state, round) =>
    applyMaintenanceVerb(state, { ...starting, id: `hand-${round}`, for: 1_800_000, form: { instances: [instanceId(1)] } }, now)
      .edits,
  complete: (state) => applyMaintenanceVerb(state, { ...completing, window: "begun" }, now).edits,
};

function policyOf(state: ProjectState, what: object): Edit {
  const ios = state.platform.get("ios")?.value;
  if (!ios) throw new Error("there is no ios");
  return { kind: "platform", id: "ios", value: { ...ios, policy: { ...ios.policy, ...what } } };
}

/** Adds an active manual window to the stored state. */
function begun(state: ProjectState): ProjectState {
  const { edits: start } = applyMaintenanceVerb(
    state,
    { ...starting, id: "begun", for: 3_600_000, form: { instances: [instanceId(1)] } },
    now - 60_000,
  );
  return applyEdits(state, plan(state, start, now - 60_000).changes);
}

const ready = { small: begun(states.small), large: begun(states.large) };

/** Plans per sample: one plan takes microseconds. */
const repeated = 40;

/** Minimum of several samples, µs of CPU: other work of the process, such as garbage collection, only adds. */
function costs(act: (state: ProjectState, round: number) => void, rounds = 4): Record<Name, number> {
  const least: Record<Name, number> = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    for (const name of ["small", "large"] as const) {
      const taken = cpuOf(() => {
        for (let time = 0; time < repeated; time++) act(ready[name], time);
      });
      least[name] = Math.min(least[name], taken / repeated);
    }
  }
  return least;
}

/** Examining each of 10 000 instances makes the ratio three or more. */
function mostOf(edit: string): number {
  // A policy is written as a whole: with 500 entries it is 100 times as large as the other, for any edit.
  return edit === "a minimum" ? 10 : 2.5;
}

export const smallAndLarge = { now, states, edits, costs, mostOf };
