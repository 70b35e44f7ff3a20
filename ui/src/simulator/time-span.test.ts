import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { defaultDay, instantAt, positionInSpan, spanAround, spanNames, timeAfterKey, timeTicks } from "./time-span.ts";

const hour = 3_600_000;
const rome = "Europe/Rome";
const instant = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2050, 0) });
const zone = fc.constantFrom("UTC", rome, "America/New_York", "Pacific/Auckland", "America/Havana");
const name = fc.constantFrom(...spanNames);

test("an instant is in its span, and the spans follow each other without a gap", () => {
  fc.assert(
    fc.property(instant, name, zone, (at, spanName, inZone) => {
      const span = spanAround(at, spanName, inZone);
      assert.ok(span.from <= at && at < span.until);
      assert.equal(spanAround(span.until, spanName, inZone).from, span.until);
      assert.deepEqual(spanAround(span.from, spanName, inZone), span);
      const ticks = timeTicks(span, spanName, inZone);
      assert.ok(ticks.length >= 6 && ticks.length <= 8, `${ticks.length}`);
      assert.ok(ticks.every(({ place }) => place >= 0 && place < 1));
    }),
  );
});

test("a day on which the clocks are moved has 23 or 25 hours", () => {
  const lengthOn = (at: number) => {
    const { from, until } = spanAround(at, "day", rome);
    return until - from;
  };
  assert.equal(lengthOn(Date.UTC(2026, 2, 29, 12)), 23 * hour);
  assert.equal(lengthOn(Date.UTC(2026, 9, 25, 12)), 25 * hour);
  assert.equal(lengthOn(Date.UTC(2026, 9, 26, 12)), defaultDay);
});

test("a week begins on Monday, a month on its first, a year on its first", () => {
  const at = Date.UTC(2026, 10, 22, 12);
  assert.equal(spanAround(at, "week", "UTC").from, Date.UTC(2026, 10, 16));
  assert.equal(spanAround(at, "month", "UTC").until, Date.UTC(2026, 11, 1));
  assert.equal(spanAround(at, "year", "UTC").from, Date.UTC(2026, 0, 1));
});

test("who points at a place gets an instant that is there, and inside", () => {
  fc.assert(
    fc.property(instant, name, fc.double({ min: -0.5, max: 1.5, noNaN: true }), (at, spanName, place) => {
      const span = spanAround(at, spanName, rome);
      const there = instantAt(place, span);
      assert.ok(there >= span.from && there <= span.until);
      if (place >= 0 && place <= 1) assert.ok(Math.abs(positionInSpan(there, span) - place) < 0.001);
    }),
  );
});

test("arrows go by whole minutes, pages by hours, and Home and End to the ends", () => {
  const span = spanAround(Date.UTC(2026, 10, 21, 12), "day", "UTC");
  const at = Date.UTC(2026, 10, 21, 12, 0, 30);
  const reached = (key: string, from = at) => new Date(timeAfterKey(key, from, span) ?? 0).toISOString().slice(11, 19);
  assert.equal(reached("ArrowRight"), "12:01:00");
  assert.equal(reached("ArrowLeft"), "12:00:00");
  assert.equal(reached("ArrowLeft", at - 30_000), "11:59:00");
  assert.equal(reached("PageUp"), "13:00:30");
  assert.equal(reached("PageDown"), "11:00:30");
  assert.equal(reached("Home"), "00:00:00");
  assert.equal(reached("End"), "23:59:00");
  assert.equal(timeAfterKey("a", at, span), null);
});
