import assert from "node:assert/strict";
import { test } from "node:test";
import { arbitraryState } from "../../../server/test/arbitrary-manifest.ts";
import { emptyState, exampleForm, exampleInstance, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import type { Kind } from "../project/kind.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { ResourceMap } from "../project/resource-map.ts";
import { runSteps } from "../values/steps.ts";
import { applyEdits, effectiveEditSteps } from "./edit.ts";

const instance = (name: string): Edit => ({ kind: "instance", id: "eu-1", value: exampleInstance({ name }) });

function everythingIn(state: ProjectState): Edit[] {
  const { id: _, revision: __, ...kinds } = state;
  return Object.entries(kinds).flatMap(([kind, held]) =>
    [...held].map(([id, { value }]) => ({ kind: kind as Kind, id, value }) as Edit),
  );
}

test("an edit puts a value, or takes it out, and leaves everything else and the state before alone", () => {
  const state = stateFrom(exampleForm);
  const after = applyEdits(state, [instance("New"), { kind: "window", id: "db-upgrade", value: null }]);
  assert.equal(after.instance.get("eu-1")?.value.name, "New");
  assert.equal(after.window.size, 0);
  assert.equal(state.instance.get("eu-1")?.value.name, "Acme Europe");
  assert.equal(after.platform.get("ios"), state.platform.get("ios"));
});

test("a resource that an edit leaves equal keeps its revision", () => {
  const held = { value: exampleInstance({ name: "Same" }), revision: 9 };
  const state = { ...emptyState, instance: ResourceMap.of([["eu-1", held]]) };
  assert.equal(applyEdits(state, [instance("Same")]).instance.get("eu-1")?.revision, 9);
  assert.equal(applyEdits(state, [instance("Other")]).instance.get("eu-1")?.revision, 0);
});

test("among several edits of one resource the last counts, and edits without effect are left out", () => {
  const state = stateFrom(exampleForm);
  assert.deepEqual(runSteps(effectiveEditSteps(state, [instance("A"), windowEdit("w", {}), instance("B")])), [
    instance("B"),
    windowEdit("w", {}),
  ]);
  const back: Edit = { kind: "instance", id: "eu-1", value: exampleInstance({ name: "Acme Europe", reminder: 86_400_000 }) };
  assert.deepEqual(runSteps(effectiveEditSteps(state, [instance("A"), back])), []);
  assert.deepEqual(runSteps(effectiveEditSteps(state, [{ kind: "window", id: "none", value: null }])), []);
});

test("writing a state to itself changes nothing, and its effective edits make any state of another", () =>
  forAll([arbitraryState, arbitraryState], 50, (one, other) => {
    assert.deepEqual(runSteps(effectiveEditSteps(one, everythingIn(one))), []);
    const edits = everythingIn(other);
    const after = applyEdits(one, runSteps(effectiveEditSteps(one, edits)));
    assert.deepEqual(runSteps(effectiveEditSteps(after, edits)), []);
  }));
