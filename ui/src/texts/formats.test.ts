import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalLanguages, findOwnZone, formatRelative } from "./formats.ts";

const sunday = Date.parse("2026-11-22T06:00:00Z");
const at = (text: string) => formatRelative(Date.parse(text), sunday, "UTC");

test("from a day on, days are those of the calendar", () => {
  assert.equal(at("2026-11-23T23:00:00Z"), "tomorrow");
  assert.equal(at("2026-11-24T02:00:00Z"), "in 2 days");
  assert.equal(at("2026-11-20T23:00:00Z"), "2 days ago");
  assert.equal(at("2026-11-21T05:00:00Z"), "yesterday");
  assert.equal(at("2026-12-06T02:00:00Z"), "in 14 days");
});

test("the calendar is that of the zone in which the time is shown", () => {
  const monday = Date.parse("2026-11-23T11:30:00Z");
  assert.equal(formatRelative(monday, sunday, "UTC"), "tomorrow");
  assert.equal(formatRelative(monday, sunday, "Pacific/Kiritimati"), "in 2 days");
});

test("below a day it is counted in hours, and from a month on in months and years, none of them by name", () => {
  assert.equal(at("2026-11-23T05:00:00Z"), "in 23 hours");
  assert.equal(at("2026-11-22T05:50:00Z"), "10 minutes ago");
  assert.equal(at("2027-01-06T06:00:00Z"), "in 1 month");
  assert.equal(at("2028-10-06T06:00:00Z"), "in 1 year");
});

test("what is around this moment is now, on whichever side another clock puts it", () => {
  for (const ms of [-9_000, -400, 0, 3_000, 9_000]) assert.equal(formatRelative(sunday + ms, sunday, "UTC"), "now");
  assert.equal(formatRelative(sunday + 11_000, sunday, "UTC"), "in 11 seconds");
});

test("languages as browsers and systems report them are canonical, and what is no language is left out", () => {
  const reported = ["en-US@posix", "C", "", "pt_br", "C.UTF-8", "de_AT.UTF-8", "*", "i-klingon x", "ar-EG"];
  assert.deepEqual(canonicalLanguages(reported), ["en-US", "pt-BR", "de-AT", "ar-EG"]);
  assert.deepEqual(canonicalLanguages(["POSIX"]).map(formatted), [formatted()], "a made-up language formats as the default one");
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(...reported))), (tags) => {
      for (const tag of canonicalLanguages(tags)) formatted(tag);
    }),
  );
});

test("the zone is one that the browser itself accepts, otherwise UTC", () => {
  for (const zone of ["Europe/Rome", "Asia/Calcutta", "UTC"]) assert.equal(findOwnZone(zone), zone);
  for (const zone of [undefined, "", "Etc/Unknown", "undefined", "Mars/Olympus", ":foo", "+05:30"])
    assert.equal(findOwnZone(zone), "UTC", String(zone));
});

function formatted(tag?: string): string {
  return new Intl.NumberFormat(tag).format(1);
}
