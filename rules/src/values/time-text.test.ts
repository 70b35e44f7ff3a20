import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { timeText } from "./time-text.ts";

interface Vectors {
  readonly times: readonly { at: string; language: string; zone: string; text: string }[];
}
const vectors: Vectors = JSON.parse(readFileSync(new URL("../../../vectors/messages.json", import.meta.url), "utf8"));

const codeUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));
const sunday = Date.UTC(2026, 11, 6, 1);

test("every time of the vectors is written as they say", () => {
  for (const { at, language, zone, text } of vectors.times) assert.equal(timeText(Date.parse(at), language, zone), text);
});

test("an unknown language is written as English, an unknown zone as UTC, and an instant without a date as nothing", () => {
  const english = timeText(sunday, "en", "UTC");
  assert.equal(timeText(sunday, "not a language", "UTC"), english);
  assert.equal(timeText(sunday, "en", "Nowhere/Never"), english);
  assert.equal(timeText(Number.NaN, "en", "UTC"), "");
  assert.equal(timeText(8.64e15 + 1, "en", "UTC"), "");
  assert.notEqual(timeText(8.64e15, "en", "UTC"), "");
});

test("nothing makes it throw", () => {
  const word = fc.oneof(fc.string({ unit: codeUnit }), fc.constantFrom("de", "th", "fa", "UTC", "Asia/Tokyo", "+01:00"));
  forAll([fc.double(), word, word], (at, language, zone) => typeof timeText(at, language, zone) === "string");
});

test("a time is written the same before and after its formatter was dropped from the cache", () => {
  const before = timeText(sunday, "de", "Europe/Rome");
  for (const zone of Intl.supportedValuesOf("timeZone").slice(0, 200)) timeText(sunday, "en", zone);
  assert.equal(timeText(sunday, "de", "Europe/Rome"), before);
});
