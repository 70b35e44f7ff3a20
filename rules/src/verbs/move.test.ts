import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cancelling,
  DAY,
  HOUR,
  moving,
  once,
  refuses,
  START,
  starting,
  weekly,
} from "../../../server/test/maintained-project.ts";
import { interruptionAt } from "../occurrence/interruption.ts";
import { occurrencesAround } from "../occurrence/occurrence.ts";
import { findWindow } from "../occurrence/window-occurrences.ts";

test("a move takes start and end together and keeps the length, unless it says otherwise", () => {
  const moves: [object, number, number][] = [
    [{ start: "2026-12-06T05:30" }, 3.5, 5.5],
    [{ start: START + 7 * HOUR }, 7, 9],
    [{ start: "2026-12-06T05:00", for: HOUR }, 3, 4],
    [{ start: "2026-12-06T05:00", end: "2026-12-06T05:10" }, 3, 3 + 1 / 6],
    [{ start: "2026-12-06T05:00", end: START + 6 * HOUR }, 3, 6],
    [{ start: START + 6 * HOUR, end: "2026-12-06T10:00" }, 6, 8],
  ];
  for (const [wanted, start, end] of moves) {
    const project = once();
    const { status, changed } = project.do({ ...moving, window: "w", ...wanted }, START - HOUR);
    assert.equal(changed, true);
    assert.deepEqual(project.times("w", START), [[start, end, "announced"]], JSON.stringify(wanted));
    assert.equal(status.occurrence.plannedStart, START);
    assert.equal(project.do({ ...moving, window: "w", ...wanted }, START - HOUR).changed, false);
  }
});

test("a wall-clock move is on the clock of the window's zone, and its gaps and doubled hours are the window's", () => {
  const project = once({ zone: "Europe/Rome" });
  const times = (start: string, end: string) => {
    const { occurrence } = project.do({ ...moving, window: "w", start, end }, START - DAY).status;
    return [occurrence.start, occurrence.end].map((ms) => new Date(ms).toISOString().slice(0, 16));
  };
  assert.deepEqual(times("2027-03-28T02:30", "2027-03-28T04:00"), ["2027-03-28T01:30", "2027-03-28T02:00"]);
  assert.deepEqual(times("2027-10-31T02:30", "2027-10-31T02:45"), ["2027-10-31T00:30", "2027-10-31T01:45"]);
});

test("no occurrence is moved onto another one of its window, nor up to one", () => {
  const next = START + 7 * DAY;
  const touching: [number, number][] = [
    [next, 2],
    [next - HOUR, 2],
    [next - 2 * HOUR, 2],
    [next + 2 * HOUR, 2],
    [next - DAY, 10 * 24],
  ];
  for (const [start, hours] of touching)
    refuses(
      once(weekly),
      { ...moving, window: "w", start, for: hours * HOUR },
      START - HOUR,
      "invalid",
      /start would touch or overlap w\/2026-12-(13|20)T02:00 of the same window, from 2026-12-/,
    );
  const named = { ...moving, occurrence: "w/2026-12-13T02:00" };
  refuses(once(weekly), { ...named, start: START + HOUR }, START - HOUR, "invalid", /12-06T02:00/);
  // Also one that is active, and one that was moved there.
  refuses(once(weekly), { ...named, start: START + HOUR }, START + 1, "invalid", /12-06T02:00/);
  const moved = once(weekly);
  moved.do({ ...moving, window: "w", start: START + 3 * DAY }, START - HOUR);
  refuses(moved, { ...named, start: START + 3 * DAY + HOUR }, START, "invalid", /12-06T02:00/);
  for (const hold of [{}, { overrun: "hold" }]) {
    const free = once({ ...weekly, ...hold });
    for (const start of [next - 3 * HOUR, next + 3 * HOUR, START + HOUR])
      assert.equal(free.do({ ...moving, occurrence: "w/2026-12-06T02:00", start }, START - HOUR).changed, true);
  }
});

test("an occurrence is moved to where a canceled one was planned", () => {
  const project = once(weekly);
  project.do({ ...cancelling, occurrence: "w/2026-12-13T02:00" }, START - HOUR);
  assert.equal(project.do({ ...moving, window: "w", start: START + 7 * DAY }, START - HOUR).changed, true);
});

test("nothing is moved into the past, to end before it starts, or once it has started", () => {
  const move = { ...moving, window: "w" };
  const now = START - HOUR;
  refuses(once(), { ...move, start: now }, now, "invalid", /start .*future/);
  refuses(once(), { ...move, start: Date.UTC(9999, 0) }, now, "invalid", /start .*year 9998/);
  refuses(once(), { ...move, end: START }, now, "invalid", /end .*later/);
  refuses(once(), { ...move, start: "2026-12-06T05:00", end: "2026-12-06T05:00" }, now, "invalid", /end .*later/);
  refuses(once(), { ...move, end: START + 1, for: 1 }, now, "invalid", /mutually exclusive/);
  refuses(once(), { ...move, for: 367 * DAY }, now, "invalid", /for .*366/);
  refuses(once(), { ...move, start: START + HOUR }, START, "conflict", /^w\/.* has started: extend or complete it instead/);
  refuses(once(), { ...move, start: START + 3 * HOUR }, START + 2 * HOUR, "conflict", /no upcoming occurrence/);
  const named = { ...moving, occurrence: "w/2026-12-06T02:00", start: START + HOUR };
  refuses(once(), named, START, "conflict", /has started/);
});

test("a reminder stays where it was announced when an occurrence is started early or moved to later", () => {
  const project = once({ reminder: "PT12H" });
  const reminderAt = (now: number) => {
    const { id, window, overrides } = findWindow(project.state, "w");
    return interruptionAt(occurrencesAround(id, window, overrides, now), now, 0)?.interruption.reminder;
  };
  project.do({ ...moving, window: "w", start: START + HOUR }, START - 10 * HOUR);
  assert.equal(reminderAt(START), START - 12 * HOUR);
  project.do({ ...starting, window: "w" }, START - 5 * HOUR);
  assert.equal(reminderAt(START), START - 12 * HOUR);
});
