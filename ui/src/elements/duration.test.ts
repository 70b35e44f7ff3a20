import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { durationText, millisecondsOf, parseDuration } from "./duration.ts";

test("a duration is read as people type it", () => {
  const typed: Readonly<Record<string, string>> = {
    "30": "PT30M",
    "30 min": "PT30M",
    "2h": "PT2H",
    "2 h 15 min": "PT2H15M",
    "1.5 h": "PT1H30M",
    "1,5h": "PT1H30M",
    "90 min": "PT1H30M",
    "1 day": "P1D",
    "2 Tage": "P2D",
    "24h": "P1D",
    "25h": "PT25H",
    "10 s": "PT10S",
    "0": "PT0S",
    pt30m: "PT30M",
    P1W: "P1W",
    P1DT2H: "P1DT2H",
  };
  for (const [text, iso] of Object.entries(typed)) assert.equal(parseDuration(text), iso, text);
});

test("what is no duration is none", () => {
  for (const text of ["", "soon", "P", "PT", "-1h", "1 h x", "1 fortnight", "PT1.5H", "h"])
    assert.equal(parseDuration(text), null, text);
});

test("a duration that is shown and typed again is as long as before", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seconds) => {
      const iso = `PT${seconds}S`;
      const again = parseDuration(durationText(iso, ["day", "days"]));
      assert.equal(millisecondsOf(again ?? ""), seconds * 1000);
    }),
  );
});
