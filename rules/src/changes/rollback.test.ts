import assert from "node:assert/strict";
import { test } from "node:test";
import { arbitraryState, instant } from "../../../server/test/arbitrary-manifest.ts";
import { forAll } from "../../../server/test/for-all.ts";
import type { ProjectState } from "../project/project-state.ts";
import { runSteps } from "../values/steps.ts";
import { applyEdits, effectiveEditSteps } from "./edit.ts";
import { plan } from "./plan.ts";
import { rollbackEdits } from "./rollback.ts";

const configuration = ["project", "platform", "instance", "window"] as const;

function rolledBack(present: ProjectState, past: ProjectState, now: number): ProjectState {
  return applyEdits(present, plan(present, rollbackEdits(present, past), now).changes);
}

/** By id, for the order in which resources were written says nothing; and from when on a rule plans is not configured. */
function configurationOf(state: ProjectState): unknown {
  return configuration.map((kind) =>
    [...state[kind]].map(([id, { value }]) => [id, configured(value)]).sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
}

const configured = (value: object): object => Object.fromEntries(Object.entries(value).filter(([key]) => key !== "since"));

test("going back to what is changes nothing", () =>
  forAll([arbitraryState], 50, (state) =>
    assert.deepEqual(runSteps(effectiveEditSteps(state, rollbackEdits(state, state))), []),
  ));

test("a rollback of a rollback gives the first configuration, and touches nothing that is one-way", () =>
  forAll([arbitraryState, arbitraryState, instant], 80, (first, second, now) => {
    for (const { kind, id } of rollbackEdits(first, second)) {
      const isOfDeleted = kind === "override" && !first.window.has(id.slice(0, id.indexOf("/")));
      assert.ok(isOfDeleted || configuration.some((one) => one === kind));
      if (kind === "window") assert.ok([first, second].every(({ window }) => window.get(id)?.value.origin !== "hand"));
    }
    const there = rolledBack(first, second, now);
    assert.deepEqual(configurationOf(rolledBack(there, first, now)), configurationOf(first));
    for (const kind of ["read_key", "manifest"] as const) assert.deepEqual(there[kind], first[kind]);
  }));
