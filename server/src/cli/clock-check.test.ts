import assert from "node:assert/strict";
import { test } from "node:test";
import { compareClock } from "./check.ts";

const here = { earliest: 1_000_000, latest: 1_000_400 };

test("clocks that differ by more than five seconds are a warning, by how much and in which direction", () => {
  const told = (theirs: number, resolution = 0) =>
    compareClock("PostgreSQL", theirs, here, resolution).map(({ result, detail }) => `${result} ${detail}`);
  assert.deepEqual(told(1_000_200), ["ok agrees with PostgreSQL within 5 s"]);
  assert.deepEqual(told(1_005_400), ["ok agrees with PostgreSQL within 5 s"]);
  assert.match(told(1_065_400)[0] ?? "", /^warn the clock of PostgreSQL is 65 s ahead of this machine's/);
  assert.match(told(940_000)[0] ?? "", /^warn the clock of PostgreSQL is 60 s behind this machine's/);
  assert.match(told(994_500, 1_000)[0] ?? "", /^ok/);
  assert.deepEqual(told(Number.NaN), []);
});
