/**
 * The review of an edit costs the same in a large project as in a small one. Least CPU of one run,
 * alternating between small and large.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { plan } from "drawbridge-rules/changes/plan.ts";
import { runSteps } from "drawbridge-rules/values/steps.ts";
import { smallAndLarge } from "../../../test/sized-state.ts";
import { printPlan, printReview } from "./plan-answer.ts";

const { now, edits, costs, mostOf } = smallAndLarge;

for (const [name, act] of Object.entries(edits)) {
  test(`${name}: the review of it goes by what it reaches, not by the size of the project`, () => {
    const { small, large } = costs((state, round) => {
      const planned = plan(state, act(state, round), now);
      JSON.stringify([printPlan(planned, true), runSteps(printReview(state, planned, now))]);
    });
    assert.ok(large <= mostOf(name) * small, `${large} µs of CPU to ${small} µs`);
  });
}
