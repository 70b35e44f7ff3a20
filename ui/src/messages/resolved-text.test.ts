import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyForm } from "./message-form.ts";
import { fillPlaceholders, resolveText } from "./resolved-text.ts";

const form = {
  ...emptyForm,
  languages: ["en", "de"],
  messages: { ...emptyForm.messages, upgrade: { de: "Bitte {minimum_version}", en: "Update" } },
};

test("a text is told in the language that was asked for, else in the first of the project", () => {
  assert.deepEqual(resolveText(form, "upgrade", "de"), { text: "Bitte {minimum_version}", language: "de", source: "own" });
  assert.deepEqual(resolveText(form, "upgrade", "de-CH"), { text: "Bitte {minimum_version}", language: "de", source: "other" });
  assert.deepEqual(resolveText(form, "upgrade", "ja"), { text: "Update", language: "en", source: "other" });
});

test("without any text, a screen that blocks has a built-in one, and a notice has none", () => {
  assert.equal(resolveText(form, "maintenance", "fr").source, "built_in");
  assert.match(resolveText(form, "maintenance", "fr").text, /maintenance est en cours/);
  assert.deepEqual(resolveText(form, "default", "fr"), { text: "", language: "", source: "none" });
});

test("a text is filled with its values, and one that is wrong stands as it is", () => {
  const told = { text: "Bitte {minimum_version}", language: "de", source: "own" } as const;
  const valuesIn = (language: string) => ({ minimum_version: `minimum_version ${language}` });
  assert.deepEqual(fillPlaceholders(told, valuesIn), { text: "Bitte minimum_version de", language: "de", isWrong: false });
  assert.deepEqual(fillPlaceholders({ ...told, text: "Bitte {min" }, valuesIn), {
    text: "Bitte {min",
    language: "de",
    isWrong: true,
  });
});
