import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../test/for-all.ts";
import { TextMap, textHash } from "./text-map.ts";

test("it holds what a Map holds, whatever is set and deleted", () => {
  const text = fc.constantFrom("", "a", "b", "ab", "1.0.0", "2.4.0-beta.1", "ü");
  const step = fc.record({ text, value: fc.option(fc.nat(9)) });
  forAll([fc.integer(), fc.array(step, { maxLength: 50 })], (seed, steps) => {
    const [map, model] = [new TextMap<number>(seed), new Map<string, number>()];
    for (const { text, value } of steps) {
      if (value === null) map.delete(text);
      else map.set(text, value);
      if (value === null) model.delete(text);
      else model.set(text, value);
      for (const asked of ["", "a", "b", "ab", "1.0.0", "2.4.0-beta.1", "ü", "c"]) assert.equal(map.get(asked), model.get(asked));
    }
  });
});

test("texts with the same hash are told apart", () => {
  const [a, b] = sameHash(3);
  const map = new TextMap<string>(3);
  map.set(a, "first");
  map.set(b, "second");
  assert.deepEqual([map.get(a), map.get(b)], ["first", "second"]);
  map.set(a, "third");
  map.delete(b);
  assert.deepEqual([map.get(a), map.get(b)], ["third", undefined]);
});

/** Two of the first texts whose hash with the seed is the same. */
function sameHash(seed: number): readonly [string, string] {
  const known = new Map<number, string>();
  for (let i = 0; ; i++) {
    const text = `1.0.${i}`;
    const hash = textHash(text, seed);
    const other = known.get(hash);
    if (other !== undefined) return [other, text];
    known.set(hash, text);
  }
}
