import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { canonicalLanguage, chooseLanguage, languageRanges } from "./language.ts";

interface Vectors {
  readonly tags: readonly { tag: string; canonical: string | null }[];
  readonly ranges: readonly { lang: string | null; accept_language: string | null; ranges: string[] }[];
  readonly choices: readonly {
    available: string[];
    lang: string | null;
    accept_language: string | null;
    project_first: string;
    chosen: string;
  }[];
}
const vectors: Vectors = JSON.parse(readFileSync(new URL("../../../vectors/messages.json", import.meta.url), "utf8"));

const codeUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));
const anyText = fc.oneof(
  fc.string({ unit: codeUnit }),
  fc.string({ unit: fc.constantFrom("d", "e", "E", "-", "x", "1", ",", ";", "q", "=", "0", ".", " ", "\t", "*", "_") }),
);
const tag = fc.constantFrom<string[]>(
  "de",
  "de-AT",
  "en",
  "en-GB",
  "pt-BR",
  "zh-Hant",
  "zh-Hant-TW",
  "he",
  "es-419",
  "de-x-formal",
);

test("every tag of the vectors has the canonical form that they say", () => {
  for (const { tag, canonical } of vectors.tags) assert.equal(canonicalLanguage(tag), canonical, tag);
});

test("every lang and Accept-Language of the vectors gives the expected ranges", () => {
  for (const { lang, accept_language, ranges } of vectors.ranges)
    assert.deepEqual(languageRanges(lang, accept_language), ranges, `${lang} ${accept_language}`);
});

test("every choice of the vectors falls on the language that they say", () => {
  for (const choice of vectors.choices) {
    const wanted = languageRanges(choice.lang, choice.accept_language);
    assert.equal(chooseLanguage(choice.available, wanted, choice.project_first), choice.chosen, JSON.stringify(choice));
  }
});

test("a canonical tag is its own canonical form", () =>
  forAll([fc.oneof(anyText, tag)], (text) => {
    const canonical = canonicalLanguage(text);
    if (canonical !== null) assert.equal(canonicalLanguage(canonical), canonical);
  }));

test("nothing that is sent makes the choice throw, and the choice is always one of the languages that there are", () => {
  const sent = fc.option(fc.oneof(anyText, tag));
  forAll([fc.uniqueArray(tag, { minLength: 1 }), sent, sent, fc.oneof(anyText, tag)], 1000, (available, lang, header, first) => {
    canonicalLanguage(lang ?? "");
    assert.ok(available.includes(chooseLanguage(available, languageRanges(lang, header), first)));
  });
});

test("an available language is found in any spelling and with any following subtags", () =>
  forAll([fc.uniqueArray(tag, { minLength: 1 }), fc.nat(), fc.boolean()], (available, index, upper) => {
    const one = available[index % available.length] ?? "";
    const asked = `${upper ? one.toUpperCase() : one.toLowerCase()}${one.includes("-x-") ? "" : "-x-more"}`;
    assert.equal(chooseLanguage(available, languageRanges(asked, null), ""), one);
  }));

test("the order of a header is the order of its weights, and of equal weights the order that they were sent in", () => {
  const member = fc.record({ range: tag, weight: fc.integer({ min: 1, max: 1000 }) });
  forAll([fc.array(member, { maxLength: 30 })], (members) => {
    const header = members.map(({ range, weight }) => `${range};q=${(weight / 1000).toFixed(3)}`).join(",");
    const expected = members.toSorted((a, b) => b.weight - a.weight).map(({ range }) => range);
    assert.deepEqual(languageRanges(null, header), expected);
  });
});

test("the first KiB of a header counts, and a member that its end cuts through does not", () => {
  const filler = `${" ".repeat(1020)},`;
  assert.deepEqual(languageRanges(null, `${filler}de`), ["de"]);
  assert.deepEqual(languageRanges(null, `${filler}de,fr`), ["de"], "de ends before the 1 024th character, fr after it");
  assert.deepEqual(languageRanges(null, `${filler}de-AT`), []);
  assert.deepEqual(languageRanges(null, `${filler} de,fr`), ["de"], "de ends with the 1 024th character");
  assert.deepEqual(languageRanges(null, `${filler}  de,fr`), []);
  assert.deepEqual(languageRanges(null, "d".repeat(2000)), []);
});

test("at most 64 ranges of a header count", () => {
  assert.equal(languageRanges(null, Array(300).fill("de").join(",")).length, 64);
  assert.equal(languageRanges("it", Array(300).fill("de").join(",")).length, 65);
});
