import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDuration, printDuration } from "drawbridge-rules/values/duration.ts";
import fc from "fast-check";
import { durationText } from "./typed-times.ts";

test("a duration is shown in words, and another text as it is", () => {
  const shown: Readonly<Record<string, string>> = {
    PT30M: "30 min",
    PT2H15M: "2 h 15 min",
    PT24H: "1 day",
    P1DT1H: "1 day 1 h",
    P2D: "2 days",
    PT10S: "10 s",
    PT0S: "0 min",
    soon: "soon",
  };
  for (const [text, words] of Object.entries(shown)) assert.equal(durationText(text), words, text);
});

test("a duration that is shown and typed again is as long as before", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seconds) => {
      assert.equal(parseDuration(durationText(printDuration(seconds * 1_000))), seconds * 1_000);
    }),
  );
});
