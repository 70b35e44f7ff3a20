import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseInstant, printInstant } from "./instant.ts";

test("an instant is printed in UTC with milliseconds and a numeric offset, and read in any offset", () => {
  assert.equal(printInstant(0), "1970-01-01T00:00:00.000+00:00");
  assert.equal(parseInstant("2026-12-06T02:00:00+01:00"), Date.parse("2026-12-06T01:00:00Z"));
  assert.equal(parseInstant("2026-12-06t01:00:00.5z"), Date.parse("2026-12-06T01:00:00.500Z"));
});

test("what has no offset, or is no date, is no instant", () => {
  const others = [
    "",
    "2026-12-06",
    "2026-12-06T02:00:00",
    "2026-12-06T02:00Z",
    "2026-02-30T00:00:00Z",
    "2026-12-06T25:00:00Z",
    "2026-12-06 02:00:00Z",
    "2026-12-06T02:00:00+01:00[Europe/Rome]",
    "now",
    "1765000000",
  ];
  for (const text of others) assert.equal(parseInstant(text), null, text);
});

test("an instant that has another number of digits in its year in UTC is none", () => {
  assert.equal(parseInstant("9999-12-31T23:59:59-23:00"), null);
  assert.equal(parseInstant("0000-01-01T00:00:00+01:00"), null);
  assert.equal(parseInstant("9999-12-31T23:59:59Z"), Date.parse("9999-12-31T23:59:59Z"));
});

test("reading what was printed changes nothing", () => {
  const year9999 = 253_402_300_799_999;
  fc.assert(fc.property(fc.integer({ min: -62_135_596_800_000, max: year9999 }), (ms) => parseInstant(printInstant(ms)) === ms));
});
