import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLanguageTag } from "./language-tag.ts";

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
