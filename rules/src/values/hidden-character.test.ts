import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { hiddenCharacters, hiddenProblem } from "./hidden-character.ts";

test("what changes the direction of text, or shows nothing, is found, each once", () => {
  assert.deepEqual(hiddenCharacters("Acme \u202Egpj.exe"), ["U+202E"]);
  const always = [
    ...["\u202A", "\u202B", "\u202C", "\u202D", "\u202E", "\u2066", "\u2067", "\u2068", "\u2069", "\u061C", "\u200E", "\u200F"],
    ...["\u200B", "\u2060", "\u2064", "\uFEFF", "\u00AD", "\u034F", "\u180E", "\u115F", "\u1160", "\u3164", "\uFFA0", "\u2800"],
    ...["\u0000", "\u001B", "\u0085", "\u2028", "\u2029", "\uFFF9", "\u{E0041}", "\u{1D173}", "\uD800"],
  ];
  for (const character of always) {
    for (const text of [`a${character}b`, `${character}ab`, `ab${character}`, `می${character}خ`, `👩${character}💻`, character]) {
      const name = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
      assert.deepEqual(hiddenCharacters(text), [name], `${name} in ${JSON.stringify(text)}`);
    }
  }
});

test("how people write is left alone: Persian and Indic joiners, emoji, flags, forms of kanji", () => {
  for (const text of [
    "می\u200Cخواهم",
    "क्\u200Dष",
    "ന്\u200D",
    "👩\u200D💻 team",
    "🏳\uFE0F\u200D🌈",
    "👩🏽\u200D🚀",
    "✈\uFE0E ✈\uFE0F",
    "1\uFE0F\u20E3",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} England",
    "葛\u{E0100}城市",
    "חברה (אירופה)",
  ])
    assert.deepEqual(hiddenCharacters(text), [], JSON.stringify(text));
});

test("the same characters are found where they only hide", () => {
  for (const [text, name] of [
    ["pay\u200Dpal", "U+200D"],
    ["рау\u200Cраl", "U+200C"],
    ["می\u200C\u200Cخواهم", "U+200C"],
    ["\u200Cمی", "U+200C"],
    ["👩\u200D", "U+200D"],
    ["a\uFE0F", "U+FE0F"],
    ["🏴\u{E0068}\u{E0069}\u{E007F}", "U+E0068"],
  ] as const)
    assert.ok(hiddenCharacters(text).includes(name), JSON.stringify(text));
});

test("the problem names what to remove, and at most five of them", () => {
  const actual = hiddenProblem("a\u202Eb\u200B");
  assert.equal(actual, "expected no invisible characters and none that change the direction of text: remove U+202E, U+200B");
  assert.match(hiddenProblem("\u202A\u202B\u202C\u202D\u202E\u2066") ?? "", /U\+202E and others$/);
  assert.equal(hiddenProblem("Acme"), null);
});

test("without what is found, nothing more is found", () =>
  forAll([fc.string({ unit: "binary", maxLength: 60 })], 500, (text) => {
    const names = hiddenCharacters(text);
    const codes = new Set(names.map((name) => Number.parseInt(name.slice(2), 16)));
    const rest = [...text].filter((character) => !codes.has(character.codePointAt(0) ?? -1)).join("");
    assert.ok(hiddenCharacters(rest).every((name) => !codes.has(Number.parseInt(name.slice(2), 16))));
  }));
