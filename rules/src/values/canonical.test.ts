import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { canonicalText } from "./canonical.ts";

/** The same, with the keys of every map in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turned(inner)]),
  );
}

/** Whole numbers as keys keep an order of their own. */
const key = fc.string({ minLength: 1, maxLength: 3 }).filter((text) => !/^\d+$/.test(text) && text !== "__proto__");
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, "", "a", "null"),
    fc.integer(),
    fc.string(),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

test("the order in which keys were written does not show", () =>
  forAll([json], (value) => assert.equal(canonicalText(turned(value)), canonicalText(value))));

test("the text says the value again, so that two values never have the same one", () =>
  forAll([json], (value) => assert.deepEqual(JSON.parse(canonicalText(value)), JSON.parse(JSON.stringify(value)))));

test("what is undefined is as if it were not there, and nothing in a list closes up", () => {
  assert.equal(canonicalText({ b: 1, a: undefined }), '{"b":1}');
  assert.equal(canonicalText([1, undefined, 2]), "[1,null,2]");
  assert.notEqual(canonicalText(["a", "b"]), canonicalText(["b", "a"]));
});
