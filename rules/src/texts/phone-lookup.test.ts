import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { canonicalLanguage, fallbackIn, languageTable } from "./language.ts";
import { findPhoneIn, phoneRanges } from "./phone-language.ts";

interface Vector {
  /** The first one is the project's first language. */
  readonly texts: readonly string[];
  readonly lang?: string;
  readonly accept_language?: string;
  readonly expected: string;
}

const { languages } = JSON.parse(readFileSync(new URL("../../../vectors/phone-languages.json", import.meta.url), "utf8")) as {
  readonly languages: readonly Vector[];
};

function chosen({ texts, lang, accept_language }: Vector): string {
  const table = languageTable(texts.map((tag) => canonicalLanguage(tag) ?? tag));
  return findPhoneIn(table, phoneRanges(lang || null, accept_language ?? null)) ?? fallbackIn(table, table.first);
}

test("phones get the text that their readers would choose", () => {
  assert.ok(languages.length >= 60);
  for (const vector of languages) assert.equal(chosen(vector), vector.expected, JSON.stringify(vector));
});

test("hostile headers cost no more than their first KiB", () => {
  const texts = ["en", "de"];
  for (const text of ["_".repeat(9_000), "a@".repeat(5_000), `${"x_Y.Z@w,".repeat(2_000)}de`, "de_".repeat(4_000)])
    assert.equal(chosen({ texts, accept_language: text, expected: "" }), "en");
});

test("an unknown language finds no text that is not the project's first", () => {
  for (const lang of ["und", "und-DE", "xx"]) assert.equal(chosen({ texts: ["de", "en"], lang, expected: "" }), "de");
});
