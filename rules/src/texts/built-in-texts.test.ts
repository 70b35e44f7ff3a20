import assert from "node:assert/strict";
import { test } from "node:test";
import { timeText } from "../values/time-text.ts";
import { builtInTexts } from "./built-in-texts.ts";
import { canonicalLanguage } from "./language.ts";
import { parseMessage, parseTemplate, render } from "./message.ts";

const kinds = ["upgrade", "maintenance"] as const;

test("every built-in text is one that an operator could have written", () => {
  for (const kind of kinds) assert.deepEqual(parseMessage(builtInTexts[kind], kind, kind, []), builtInTexts[kind]);
});

test("both built-in texts are in the same languages: English first, and at least five more", () => {
  const languages = Object.keys(builtInTexts.upgrade);
  assert.deepEqual(Object.keys(builtInTexts.maintenance), languages);
  assert.equal(languages[0], "en");
  assert.ok(new Set(languages.map((language) => new Intl.Locale(language).language)).size >= 6);
  for (const language of languages) assert.equal(canonicalLanguage(language), language);
});

test("every maintenance text says when the service is expected back, and no upgrade text needs a value", () => {
  for (const [language, text] of Object.entries(builtInTexts.maintenance)) {
    const time = timeText(Date.UTC(2026, 11, 6, 1), language, "Europe/Rome");
    assert.notEqual(time, "");
    assert.ok(rendered(text, { end_time: time }).includes(time), language);
    assert.deepEqual(placeholdersOf(text), ["end_time"]);
  }
  for (const text of Object.values(builtInTexts.upgrade)) {
    assert.deepEqual(placeholdersOf(text), []);
    assert.equal(rendered(text, {}), text);
  }
});

function placeholdersOf(text: string): readonly string[] {
  const template = parseTemplate(text);
  return "error" in template ? [template.error] : template.placeholders;
}

function rendered(text: string, values: { readonly end_time?: string }): string {
  const template = parseTemplate(text);
  return "error" in template ? template.error : render(template, values);
}
