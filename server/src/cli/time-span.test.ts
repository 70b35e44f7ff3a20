import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseTimeSpan, printTimeSpan } from "./time-span.ts";

test("a time span is a number with its unit, several of them in order, or ISO 8601", () => {
  for (const [text, ms] of [
    ["90s", 90_000],
    ["30m", 1_800_000],
    ["2h", 7_200_000],
    ["1d", 86_400_000],
    ["1h30m", 5_400_000],
    ["1d12h", 129_600_000],
    ["0s", 0],
    ["PT30M", 1_800_000],
    ["P1D", 86_400_000],
    ["P2W", 1_209_600_000],
  ] as const) {
    assert.equal(parseTimeSpan(text), ms, text);
  }
});

test("a number without a unit, a fraction, a sign, a space or another order is no time span", () => {
  for (const text of [
    "",
    "30",
    "m",
    "1.5h",
    "-5m",
    "+5m",
    "5 m",
    "30m1h",
    "1h1h",
    "5M",
    "5min",
    "1w",
    "PT",
    "P",
    "PT5m",
    "5mPT5M",
  ]) {
    assert.equal(parseTimeSpan(text), null, text);
  }
});

test("what nobody means is refused in time that does not grow with it", () => {
  assert.equal(parseTimeSpan("9".repeat(100_000)), null);
  assert.equal(parseTimeSpan(`${"9".repeat(11)}s`), null);
  assert.equal(parseTimeSpan(`${"1h".repeat(50_000)}`), null);
});

test("a printed time span is read as the same", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 * 86_400 }), (seconds) => {
      assert.equal(parseTimeSpan(printTimeSpan(seconds * 1_000)), seconds * 1_000);
    }),
  );
});
