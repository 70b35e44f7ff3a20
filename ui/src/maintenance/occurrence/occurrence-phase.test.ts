import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListedOccurrence, MaintenanceList } from "drawbridge-rules/wire/maintenance.ts";
import { occurrencePhase, untilNextTransition } from "./occurrence-phase.ts";

const occurrence = {
  planned_end: "2026-12-06T04:00:00Z",
  start: "2026-12-06T02:00:00Z",
  end: "2026-12-06T04:00:00Z",
  announced_at: "2026-12-05T02:00:00Z",
  state: "scheduled",
  overrun: "end",
} as ListedOccurrence;
const at = (time: string) => Date.parse(`2026-12-06T${time}Z`);

test("one that was extended or is held is past its plan", () => {
  const held = { ...occurrence, state: "active", overrun: "hold" } as const;
  const phases = ["01:59", "02:00", "03:59", "04:00"].map((time) => occurrencePhase(held, at(`${time}:00`)));
  assert.deepEqual(phases, ["active", "active", "active", "past_plan"]);
  assert.equal(occurrencePhase({ ...occurrence, end: "2026-12-06T05:00:00Z" }, at("04:30:00")), "past_plan");
});

test("the phase of any other is its state by the clock", () => {
  const phases = ["2026-12-05T01:59Z", "2026-12-05T02:00Z"].map((time) => occurrencePhase(occurrence, Date.parse(time)));
  assert.deepEqual(phases, ["scheduled", "announced"]);
  for (const state of ["canceled", "skipped", "ended"] as const)
    assert.equal(occurrencePhase({ ...occurrence, state }, at("03:00:00")), state);
});

function listOf(...occurrences: readonly Pick<ListedOccurrence, "announced_at" | "start" | "end" | "state">[]): MaintenanceList {
  return { occurrences } as unknown as MaintenanceList;
}

const [announced_at, end] = ["2026-12-06T00:30:00Z", "2026-12-06T02:00:00Z"];
const active = { announced_at, start: "2026-12-06T01:00:00Z", end, state: "active" } as const;
const announced = { announced_at, start: "2026-12-06T01:00:30Z", end, state: "announced" } as const;

test("a list is read again a moment after the next announcement, begin or end", () => {
  assert.equal(untilNextTransition(listOf(active), at("01:59:50")), 10_250);
  assert.equal(untilNextTransition(listOf(active, announced), at("01:00:20")), 10_250);
  assert.equal(untilNextTransition(listOf({ ...announced, state: "scheduled" }), at("00:29:50")), 10_250);
});

test("a list that does not know yet what has begun or ended is read again in a second", () => {
  assert.equal(untilNextTransition(listOf(active), at("02:00:00")), 1000);
  assert.equal(untilNextTransition(listOf(announced), at("01:00:31")), 1000);
});

test("a list where nothing is to come is read again when it is old", () => {
  assert.equal(untilNextTransition(undefined, at("02:00:00")), 30_000);
  assert.equal(untilNextTransition(listOf({ ...active, state: "ended" }), at("02:00:01"), 5000), 5000);
});
