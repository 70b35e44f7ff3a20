import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDuration, printDuration } from "./duration.ts";

const HOUR = 3_600_000;

// vectors/typed-times.json has what is read, and ui/test/typed-times.test.ts who reads it.
test("space and line breaks around a duration, and what is too long for one, are refused", () => {
  const others = ["PT2H ", " PT2H", "PT2H\n", "P9999999999W", "30m ", " 30m", "5m\n", `${"1".repeat(11)}s`];
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
