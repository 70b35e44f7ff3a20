import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type LaneItem, stacked, withReachable } from "./lane-row.ts";
import type { OccurrenceBar } from "./occurrence-bar.ts";

const lane = { key: "project", kind: "project", id: "acme", name: "Acme" } as const;
const anyItems = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 80 })), { maxLength: 60 })
  .map((spans) => spans.map(([from, length], index) => itemAt(from, from + length, index)).sort((a, b) => a.from - b.from));

function itemAt(from: number, until: number, index: number): LaneItem {
  return { key: String(index), kind: "occurrence", from, until, window: "w", lanes: [lane.key], bar: {} as OccurrenceBar };
}

test("nothing in a row covers anything else, and nothing is left out", () => {
  fc.assert(
    fc.property(anyItems, fc.integer({ min: 0, max: 30 }), (items, least) => {
      const rows = stacked(items, least);
      assert.deepEqual(new Set(rows.flat()), new Set(items));
      for (const row of rows)
        for (const [index, { from }] of row.entries()) {
          const before = row[index - 1];
          assert.ok(!before || Math.max(before.until, before.from + least) <= from);
        }
    }),
  );
});

test("a lane has no more rows than there are items at one time", () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      const depth = Math.max(0, ...items.map(({ from }) => items.filter((one) => one.from <= from && one.until > from).length));
      assert.equal(stacked(items, 0).length, depth);
    }),
  );
});

test("the nearest rows with an item are drawn too, over any number of empty ones", () => {
  const rows = Array.from({ length: 100 }, (_, index) => ({
    lane,
    level: 0,
    levels: 1,
    items: [2, 5, 60, 80].includes(index) ? [itemAt(0, 10, index)] : [],
  }));
  assert.deepEqual(withReachable([20, 21, 22], rows), [5, 20, 21, 22, 60]);
  assert.deepEqual(withReachable([0, 1], rows), [0, 1, 2]);
  assert.deepEqual(withReachable([81], rows), [80, 81]);
});
