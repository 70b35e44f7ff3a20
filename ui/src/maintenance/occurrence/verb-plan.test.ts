import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { endingAt, firstTimes, plannedTimes, startingAt, toVerbTimes, verbProblem, verbRequest } from "./verb-plan.ts";

const occurrence = {
  occurrence: "w/2026-10-25T01:00",
  window: "w",
  zone: "Europe/Rome",
  start: "2026-10-24T23:00:00.000+00:00",
  end: "2026-10-25T01:00:00.000+00:00",
} as ListedOccurrence;
const present = toVerbTimes(occurrence);
const now = Date.parse("2026-10-24T12:00:00Z");
const hour = 3_600_000;

test("what is moved keeps its length, however the clock shifts", () => {
  const moved = startingAt(present, "2026-10-25T02:30", "Europe/Rome", present, now);
  assert.deepEqual(moved, { start: Date.parse("2026-10-25T00:30:00Z"), end: Date.parse("2026-10-25T02:30:00Z") });
  const half = startingAt(moved, "", "Europe/Rome", present, now);
  assert.deepEqual(half, { start: Number.NaN, end: Number.NaN });
  assert.equal(verbProblem("move", occurrence, half, now), "startPast");
  assert.deepEqual(startingAt(half, "2026-10-25T02:30", "Europe/Rome", present, now), moved);
});

test("what was dragged is what is offered first, and asked for to the millisecond", () => {
  const wanted = { start: "2026-10-26T01:00:00.000Z", end: "2026-10-26T04:00:00.000Z" };
  const times = firstTimes("move", occurrence, { start: Date.parse(wanted.start), end: Date.parse(wanted.end) });
  assert.deepEqual(verbRequest("move", occurrence, times), {
    verb: "move",
    request: { occurrence: occurrence.occurrence, ...wanted },
  });
  assert.deepEqual(firstTimes("move", occurrence, undefined), present);
});

test("an extension ends after the present end and not in the past", () => {
  assert.equal(firstTimes("extend", occurrence, undefined).end, present.end + hour / 4);
  assert.equal(verbProblem("extend", occurrence, present, now), "endWrong");
  assert.equal(verbProblem("extend", occurrence, endingAt(present, "2026-10-25T03:00", "Europe/Rome", now), now), null);
  assert.equal(verbProblem("extend", occurrence, { ...present, end: present.end + 1 }, present.end + hour), "endWrong");
  assert.equal(verbProblem("extend", occurrence, { ...present, end: Number.NaN }, now), "endWrong");
});

test("what would come of it is what is said", () => {
  assert.equal(plannedTimes("cancel", occurrence, present, now), null);
  assert.deepEqual(plannedTimes("complete", occurrence, present, now), { ...present, end: now });
  assert.deepEqual(plannedTimes("start", occurrence, present, now), { start: now, end: now + 2 * hour });
  assert.equal(verbProblem("move", occurrence, { start: now + hour, end: now + hour }, now), "endBeforeStart");
  for (const kind of ["start", "complete", "cancel"] as const) assert.equal(verbProblem(kind, occurrence, present, now), null);
});

const rome = "Europe/Rome";
const at = (text: string) => Date.parse(text);

test("a new end within the hour that comes twice is the second, as the server has it", () => {
  const times = { start: at("2026-10-24T22:00Z"), end: at("2026-10-24T23:00Z") };
  assert.equal(endingAt(times, "2026-10-25T02:30", rome, now).end, at("2026-10-25T01:30Z"));
  assert.equal(
    endingAt({ ...times, start: at("2026-10-25T00:45Z") }, "2026-10-25T02:15", rome, now).end,
    at("2026-10-25T01:15Z"),
  );
});

test("a new end that is not later than its start is told as such, whichever clock change came last", () => {
  const times = { start: at("2026-07-01T00:00Z"), end: at("2026-07-01T02:00Z") };
  assert.equal(endingAt(times, "2026-07-01T01:30", rome, now).end, at("2026-06-30T23:30Z"));
  assert.ok(Number.isNaN(endingAt(times, "", rome, now).end));
  assert.equal(endingAt({ start: Number.NaN, end: Number.NaN }, "2026-07-01T01:30", rome, now).end, at("2026-06-30T23:30Z"));
});
