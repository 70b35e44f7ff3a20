import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { HourlyCounts, hourMs, hourNumber, reportedHours } from "./hourly-counts.ts";

const first = hourNumber(Date.parse("2026-11-21T12:00:00Z"));

test("an hour is a whole one of UTC, on both sides of 1970", () => {
  assert.deepEqual([hourNumber(0), hourNumber(hourMs - 1), hourNumber(hourMs), hourNumber(-1)], [0, 0, 1, -1]);
});

test("24 hours are reported, oldest first, and nothing older", () => {
  const ring = new HourlyCounts();
  ring.add(first, 5);
  ring.add(first + 23, 7);
  assert.deepEqual(ring.until(first + 23), [5, ...new Array(22).fill(0), 7]);
  assert.deepEqual([ring.sum(first + 23), ring.sum(first + 24), ring.sum(first + 47)], [12, 7, 0]);
});

test("with a clock that moves forward, the ring buffer reports the same as counting everything", () => {
  const steps = fc.array(fc.record({ pass: fc.nat(30), count: fc.integer({ min: 1, max: 1_000_000 }) }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 500_000 }), steps, (begin, list) => {
      const ring = new HourlyCounts();
      const all: { hour: number; count: number }[] = [];
      let hour = begin;
      for (const { pass, count } of list) {
        hour += pass;
        ring.add(hour, count);
        all.push({ hour, count });
        assert.deepEqual(ring.until(hour), naive(all, hour));
        assert.equal(
          ring.sum(hour),
          naive(all, hour).reduce((sum, n) => sum + n, 0),
        );
      }
    }),
  );
});

test("with a clock that jumps, the ring buffer never reports too much, and always the whole current hour", () => {
  const steps = fc.array(fc.record({ hour: fc.integer({ min: -100, max: 100 }), count: fc.integer({ min: 1, max: 9 }) }));
  fc.assert(
    fc.property(steps, (list) => {
      const ring = new HourlyCounts();
      const all: { hour: number; count: number }[] = [];
      for (const { hour, count } of list) {
        const before = ring.at(hour);
        ring.add(hour, count);
        all.push({ hour, count });
        assert.equal(ring.at(hour), before + count);
        const told = ring.until(hour);
        for (const [index, most] of naive(all, hour).entries()) assert.ok((told[index] ?? 0) <= most);
      }
    }),
  );
});

function naive(all: readonly { readonly hour: number; readonly count: number }[], now: number): number[] {
  return Array.from({ length: reportedHours }, (_, index) => {
    const hour = now - reportedHours + 1 + index;
    return all.reduce((sum, one) => sum + (one.hour === hour ? one.count : 0), 0);
  });
}
