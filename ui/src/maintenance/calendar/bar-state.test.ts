import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { barFor, refreshBarState } from "./occurrence-bar.ts";

const start = Date.UTC(2027, 11, 5, 2);
const end = start + 3_600_000;
const one = (fields: Partial<ListedOccurrence>) =>
  barFor({
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    announced_at: new Date(start - 60_000).toISOString(),
    planned_start: new Date(start).toISOString(),
    planned_end: new Date(end).toISOString(),
    state: "scheduled",
    overrun: "end",
    instances: null,
    platforms: null,
    ...fields,
  } as ListedOccurrence);

test("one that has begun is active, and ended when it is past", () => {
  const listed = one({});
  const states = [start - 60_001, start - 1, start, end - 1, end].map((now) => refreshBarState(listed, now).state);
  assert.deepEqual(states, ["scheduled", "announced", "active", "active", "ended"]);
  assert.equal(refreshBarState(listed, start - 60_001), listed);
});
