import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatShare, formatShareOver, totalRequests } from "./traffic.ts";

test("a share has digits where they matter, and is 0% or 100% only where it is", () => {
  const cases: [number, number, string][] = [
    [0, 0, "0%"],
    [0, 10, "0%"],
    [10, 10, "100%"],
    [38, 100, "38%"],
    [1, 3, "33%"],
    [25, 1000, "2.5%"],
    [3, 10_000, "0.03%"],
    [1, 1e9, "0.01%"],
    [9_997, 10_000, "99.97%"],
    [1e9 - 1, 1e9, "99.99%"],
    [99, 100, "99%"],
  ];
  for (const [part, whole, text] of cases) assert.equal(formatShare(part, whole), text);
});

test("a share is at most half a percent from what it stands for", () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 }), (part, whole) => {
      const given = Math.min(part, whole);
      const shown = Number(formatShare(given, whole).slice(0, -1));
      assert.ok(Math.abs(shown - (given / whole) * 100) <= 0.5 + 1e-9);
      assert.deepEqual([shown === 0, shown === 100], [given === 0, given === whole]);
    }),
  );
});

test("a share over a limit does not read like the limit", () => {
  const cases: [number, number, number, string][] = [
    [38, 100, 20, "38%"],
    [201, 1000, 20, "20.1%"],
    [20_001, 100_000, 20, "20.001%"],
    [999, 1000, 99, "99.9%"],
    [1, 1e9, 0, "0.01%"],
  ];
  for (const [part, whole, limit, text] of cases) assert.equal(formatShareOver(part, whole, limit), text);
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 100_000 }), fc.nat(99), (part, whole, limit) => {
      const given = Math.min(part, whole);
      fc.pre(given * 100 > limit * whole);
      assert.ok(Number.parseFloat(formatShareOver(given, whole, limit)) > limit);
    }),
  );
});

test("the total has the other versions too", () => {
  const versions = [
    { version: "1.0.0", day: 1, week: 20 },
    { version: "2.0.0", day: 2, week: 30 },
  ];
  assert.deepEqual(totalRequests({ versions, other: { day: 4, week: 5 } }), { day: 7, week: 55 });
});
