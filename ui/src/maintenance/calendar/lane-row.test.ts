import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type LaneItem, LaneRows, stacked } from "./lane-row.ts";
import type { OccurrenceBar } from "./occurrence-bar.ts";

const lane = { key: "project", kind: "project", id: "acme", name: "Acme" } as const;
const anyItems = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 80 })), { maxLength: 60 })
  .map((spans) => spans.map(([from, length], index) => itemAt(from, from + length, index)).sort((a, b) => a.from - b.from));

function itemAt(from: number, until: number, index: number): LaneItem {
  return { key: String(index), kind: "occurrence", from, until, window: "w", lanes: [lane.key], bar: {} as OccurrenceBar };
}

function done<Result>(work: Generator<void, Result>): Result {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
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

test("rows of a lane in which nothing changed are the same objects", () => {
  const rows = new LaneRows();
  const rowsOf = (...given: Parameters<LaneRows["of"]>) => done(rows.of(...given));
  const other = { ...lane, key: "instance eu-1" };
  const [mine, theirs] = [[itemAt(0, 10, 0)], [itemAt(5, 9, 1), itemAt(6, 9, 2)]];
  const first = rowsOf(
    [lane, other],
    new Map([
      [lane.key, mine],
      [other.key, theirs],
    ]),
    1,
  );
  assert.deepEqual(
    first.map(({ level, levels }) => [level, levels]),
    [
      [0, 1],
      [0, 2],
      [1, 2],
    ],
  );
  const second = rowsOf(
    [lane, { ...other }],
    new Map([
      [lane.key, [itemAt(0, 11, 0)]],
      [other.key, [...theirs]],
    ]),
    1,
  );
  assert.notEqual(second[0], first[0]);
  assert.deepEqual([second[1] === first[1], second[2] === first[2]], [true, true]);
  assert.notEqual(rowsOf([lane, other], new Map([[other.key, theirs]]), 2)[1], first[1]);
});

test("a lane without anything has one empty row", () => {
  const [row] = done(new LaneRows().of([lane], new Map(), 1));
  assert.deepEqual([row?.items, row?.levels], [[], 1]);
});
