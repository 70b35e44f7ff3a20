import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { compareTexts } from "../values/text-order.ts";
import { ResourceMap } from "./resource-map.ts";

/** Includes characters that JavaScript sorts differently from a store. */
const id = fc.oneof(
  fc.integer({ min: 0, max: 150 }).map(String),
  fc.constantFrom("\uff21", "\u{1f600}", "\uff21a", "\u{1f600}a"),
);
const changes = fc.array(fc.tuple(id, fc.option(fc.integer(), { nil: undefined })), { maxLength: 120 });

test("after any changes it holds what a plain map holds, in order of id, and the original is as it was", () =>
  forAll([fc.array(fc.tuple(id, fc.integer())), fc.array(changes, { maxLength: 6 }), id], 300, (entries, steps, cursor) => {
    const plain = new Map(entries);
    let map = ResourceMap.of(entries);
    for (const step of steps) {
      const original = map;
      const before = [...original];
      map = map.with(step);
      for (const [name, value] of step) value === undefined ? plain.delete(name) : plain.set(name, value);
      deepEqual([...original], before);
    }
    const expected = [...plain].sort(([a], [b]) => compareTexts(a, b));
    deepEqual([...map], expected);
    equal(map.size, plain.size);
    deepEqual(
      [...map.after(cursor)],
      expected.filter(([name]) => compareTexts(name, cursor) > 0),
    );
    for (const name of plain.keys()) equal(map.get(name), plain.get(name));
    equal(map.has(cursor), plain.has(cursor));
  }));
