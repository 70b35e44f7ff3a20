import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { isZone } from "./wall-time.ts";
import { zoneProblem } from "./zone-name.ts";

const suggestion = (name: unknown): string | null => /did you mean "(.*)"\?$/.exec(zoneProblem(name))?.[1] ?? null;

const meant: [written: string, zone: string | null][] = [
  ["europe/rome", "Europe/Rome"],
  ["Europe/Kiyv", "Europe/Kyiv"],
  ["New York", "America/New_York"],
  ["/mozilla.org/20050126_1/Europe/Vienna", "Europe/Vienna"],
  ["Europe/Vienna ", "Europe/Vienna"],
  ["Berlin", "Europe/Berlin"],
  ["Asia/Kolkatta", "Asia/Kolkata"],
  ["Etc/Unknown", null],
  ["+01:00", null],
  ["PST", null],
  ["Mars/Olympus", null],
  ["", null],
];

test("a name that is no zone has the one that was meant, or none", () => {
  for (const [written, zone] of meant) assert.equal(suggestion(written), zone, written);
  assert.match(zoneProblem("PST"), /such as "Europe\/Rome" or "UTC"; an offset is not a zone$/);
});

test("a name of Windows is told to be one", () => {
  for (const name of ["W. Europe Standard Time", "Pacific Daylight Time"])
    assert.match(zoneProblem(name), /^expected an IANA zone such as "Europe\/Berlin" .*, not a name that Windows uses$/);
});

test("every zone is found in other letters, with a blank for _ and with one letter wrong, and a suggestion is always a zone", () => {
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    for (const written of [zone.toLowerCase(), zone.replaceAll("_", " "), `/${zone}`, zone.toUpperCase()])
      if (!isZone(written)) assert.equal(suggestion(written), zone, written);
    const found = suggestion(`${zone.slice(0, -1)}~`);
    assert.ok(found !== null && isZone(found), zone);
  }
  forAll([fc.anything(), fc.string({ unit: "binary" })], (value, text) => {
    for (const name of [value, text, `Europe/${text}`]) {
      const found = suggestion(name);
      assert.ok(found === null || isZone(found));
    }
  });
});
