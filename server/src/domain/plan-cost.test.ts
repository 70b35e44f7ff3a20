/** The plan of an edit costs a large project what it costs a small one. CPU of this thread, medians of one run, small and large in turns. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { smallAndLarge } from "../../test/sized-state.ts";
import { plan } from "./plan.ts";

for (const [name, act] of Object.entries(smallAndLarge.edits)) {
  test(`${name}: a plan of it costs a large project no more than twice what it costs a small one`, () => {
    const { small, large } = smallAndLarge.costs((state, round) => {
      plan(state, act(state, round), smallAndLarge.now);
    });
    console.log(name, small, large);
    assert.ok(large <= 2 * small, `${large} ms to ${small} ms`);
  });
}
