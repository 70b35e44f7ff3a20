import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { endOfLane, firstPosition, neighborInLane, neighborInRow, positionAt, resolvePosition } from "./grid-position.ts";
import { type LaneItem, LaneRows } from "./lane-row.ts";
import type { OccurrenceBar } from "./occurrence-bar.ts";

const sight = { from: 0, until: 100 };

function itemOf(lane: string, from: number, until: number, index: number): LaneItem {
  return { key: `${lane}${index}`, kind: "occurrence", from, until, window: "w", lanes: [lane], bar: {} as OccurrenceBar };
}

const anyRows = fc
  .array(fc.array(fc.tuple(fc.integer({ min: -50, max: 150 }), fc.integer({ min: 1, max: 40 })), { maxLength: 6 }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((lanes) => {
    const keys = lanes.map((_, index) => `lane-${index}`);
    const items = new Map(
      lanes.map((spans, lane) => {
        const own = spans.map(([from, length], index) => itemOf(keys[lane] ?? "", from, from + length, index));
        return [keys[lane] ?? "", own.sort((a, b) => a.from - b.from)];
      }),
    );
    return done(
      new LaneRows().of(
        keys.map((key) => ({ key, kind: "instance", id: key, name: key })),
        items,
        1,
      ),
    );
  });

function done<Result>(work: Generator<void, Result>): Result {
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

test("moving right from a lane's first item passes each item once, and back the same way", () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const [row, { level, levels }] of rows.entries()) {
        if (level > 0) continue;
        const all = rows.slice(row, row + levels).flatMap(({ items }) => items);
        const seen: LaneItem[] = [];
        for (let place = endOfLane(rows, { row, item: null }, -1); place?.item; place = neighborInLane(rows, place, 1, sight))
          seen.push(place.item);
        assert.deepEqual(new Set(seen), new Set(all));
        assert.equal(seen.length, all.length);
        const back: LaneItem[] = [];
        for (let place = endOfLane(rows, { row, item: null }, 1); place?.item; place = neighborInLane(rows, place, -1, sight))
          back.push(place.item);
        assert.deepEqual(back, seen.toReversed());
      }
    }),
  );
});

test("moving down passes every lane, and only visible items", () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const lanes = new Set<string>();
      for (let place = firstPosition(rows, 0, sight); place; place = neighborInRow(rows, place, 1, sight)) {
        lanes.add(rows[place.row]?.lane.key ?? "");
        assert.ok(place.item === null || (place.item.until > sight.from && place.item.from < sight.until));
      }
      assert.deepEqual(lanes, new Set(rows.map(({ lane }) => lane.key)));
    }),
  );
});

test("a place is found again where its item went to another row, and its lane where the item is gone", () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      for (const [row, { items, lane }] of rows.entries()) {
        for (const item of items) assert.deepEqual(resolvePosition(rows, positionAt(rows, { row, item })), { row, item });
        assert.equal(rows[resolvePosition(rows, { lane: lane.key, item: "gone" })?.row ?? -1]?.lane.key, lane.key);
      }
      assert.equal(resolvePosition(rows, { lane: "gone", item: "" }), null);
    }),
  );
});
