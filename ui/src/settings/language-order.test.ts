import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { moveLanguage, parseLanguageTag } from "./language-order.ts";

const names = new Map([
  ["de", "German"],
  ["pt-BR", "Brazilian Portuguese"],
]);

test("a tag is written as usual, however it was typed, and a name stands for its tag", () => {
  assert.equal(parseLanguageTag(" PT_br ", names), "pt-BR");
  assert.equal(parseLanguageTag("german", names), "de");
  assert.equal(parseLanguageTag("sr-latn", names), "sr-Latn");
});

test("what is no language is none", () => {
  for (const text of ["", "not a language", "d", "<img src=x>", "de-"]) assert.equal(parseLanguageTag(text, names), null, text);
});

test("moving loses no language, and back again is as it was", () => {
  const tags = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(tags, fc.nat(9), fc.constantFrom(-1 as const, 1 as const), (languages, index, by) => {
      const there = moveLanguage(languages, index, by);
      assert.deepEqual([...there].sort(), [...languages].sort());
      assert.deepEqual(there === languages ? there : moveLanguage(there, index + by, by === 1 ? -1 : 1), languages);
    }),
  );
});
