/**
 * The plan of an edit costs the same in a large project as in a small one. Least CPU of one run,
 * alternating between small and large.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { smallAndLarge } from "../../../server/test/sized-state.ts";
import { plan } from "./plan.ts";

const { now, edits, costs, mostOf } = smallAndLarge;

for (const [name, act] of Object.entries(edits)) {
  test(`${name}: the plan of it goes by what it reaches, not by the size of the project`, () => {
    const { small, large } = costs((state, round) => {
      plan(state, act(state, round), now);
    });
    assert.ok(large <= mostOf(name) * small, `${large} µs of CPU to ${small} µs`);
  });
}
