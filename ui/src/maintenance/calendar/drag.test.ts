import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Drag, draggedTo, fineStep, spannedOver, step } from "./drag.ts";
import type { OccurrenceBar } from "./occurrence-bar.ts";
import { MINUTE } from "./zone-time.ts";

const HOUR = 60 * MINUTE;
const start = Date.UTC(2027, 11, 5, 2);
const lane = { key: "project", kind: "project", id: "acme", name: "Acme" } as const;
const bar = { name: "w/1", start, end: start + 2 * HOUR } as OccurrenceBar;
const moving: Drag = { kind: "move", edge: "whole", lane, row: 0, bar, start, end: bar.end };
const anySnap = fc.constantFrom(step, fineStep);
const anyTime = fc.integer({ min: start - 30 * HOUR, max: start + 30 * HOUR });

test("what is moved keeps its length, begins on a step, and not in the past", () => {
  fc.assert(
    fc.property(anyTime, anyTime, anySnap, (to, now, snap) => {
      const moved = draggedTo(moving, to, snap, now);
      assert.equal(moved.end - moved.start, 2 * HOUR);
      assert.equal(moved.start % snap, 0);
      assert.ok(moved.start > now);
      if (to > now + snap) assert.ok(Math.abs(moved.start - to) <= snap / 2);
    }),
  );
});

test("what is stretched keeps its other edge, and at least one step", () => {
  fc.assert(
    fc.property(anyTime, anySnap, fc.constantFrom("start", "end"), (to, snap, edge) => {
      const stretched = draggedTo({ ...moving, edge }, to, snap, start - 40 * HOUR);
      assert.ok(stretched.end - stretched.start >= snap);
      assert.equal(edge === "end" ? stretched.start : stretched.end, edge === "end" ? start : bar.end);
    }),
  );
});

test("what is active never ends earlier, and never starts elsewhere", () => {
  fc.assert(
    fc.property(anyTime, anySnap, (to, snap) => {
      const extended = draggedTo({ ...moving, kind: "extend", edge: "end" }, to, snap, start + HOUR);
      assert.equal(extended.start, start);
      assert.ok(extended.end >= bar.end);
    }),
  );
});

test("empty space that is dragged over, in either direction, is a span of whole steps after now", () => {
  fc.assert(
    fc.property(anyTime, anyTime, anyTime, anySnap, (from, to, now, snap) => {
      const made = spannedOver({ ...moving, kind: "make", bar: null }, from, to, snap, now);
      assert.ok(made.start > now && made.end - made.start >= snap);
      assert.deepEqual([made.start % snap, made.end % snap], [0, 0]);
    }),
  );
});
