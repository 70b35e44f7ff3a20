import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { barOf } from "./occurrence-bar.ts";
import { asItIs, nextBoundary } from "./state-now.ts";

const start = Date.UTC(2027, 11, 5, 2);
const end = start + 3_600_000;
const one = (fields: Partial<ListedOccurrence>) =>
  barOf({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    planned_start: new Date(start).toISOString(),
    planned_end: new Date(end).toISOString(),
    state: "scheduled",
    overrun: "end",
    instances: null,
    platforms: null,
    ...fields,
  } as ListedOccurrence);

test("one that has begun is in force, and over when it has ended", () => {
  const listed = one({});
  const states = [start - 1, start, end - 1, end].map((now) => asItIs(listed, now).state);
  assert.deepEqual(states, ["scheduled", "in_force", "in_force", "over"]);
  assert.equal(asItIs(listed, start - 1), listed);
  assert.equal(asItIs(listed, start), asItIs(listed, end - 1));
});

test("one that holds is in force until the server says otherwise, and what was said to be past stays so", () => {
  assert.equal(asItIs(one({ overrun: "hold", state: "in_force" }), end + 1).state, "in_force");
  for (const state of ["over", "cancelled"] as const) assert.equal(asItIs(one({ state }), start + 1).state, state);
});

test("the next boundary is the next start or end", () => {
  assert.deepEqual(
    [start - 1, start, end - 1, end].map((now) => nextBoundary([one({})], now)),
    [start, end, end, null],
  );
});
