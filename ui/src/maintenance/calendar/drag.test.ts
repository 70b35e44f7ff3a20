import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Drag, draggedTo, spannedOver, step } from "./drag.ts";
import type { OccurrenceBar } from "./occurrence-bar.ts";
import { MINUTE } from "./zone-time.ts";

const HOUR = 60 * MINUTE;
const start = Date.UTC(2027, 11, 5, 2);
const lane = { key: "project", kind: "project", id: "acme", name: "Acme" } as const;
const bar = { name: "w/1", start, end: start + 2 * HOUR } as OccurrenceBar;
const moving: Drag = { kind: "move", edge: "whole", lane, row: 0, bar, start, end: bar.end };
const anyTime = fc.integer({ min: start - 30 * HOUR, max: start + 30 * HOUR });

test("what is moved keeps its length, begins on a step, and not in the past", () => {
  fc.assert(
    fc.property(anyTime, anyTime, (to, now) => {
      const moved = draggedTo(moving, to, now);
      assert.equal(moved.end - moved.start, 2 * HOUR);
      assert.equal(moved.start % step, 0);
      assert.ok(moved.start > now);
      if (to > now + step) assert.ok(Math.abs(moved.start - to) <= step / 2);
    }),
  );
});

test("what is stretched keeps its other edge, and at least one step", () => {
  fc.assert(
    fc.property(anyTime, fc.constantFrom("start", "end"), (to, edge) => {
      const stretched = draggedTo({ ...moving, edge }, to, start - 40 * HOUR);
      assert.ok(stretched.end - stretched.start >= step);
      assert.equal(edge === "end" ? stretched.start : stretched.end, edge === "end" ? start : bar.end);
    }),
  );
});

test("what is active never ends earlier, and never starts elsewhere", () => {
  fc.assert(
    fc.property(anyTime, (to) => {
      const extended = draggedTo({ ...moving, kind: "extend", edge: "end" }, to, start + HOUR);
      assert.equal(extended.start, start);
      assert.ok(extended.end >= bar.end);
    }),
  );
});

test("empty space that is dragged over, in either direction, is a span of whole steps after now", () => {
  fc.assert(
    fc.property(anyTime, anyTime, anyTime, (from, to, now) => {
      const made = spannedOver({ ...moving, kind: "make", bar: null }, from, to, now);
      assert.ok(made.start > now && made.end - made.start >= step);
      assert.deepEqual([made.start % step, made.end % step], [0, 0]);
    }),
  );
});
