import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assignRows, placeLabels } from "./label-layout.ts";

const label = fc.record({ at: fc.integer({ min: 0, max: 900 }), width: fc.integer({ min: 8, max: 120 }), weight: fc.nat(3) });

test("no label lies over another, and none beyond the ruler", () => {
  fc.assert(
    fc.property(fc.array(label, { maxLength: 40 }), fc.integer({ min: 100, max: 900 }), (labels, room) => {
      const placed = placeLabels(labels, room, 3);
      for (const { index, row, left } of placed) {
        const right = left + (labels[index]?.width ?? 0);
        assert.ok(left >= 0 && right <= room);
        for (const other of placed) {
          if (other.index === index || other.row !== row) continue;
          assert.ok(right <= other.left || left >= other.left + (labels[other.index]?.width ?? 0));
        }
      }
    }),
  );
});

test("what matters most has its label first", () => {
  const labels = [
    { at: 50, width: 100, weight: 0 },
    { at: 50, width: 100, weight: 2 },
  ];
  assert.deepEqual(
    placeLabels(labels, 100, 1).map(({ index }) => index),
    [1],
  );
});

test("bars in the same row do not lie over each other", () => {
  const bar = fc.record({ left: fc.integer({ min: 0, max: 100 }), width: fc.integer({ min: 1, max: 50 }) });
  fc.assert(
    fc.property(fc.array(bar, { maxLength: 20 }), (bars) => {
      const rows = assignRows(bars);
      for (const [a, one] of bars.entries()) {
        for (const [b, other] of bars.entries()) {
          if (a === b || rows[a] !== rows[b]) continue;
          assert.ok(one.left + one.width <= other.left || other.left + other.width <= one.left);
        }
      }
    }),
  );
});
