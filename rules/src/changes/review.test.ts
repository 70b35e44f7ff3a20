import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { arbitraryManifest, arbitraryState, instant } from "../../../server/test/arbitrary-manifest.ts";
import { exampleInstance } from "../../../server/test/example-instance.ts";
import { exampleForm, stateFrom, windowEdit } from "../../../server/test/example-project.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { canonicalText } from "../values/canonical.ts";
import { runSteps } from "../values/steps.ts";
import { manifestEdits } from "./manifest.ts";
import { type Plan, plan, reviewedFormSteps } from "./plan.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

function seen(state: ProjectState, planned: Plan, at = now): string {
  return canonicalText(runSteps(reviewedFormSteps(state, planned, at)));
}

test("the same change of the same state has the same hash, whatever the order of the request", () => {
  fc.assert(
    fc.property(arbitraryState, arbitraryManifest, instant, (state, manifest, at) => {
      const edits = manifestEdits(state, manifest);
      const there = plan(state, edits, at);
      const back = plan(state, edits.toReversed(), at);
      const inOrder = (planned: Plan) => ({ ...planned, warnings: [], problems: [], refusals: [] });
      assert.equal(seen(state, inOrder(there), at), seen(state, inOrder(back), at));
    }),
    { numRuns: 60 },
  );
});

test("another value, another resource, another revision below it, and anything else that was said, are something else", () => {
  const state = stateFrom(exampleForm);
  const edit = (name: string): Edit => ({ kind: "instance", id: "eu-1", value: exampleInstance({ name }) });
  const one = plan(state, [edit("One")], now);
  const problem = { path: "a", message: "b" };
  const moved = {
    ...state,
    instance: state.instance.with([["eu-1", { value: exampleInstance({ name: "x" }), revision: 7 }]]),
  };
  const others = [
    seen(state, plan(state, [edit("Two")], now)),
    seen(state, plan(state, [{ ...edit("One"), id: "eu-9" } as Edit], now)),
    seen(moved, one),
    seen({ ...state, id: "another" }, one),
    seen(state, { ...one, warnings: [problem] }),
    seen(state, { ...one, problems: [problem] }),
    seen(state, { ...one, refusals: [{ ...problem, guard: "in_use" }] }),
  ];
  assert.equal(new Set([seen(state, one), ...others]).size, others.length + 1);
});

test("a rule that is edited plans from its edit on, whenever that is: a moment later it is the same change", () => {
  const weekly = { start: "2026-11-07T11:00", duration: "PT2H", repeat: "FREQ=WEEKLY" };
  const state = stateFrom(exampleForm, windowEdit("weekly", weekly));
  const edit = windowEdit("weekly", { ...weekly, duration: "PT3H" });
  const planned = plan(state, [edit], now);
  assert.ok(planned.changes.some((change) => change.kind === "window" && change.value?.since === now));
  assert.equal(seen(state, planned), seen(state, plan(state, [edit], now + 1), now + 1));
  // Two hours later its occurrence is over, and another one is kept.
  assert.notEqual(seen(state, planned), seen(state, plan(state, [edit], now + 7_200_000), now + 7_200_000));
});
