import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { windowFrom } from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import { emptyOverride, type Override, occurrencesAround } from "./occurrence.ts";
import { endAt, lastTransition } from "./occurrence-state.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 11, 6, 2);
const NAME = "2026-12-06T02:00";

test("a canceled occurrence does not exist, nor does one that ends at its start or before it", () => {
  const gone = [
    override({ canceled: true }),
    override({ end: START }),
    override({ end: START - 1 }),
    override({ start: START + 2 * HOUR }),
  ];
  for (const one of gone) assert.deepEqual(occurrencesAround("w", windowFrom({}), [one], START), []);
});

test("by hand is what the window or the override says", () => {
  const byHand = [...occurrencesAround("w", windowFrom({}, "hand"), [], START)];
  byHand.push(...occurrencesAround("w", windowFrom({}), [override({ byHand: true })], START));
  assert.deepEqual(pluck(byHand, "byHand"), [true, true]);
});

test("occurrences come in order of start, those that were kept too", () => {
  const kept = [3, -2, 1].map((days) => keptOn(days));
  const starts = occurrencesAround("w", windowFrom({}), kept, START).map(({ start }) => (start - START) / DAY);
  assert.deepEqual(starts, [-2, 0, 1, 3]);
});

test("the current end never moves back, stays within its limit, and is after now until the limit", () => {
  const at = fc.integer({ min: -HOUR, max: 30 * HOUR });
  forAll([at, at, fc.integer({ min: 0, max: 30 * HOUR })], (one, other, gap) => {
    const next = {
      ...keptOn(0),
      occurrence: "next",
      kept: { plannedStart: START + 2 * HOUR + gap, plannedEnd: START + 90 * HOUR, lead: null },
    };
    const [occurrence] = occurrencesAround("w", windowFrom({ overrun: "hold" }), [next], START);
    assert.ok(occurrence);
    const [early, late] = [occurrence.end + Math.min(one, other), occurrence.end + Math.max(one, other)];
    assert.ok(endAt(occurrence, early) <= endAt(occurrence, late));
    assert.ok(endAt(occurrence, late) <= occurrence.holdLimit);
    assert.equal(endAt(occurrence, late) > late, late < occurrence.holdLimit);
    const moved = lastTransition(occurrence, late);
    if (moved <= late) assert.equal(endAt(occurrence, moved), endAt(occurrence, late));
  });
});

function override(what: Partial<Override>): Override {
  return { ...emptyOverride("w", NAME), ...what };
}

function keptOn(days: number): Override {
  const plannedStart = START + days * DAY;
  return override({ occurrence: `day ${days}`, kept: { plannedStart, plannedEnd: plannedStart + HOUR, lead: null } });
}
