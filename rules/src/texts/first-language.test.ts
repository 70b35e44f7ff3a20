import assert from "node:assert/strict";
import { test } from "node:test";
import { type Form, formWith, stateFrom } from "../../../server/test/example-project.ts";
import { firstLanguageRefusals } from "./project-texts.ts";

function refused(before: Form, after: Form): string[] {
  return firstLanguageRefusals(stateFrom(formWith(before)), stateFrom(formWith(after))).map(({ path }) => path);
}

const window = { start: "2026-12-06T02:00", duration: "PT1H" };

test("a message without a text in the first language is refused, wherever it is", () => {
  const messages = { upgrade: { de: "Neu." }, maintenance: { en: "Soon.", de: "Bald." }, default: { de: "" } };
  const windows = { one: { ...window, message: { de: "Bald." } }, two: { ...window, message: { en: "Soon." } }, three: window };
  assert.deepEqual(refused({}, { languages: ["en", "de"], messages, windows }), [
    "messages.upgrade",
    "messages.default",
    "windows.one.message",
  ]);
});

test("an empty default message in the first language is one, and no message at all lacks nothing", () => {
  assert.deepEqual(refused({}, { languages: ["en"], messages: { default: { en: "" } } }), []);
  assert.deepEqual(refused({}, { languages: ["fr"] }), []);
});

test("a text that lookup finds for the first language is a text in it", () => {
  assert.deepEqual(refused({}, { languages: ["de-AT"], messages: { upgrade: { de: "Neu." } } }), []);
  assert.deepEqual(refused({}, { languages: ["de"], messages: { upgrade: { "de-AT": "Neu." } } }), ["messages.upgrade"]);
});

test("another first language is refused where its texts are missing", () => {
  const messages = { upgrade: { en: "New.", de: "Neu." }, maintenance: { en: "Soon." } };
  assert.deepEqual(refused({ languages: ["en", "de"], messages }, { languages: ["de", "en"], messages }), [
    "messages.maintenance",
  ]);
});

test("a message that lacks the first language stops no other edit, but every later edit of that message", () => {
  const before = { languages: ["en"], messages: { upgrade: { de: "Neu." } } };
  assert.deepEqual(refused(before, { ...before, name: "New" }), []);
  assert.deepEqual(refused(before, { ...before, messages: { upgrade: { de: "Neuer." } } }), ["messages.upgrade"]);
  assert.deepEqual(refused(before, { ...before, messages: { upgrade: { de: "Neuer.", en: "Newer." } } }), []);
});
