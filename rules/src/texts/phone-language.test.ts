import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { formWith, manifestFrom, stateFrom } from "../../../server/test/example-project.ts";
import { manifestEdits } from "../changes/manifest.ts";
import { plan } from "../changes/plan.ts";
import { canonicalLanguage, fallbackIn, languageTable } from "./language.ts";
import { findPhoneIn, phoneRanges, unfoundTexts } from "./phone-language.ts";

suite("phones do not find", () => {
  const cases: [readonly string[], Readonly<Record<string, readonly string[]>>][] = [
    [["en", "ar-EG"], { "ar-EG": ["ar"] }],
    [["pt-BR", "en"], { "pt-BR": ["pt"] }],
    [["en", "pt-BR", "pt-PT"], { "pt-BR": ["pt"] }],
    [["en", "zh-Hant"], { "zh-Hant": ["zh-TW", "zh-HK"] }],
    [["en", "zh", "zh-Hant"], { "zh-Hant": ["zh-TW", "zh-HK"] }],
    [["en", "zh", "zh-Hant", "zh-TW"], { "zh-Hant": ["zh-HK"] }],
    [["en", "zh-TW"], { "zh-TW": ["zh-Hant", "zh-HK"] }],
    [["en", "zh-Hans"], { "zh-Hans": ["zh"] }],
    [["en", "sr", "sr-Latn"], { "sr-Latn": ["sr-ME"] }],
    [["en", "no"], { no: ["nb"] }],
    [["en-GB", "de-AT"], { "en-GB": ["en"], "de-AT": ["de"] }],
  ];
  for (const [available, unfound] of cases)
    test(`${JSON.stringify(unfound)} of ${available.join(", ")}, and find all once those are added`, () => {
      assert.deepEqual(Object.fromEntries(unfoundTexts(available).map(({ language, missing }) => [language, missing])), unfound);
      assert.deepEqual(unfoundTexts([...available, ...Object.values(unfound).flat()]), []);
    });
});

test("phones find every text of these", () => {
  for (const available of [[], ["pt-BR"], ["en", "pt", "pt-BR"], ["en", "zh", "zh-Hant", "zh-TW", "zh-HK"], ["en", "nb"]])
    assert.deepEqual(unfoundTexts(available), [], available.join());
});

test("a review names the tag to add, for messages of the project and for texts of changed windows and instances, once", () => {
  const text = { en: "Soon.", "pt-BR": "Em breve." };
  const form = formWith({
    languages: ["en", "pt-BR"],
    messages: { maintenance: text, default: { en: "Hi", "pt-BR": "" } },
    windows: { w: { start: "2026-12-06T02:00", duration: "PT2H", message: text } },
    instances: { "br.1": { name: text }, us: { name: "US" } },
  });
  const before = stateFrom(formWith({}));
  const edits = manifestEdits(before, manifestFrom(form));
  const { warnings } = plan(before, edits, 0);
  const unfound = { code: "unfound_text", language: "pt-BR", tags: ["pt"], fallback: false };
  assert.deepEqual(warnings, [
    { path: "messages.maintenance.pt-BR", ...unfound },
    { path: "windows.w.message.pt-BR", ...unfound },
    { path: 'instances."br.1".name.pt-BR', ...unfound },
  ]);
  const state = stateFrom(form);
  assert.deepEqual(plan(state, manifestEdits(state, manifestFrom({ ...form, name: "Another" })), 0).warnings, []);
});

test("the first language is shown to phones that find no text, so only those that also accept another one miss it", () => {
  const form = formWith({
    languages: ["pt-BR", "en"],
    messages: { maintenance: { en: "Soon.", "pt-BR": "Em breve." } },
  });
  const before = stateFrom(formWith({}));
  const { warnings } = plan(before, manifestEdits(before, manifestFrom(form)), 0);
  assert.deepEqual(warnings, [
    { path: "messages.maintenance.pt-BR", code: "unfound_text", language: "pt-BR", tags: ["pt"], fallback: true },
  ]);
});

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
