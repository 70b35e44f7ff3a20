import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import type { Problem } from "../values/errors.ts";
import { type MessageKind, type Placeholder, parseMessage, parseTemplate, render, type Template, textFaults } from "./message.ts";

interface Vectors {
  readonly templates: readonly { text: string; values: Partial<Record<Placeholder, string>>; rendered: string }[];
  readonly accepted_texts: readonly { kind: MessageKind; text: string }[];
  readonly refused_texts: readonly { kind: MessageKind; text: string }[];
}
const vectors: Vectors = JSON.parse(readFileSync(new URL("../../../vectors/messages.json", import.meta.url), "utf8"));

const pieces = ["{", "}", "{{", " ", "a", "{end_time}", "{project_name}", "{x}", "end_time", "\n", "é", "🚧"];
const codeUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));
const anyText = fc.oneof(fc.string({ unit: codeUnit }), fc.string({ unit: fc.constantFrom(...pieces) }));

function templateOf(text: string): Template {
  const template = parseTemplate(text);
  assert.ok(!("error" in template), text);
  return template;
}

function problemsOf(value: unknown, kind: MessageKind): Problem[] {
  const problems: Problem[] = [];
  const message = parseMessage(value, `messages.${kind}`, kind, problems);
  assert.equal(message === null, problems.length > 0);
  return problems;
}

test("every template of the vectors renders what they say", () => {
  for (const { text, values, rendered } of vectors.templates) assert.equal(render(templateOf(text), values), rendered, text);
});

test("every text that the vectors accept is accepted in its message, and is kept as it is", () => {
  for (const { kind, text } of vectors.accepted_texts) {
    const problems: Problem[] = [];
    assert.deepEqual(parseMessage({ en: text }, "m", kind, problems), { en: text }, JSON.stringify(problems));
  }
});

test("every text that the vectors refuse is refused, at its language", () => {
  for (const { kind, text } of vectors.refused_texts) {
    const problems = problemsOf({ en: "Fine.", de: text }, kind);
    assert.deepEqual([...new Set(problems.map(({ path }) => path))], [`messages.${kind}.de`], JSON.stringify(text));
  }
});

test("any text can be written as a template, by doubling its opening braces, and no value is read again", () => {
  const text = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 100 });
  forAll([text, text], (plain, value) => {
    const written = templateOf(`${plain.replaceAll("{", "{{")}{end_time}`);
    assert.equal(render(written, { end_time: value }), plain + value);
  });
});

test("a template names each of its placeholders once, in the order of first use", () =>
  assert.deepEqual(templateOf("{end_time} {project_name} {end_time} {{start_time}").placeholders, ["end_time", "project_name"]));

test("a refused placeholder is named with its language, its path and what is allowed in this message", () =>
  assert.deepEqual(problemsOf({ en: "Update.", de: "Bis {end_time}, {foo}" }, "upgrade"), [
    {
      path: "messages.upgrade.de",
      message:
        'the text for "de" contains "{end_time}", which has no value in this message: expected {update_to}, {minimum_version}, {recommended_version}, {current_version} or {project_name}, and {{ for a plain {',
    },
    {
      path: "messages.upgrade.de",
      message:
        'the text for "de" contains "{foo}", which is not a placeholder: expected {update_to}, {minimum_version}, {recommended_version}, {current_version} or {project_name}, and {{ for a plain {',
    },
  ]));

test("all problems of a message are reported together", () => {
  const problems = problemsOf({ en: 1, "no tag": "{x}", "PT-br": "a", "pt-BR": "b", fr: "\u0000{y}", it: "" }, "upgrade");
  const told = problems.map(({ path, message, quote }) => [
    path,
    /"[^"]*" (?:is given twice|\w+ \S+)/.exec(message)?.[0],
    quote ?? false,
  ]);
  assert.deepEqual(told, [
    ["messages.upgrade.en", '"en" is not', true],
    ["messages.upgrade.no tag", '"no tag" has no', false],
    ["messages.upgrade.no tag", '"no tag" contains "{x}",', false],
    ["messages.upgrade.pt-BR", '"pt-BR" is a', false],
    ["messages.upgrade.fr", '"fr" contains a', false],
    ["messages.upgrade.fr", '"fr" contains "{y}",', false],
    ["messages.upgrade.it", '"it" is empty:', false],
  ]);
});

test("a fault that occurs many times in a text is reported once", () =>
  assert.equal(problemsOf({ en: "{x} {x} {x} {y}" }, "upgrade").length, 2));

test("a message is a map with at least one and at most 64 languages", () => {
  for (const value of [undefined, null, "text", 1, ["text"], {}])
    assert.deepEqual(pluck(problemsOf(value, "default"), "path"), ["messages.default"]);
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`de-x-${index}`, "text"]));
  assert.match(problemsOf(many, "default")[0]?.message ?? "", /at most 64/);
});

test("languages are kept in their canonical spelling and in their order", () => {
  const message = parseMessage({ "PT-br": "a", iw: "b", EN: "c" }, "m", "upgrade", []);
  assert.deepEqual(Object.entries(message ?? {}), [
    ["pt-BR", "a"],
    ["he", "b"],
    ["en", "c"],
  ]);
});

test("a text may have 2 000 characters, of which an emoji is one", () => {
  assert.deepEqual(problemsOf({ en: "a".repeat(2000), de: "🚧".repeat(2000) }, "upgrade"), []);
  assert.equal(problemsOf({ en: "a".repeat(2001), de: "🚧".repeat(2001) }, "upgrade").length, 2);
});

test("faults of a text are reported with their positions, and only where the text is refused", () => {
  const placesOf = (text: string) => textFaults(text, "upgrade").map(({ kind, from, to }) => [kind, text.slice(from, to)]);
  assert.deepEqual(placesOf("Update to {minimum_version} {{ok}."), []);
  assert.deepEqual(placesOf("At {end_time}, {minimum}\u0007 or { never"), [
    ["control", "\u0007"],
    ["no_value", "{end_time}"],
    ["unknown", "{minimum}"],
    ["unclosed", "{"],
  ]);
  assert.deepEqual(placesOf(" \n"), [["empty", " \n"]]);
  assert.deepEqual(placesOf("a\ud83d"), [["lone_surrogate", "\ud83d"]]);
  forAll([anyText, fc.constantFrom<MessageKind>("upgrade", "maintenance", "default", "window")], (text, kind) => {
    const faults = textFaults(text, kind);
    for (const { from, to } of faults) assert.ok(0 <= from && from <= to && to <= text.length);
    assert.equal(faults.length === 0, problemsOf({ en: text }, kind).length === 0);
  });
});
