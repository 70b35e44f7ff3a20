import assert from "node:assert/strict";
import { test } from "node:test";
import { timeText } from "../values/time-text.ts";
import { defaultMessages, defaultTitles, gateMaintenanceMessage } from "./default-messages.ts";
import { canonicalLanguage, hasLanguage } from "./language.ts";
import { parseMessage, parseTemplate, render, screenKinds } from "./message.ts";

test("every built-in text and title is one that an operator could have written", () => {
  for (const kind of screenKinds) {
    assert.deepEqual(parseMessage(defaultMessages[kind], kind, kind, []), defaultMessages[kind]);
    assert.deepEqual(parseMessage(defaultTitles[kind], kind, kind, [], "title"), defaultTitles[kind]);
  }
});

test("the built-in texts are in the same languages: English first, and at least five more", () => {
  const languages = Object.keys(defaultMessages.upgrade);
  for (const kind of screenKinds) {
    assert.deepEqual(Object.keys(defaultMessages[kind]), languages);
    for (const language of languages)
      assert.ok(hasLanguage(Object.keys(defaultTitles[kind]), language), `${kind} in ${language}`);
  }
  assert.equal(languages[0], "en");
  assert.ok(new Set(languages.map((language) => new Intl.Locale(language).language)).size >= 6);
  for (const language of languages) assert.equal(canonicalLanguage(language), language);
});

test("every announcement says when the maintenance starts and ends", () => {
  for (const text of Object.values(defaultMessages.announced)) assert.deepEqual(placeholdersOf(text), ["start_time", "end_time"]);
});

test("every maintenance text of /config says when the service is expected back, and no upgrade text needs a value", () => {
  for (const [language, text] of Object.entries(defaultMessages.maintenance)) {
    const time = timeText(Date.UTC(2026, 11, 6, 1), language, "Europe/Rome");
    assert.notEqual(time, "");
    assert.ok(rendered(text, { end_time: time }).includes(time), language);
    assert.deepEqual(placeholdersOf(text), ["end_time"]);
  }
  for (const text of Object.values(defaultMessages.upgrade)) {
    assert.deepEqual(placeholdersOf(text), []);
    assert.equal(rendered(text, {}), text);
  }
});

test("the maintenance text of /gate leaves the end to the client, and says the rest in the same words", () => {
  const { maintenance } = defaultMessages;
  assert.deepEqual(Object.keys(gateMaintenanceMessage), Object.keys(maintenance));
  assert.equal(gateMaintenanceMessage.en, "We are down for maintenance. Thank you for your patience.");
  assert.equal(gateMaintenanceMessage.ja, "ただいまメンテナンス中です。ご不便をおかけし、申し訳ございません。");
  assert.equal(gateMaintenanceMessage["zh-TW"], "系統維護中。造成不便，敬請見諒。");
  const sentences = (text: string) => text.match(/[^.。]+[.。]/g)?.map((sentence) => sentence.trim()) ?? [];
  for (const [language, text] of Object.entries(gateMaintenanceMessage)) {
    assert.doesNotMatch(text, /[{}[\]:：]/, language);
    assert.equal(sentences(text).length, 2, language);
    assert.equal(sentences(text)[1], sentences(maintenance[language] ?? "").at(-1), language);
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
