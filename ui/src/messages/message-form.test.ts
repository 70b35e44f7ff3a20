import assert from "node:assert/strict";
import { test } from "node:test";
import {
  kinds,
  lacksFirstLanguage,
  listLanguages,
  type MessageForm,
  toMessageForm,
  toSentForm,
  withLanguages,
  withText,
  writtenIn,
} from "./message-form.ts";

const form: MessageForm = {
  name: "Shop",
  languages: ["en", "de"],
  messages: {
    upgrade: { en: "Update", de: "Aktualisieren" },
    unsupported: {},
    maintenance: {},
    recommended: {},
    announced: {},
    default: { fr: "Bonjour" },
  },
  titles: { upgrade: { en: "Required", de: "Nötig" }, unsupported: {}, maintenance: {}, recommended: {}, announced: {} },
};
const project = { id: "shop", revision: 7, name: "Shop", ttl: "PT30S", no_window: null } as const;

test("what is sent is the head as it was read, without kinds that have no text", () => {
  const messages = { upgrade: { en: "Update" }, recommended: { en: "Newer" } };
  const titles = { announced: { en: "Soon" } };
  assert.deepEqual(toSentForm(toMessageForm({ ...project, languages: ["en"], messages, titles })), {
    name: "Shop",
    ttl: "PT30S",
    no_window: null,
    languages: ["en"],
    messages,
    titles,
  });
  assert.equal("messages" in toSentForm(toMessageForm({ ...project, languages: ["en"] })), false);
});

test("a text that is changed keeps its place, and one that is taken away is gone", () => {
  assert.deepEqual(Object.keys(withText(form, "upgrade", "en", "Please update").messages.upgrade), ["en", "de"]);
  assert.deepEqual(withText(form, "upgrade", "en", undefined).messages.upgrade, { de: "Aktualisieren" });
  assert.deepEqual(withText(form, "default", "en", "").messages.default, { fr: "Bonjour", en: "" });
});

test("a language that only a text knows is shown after those of the project", () => {
  assert.deepEqual(listLanguages(form), ["en", "de", "fr"]);
});

test("a language that goes takes its texts with it, and no other", () => {
  const without = withLanguages(form, ["en"]);
  assert.deepEqual(without.languages, ["en"]);
  assert.deepEqual(without.messages.upgrade, { en: "Update" });
  assert.deepEqual(without.titles.upgrade, { en: "Required" });
  assert.deepEqual(without.messages.default, form.messages.default);
  assert.deepEqual(writtenIn(without, "de"), []);
});

test("another language becomes the first, and every text stays", () => {
  const moved = withLanguages(form, ["de", "en"]);
  assert.deepEqual([moved.languages, moved.messages], [["de", "en"], form.messages]);
});

test("a message without a text in the first language is told, and one without any text is not", () => {
  assert.deepEqual(
    kinds.filter((kind) => lacksFirstLanguage(form, kind)),
    ["default"],
  );
  assert.equal(lacksFirstLanguage({ ...form, languages: ["de-AT"] }, "upgrade"), false, "German is found for Austrian German");
});
