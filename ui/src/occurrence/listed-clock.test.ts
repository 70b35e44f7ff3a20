import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListedOccurrence, MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import { untilNextTransition } from "./occurrence-phase.ts";

const at = (text: string) => Date.parse(`2026-12-06T${text}Z`);

function listOf(...occurrences: readonly Pick<ListedOccurrence, "start" | "end" | "state">[]): MaintenanceList {
  return { occurrences } as unknown as MaintenanceList;
}

const inForce = { start: "2026-12-06T01:00:00Z", end: "2026-12-06T02:00:00Z", state: "in_force" } as const;
const scheduled = { start: "2026-12-06T01:00:30Z", end: "2026-12-06T02:00:00Z", state: "scheduled" } as const;

test("a list is read again a moment after the next begin or end", () => {
  assert.equal(untilNextTransition(listOf(inForce), at("01:59:50")), 10_250);
  assert.equal(untilNextTransition(listOf(inForce, scheduled), at("01:00:20")), 10_250);
});

test("a list that does not know yet what has begun or ended is read again in a second", () => {
  assert.equal(untilNextTransition(listOf(inForce), at("02:00:00")), 1000);
  assert.equal(untilNextTransition(listOf(scheduled), at("01:00:31")), 1000);
});

test("a list where nothing is to come is read again when it is old", () => {
  assert.equal(untilNextTransition(undefined, at("02:00:00")), 30_000);
  assert.equal(untilNextTransition(listOf({ ...inForce, state: "over" }), at("02:00:01"), 5000), 5000);
});
