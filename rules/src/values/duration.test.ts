import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { costOf } from "../../../server/test/work-cost.ts";
import { parseDuration, printDuration, printTypedDuration } from "./duration.ts";

const HOUR = 3_600_000;

test("a duration is the sum of its weeks, days, hours, minutes and seconds", () => {
  const said: [string, number][] = [
    ["PT0S", 0],
    ["PT30S", 30_000],
    ["PT2H", 2 * HOUR],
    ["PT1H30M", 1.5 * HOUR],
    ["P1D", 24 * HOUR],
    ["P1DT1S", 24 * HOUR + 1_000],
    ["P1W", 168 * HOUR],
    ["PT02H", 2 * HOUR],
    ["PT90M", 1.5 * HOUR],
    ["PT31622400S", 366 * 24 * HOUR],
  ];
  for (const [text, ms] of said) assert.equal(parseDuration(text), ms, text);
});

test("a duration is also read as people type it, in any case, with words of English and German", () => {
  const typed: [string, number][] = [
    ["90s", 90_000],
    ["30m", HOUR / 2],
    ["30 min", HOUR / 2],
    ["1h30m", 1.5 * HOUR],
    ["2 h 15 min", 2.25 * HOUR],
    ["2 hours 15 minutes", 2.25 * HOUR],
    ["1.5h", 1.5 * HOUR],
    ["1,5 Std.", 1.5 * HOUR],
    ["1d12h", 36 * HOUR],
    ["1 day", 24 * HOUR],
    ["2 Tage", 48 * HOUR],
    ["1w", 168 * HOUR],
    ["10 Sek", 10_000],
    ["0s", 0],
    ["1.1h", 3_960_000],
    ["0.5 Min", 30_000],
    ["pt30m", HOUR / 2],
    ["p1dT1s", 24 * HOUR + 1_000],
  ];
  for (const [text, ms] of typed) assert.equal(parseDuration(text), ms, text);
});

test("anything else is no duration", () => {
  const others = ["", "P", "PT", "P1DT", "T2H", "P2H", "-PT2H", "+PT2H", "PT-2H", "PT1.5H", "PT1,5H", "P1M", "P1Y"];
  others.push("PT1S1M", "PT2H ", " PT2H", "PT2H\n", "P1D1W", "PT12345678901S", "P9999999999W", "PT٢H", "02:00", "7200");
  others.push(
    "30",
    "0",
    "m",
    "h",
    "-5m",
    "+5m",
    "30m1h",
    "1h1h",
    "5mPT5M",
    "1 fortnight",
    "1 h x",
    "soon",
    "5  m",
    "5\tm",
    "1.h",
    ".5h",
  );
  others.push(
    "1.2345h",
    "0.4s",
    "1.5s",
    "0.001s",
    "6M",
    "1h6M",
    "12 M",
    "30m ",
    " 30m",
    "1 month",
    "1 year",
    "5m\n",
    `${"1".repeat(11)}s`,
  );
  for (const text of others) assert.equal(parseDuration(text), null, JSON.stringify(text));
});

test("a duration is printed in its shortest usual form", () => {
  const said: [number, string][] = [
    [0, "PT0S"],
    [30_000, "PT30S"],
    [90_000, "PT1M30S"],
    [2 * HOUR, "PT2H"],
    [24 * HOUR, "PT24H"],
    [36 * HOUR, "PT36H"],
    [48 * HOUR, "P2D"],
    [366 * 24 * HOUR, "P366D"],
    [1_999, "PT1S"],
  ];
  for (const [ms, text] of said) assert.equal(printDuration(ms), text);
});

test("what is printed is read as the same time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 * 86_400 }), (seconds) => {
      assert.equal(parseDuration(printDuration(seconds * 1_000)), seconds * 1_000);
      assert.equal(parseDuration(printTypedDuration(seconds * 1_000)), seconds * 1_000);
    }),
  );
});

test("no text makes it throw", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^P[0-9WDTHMS]*$/), fc.stringMatching(/^[0-9.,dhms ]*$/)), (text) => {
      const ms = parseDuration(text);
      assert.ok(ms === null || (Number.isSafeInteger(ms) && ms >= 0));
    }),
  );
});

test("16 kB of the worst text take less than five million steps of a loop", () => {
  for (const text of [
    `P${"1".repeat(16_000)}`,
    "P1".repeat(8_000),
    `PT${"1H".repeat(8_000)}`,
    "P".repeat(16_000),
    `P1DT${"9".repeat(16_000)}S`,
    "1h".repeat(8_000),
    "9".repeat(16_000),
  ]) {
    const cost = costOf(() => parseDuration(text));
    assert.ok(cost < 5, `${cost} million steps`);
  }
});
