import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { type MaintenanceWindow, parseWindow } from "../windows/maintenance-window.ts";
import { type Occurrence, type Override, occurrencesAround } from "./occurrence.ts";
import { endAt, lastTransition } from "./occurrence-state.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 11, 6, 2);
const NAME = "2026-12-06T02:00";

test("a window has the one occurrence that it plans, named by its planned local start", () =>
  assert.deepEqual(occurrencesAround("db", windowOf({ zone: "Europe/Rome", reminder: "PT12H" }), [], START), [
    {
      window: "db",
      name: "db/2026-12-06T02:00",
      plannedStart: START - HOUR,
      plannedEnd: START + HOUR,
      start: START - HOUR,
      end: START + HOUR,
      hold: false,
      holdLimit: START + HOUR,
      isCanceled: false,
      byHand: false,
      lead: 12 * HOUR,
      zone: "Europe/Rome",
    },
  ]));

test("a canceled occurrence does not exist, nor does one that ends at its start or before it", () => {
  const gone = [
    override({ canceled: true }),
    override({ end: START }),
    override({ end: START - 1 }),
    override({ start: START + 2 * HOUR }),
  ];
  for (const one of gone) assert.deepEqual(occurrencesAround("w", windowOf({}), [one], START), []);
});

test("an override of another window or of an occurrence that is not planned does nothing", () => {
  const strangers = [override({ window: "v", canceled: true }), override({ occurrence: "2026-12-07T02:00", canceled: true })];
  assert.equal(occurrencesAround("w", windowOf({}), strangers, START).length, 1);
});

test("by hand is what the window or the override says", () => {
  assert.ok(only(occurrencesAround("w", windowOf({}, "hand"), [], START)).byHand);
  assert.ok(only(occurrencesAround("w", windowOf({}), [override({ byHand: true })], START)).byHand);
});

test("occurrences come in order of start, those that were kept too", () => {
  const kept = [3, -2, 1].map((days) => keptOn(days));
  const starts = occurrencesAround("w", windowOf({}), kept, START).map(({ start }) => (start - START) / DAY);
  assert.deepEqual(starts, [-2, 0, 1, 3]);
});

test("with hold the end moves by 15 minutes, at most 24 hours", () => {
  const one = only(occurrencesAround("w", windowOf({ overrun: "hold" }), [], START));
  const said: [number, number][] = [
    [-1, 0],
    [0, 15],
    [15 * MINUTE - 1, 15],
    [15 * MINUTE, 30],
    [DAY - 1, 24 * 60],
    [DAY, 24 * 60],
    [100 * DAY, 24 * 60],
  ];
  for (const [after, minutes] of said) assert.equal(endAt(one, one.end + after), one.end + minutes * MINUTE, `${after} ms`);
});

test("a completed occurrence is not held", () => {
  const one = only(
    occurrencesAround("w", windowOf({ overrun: "hold" }), [override({ completed: true, end: START + 3 * HOUR })], START),
  );
  assert.equal(endAt(one, START + 3 * HOUR), START + 3 * HOUR);
});

test("what is held gives way to the next occurrence of its window, and only to one that exists", () => {
  const held = windowOf({ overrun: "hold" });
  const next = {
    ...keptOn(0),
    occurrence: "next",
    kept: { plannedStart: START + 5 * HOUR, plannedEnd: START + 6 * HOUR, lead: null },
  };
  assert.equal(occurrencesAround("w", held, [next], START)[0]?.holdLimit, START + 5 * HOUR);
  assert.equal(occurrencesAround("w", held, [{ ...next, start: START + 4 * HOUR }], START)[0]?.holdLimit, START + 4 * HOUR);
  assert.equal(occurrencesAround("w", held, [{ ...next, canceled: true }], START)[0]?.holdLimit, START + 26 * HOUR);
  assert.equal(occurrencesAround("w", held, [{ ...next, start: START + HOUR }], START)[0]?.holdLimit, START + 2 * HOUR);
});

test("the current end never moves back, stays within its limit, and is after now until the limit", () => {
  const at = fc.integer({ min: -HOUR, max: 30 * HOUR });
  forAll([at, at, fc.integer({ min: 0, max: 30 * HOUR })], (one, other, gap) => {
    const next = {
      ...keptOn(0),
      occurrence: "next",
      kept: { plannedStart: START + 2 * HOUR + gap, plannedEnd: START + 90 * HOUR, lead: null },
    };
    const [occurrence] = occurrencesAround("w", windowOf({ overrun: "hold" }), [next], START);
    assert.ok(occurrence);
    const [early, late] = [occurrence.end + Math.min(one, other), occurrence.end + Math.max(one, other)];
    assert.ok(endAt(occurrence, early) <= endAt(occurrence, late));
    assert.ok(endAt(occurrence, late) <= occurrence.holdLimit);
    assert.equal(endAt(occurrence, late) > late, late < occurrence.holdLimit);
    const moved = lastTransition(occurrence, late);
    if (moved <= late) assert.equal(endAt(occurrence, moved), endAt(occurrence, late));
  });
});

function windowOf(rest: Record<string, unknown>, origin: "manifest" | "hand" = "manifest"): MaintenanceWindow {
  const window = parseWindow(
    { start: NAME, duration: "PT2H", ...(origin === "hand" ? { overrun: "end" } : {}), ...rest },
    "w",
    origin,
    [],
  );
  assert.ok(window);
  return window;
}

function override(what: Partial<Override>): Override {
  return {
    window: "w",
    occurrence: NAME,
    start: null,
    end: null,
    canceled: false,
    completed: false,
    byHand: false,
    kept: null,
    ...what,
  };
}

function keptOn(days: number): Override {
  const plannedStart = START + days * DAY;
  return override({ occurrence: `day ${days}`, kept: { plannedStart, plannedEnd: plannedStart + HOUR, lead: null } });
}

function only(occurrences: readonly Occurrence[]): Occurrence {
  const [one, ...others] = occurrences;
  assert.ok(one);
  assert.deepEqual(others, []);
  return one;
}
