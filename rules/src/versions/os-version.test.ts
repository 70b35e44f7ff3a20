import assert from "node:assert/strict";
import { test } from "node:test";
import { osInterval, parseOs } from "./app-version.ts";

test("a system is numbers with dots, and any other text is none", () => {
  assert.deepEqual(["17.4", "34", "10.0.22631.4037", "0"].map(parseOs), [[17, 4], [34], [10, 0, 22631, 4037], [0]]);
  const others = [
    "",
    "iOS 17",
    "17.",
    ".17",
    "17..4",
    "17.4-beta",
    "v17",
    "17.4 ",
    "1.2.3.4.5.6.7",
    "1".repeat(16),
    "-1",
    "１７",
  ];
  const actual = others.filter((text) => parseOs(text) !== null);
  assert.deepEqual(actual, []);
});

test("any number of systems is counted by the intervals between requirements", () => {
  const required = new Map([
    ["2.6.0", [17]],
    ["2.5.0", [15, 4]],
    ["2.7.0", [17]],
  ]);
  const intervals = [[1], [15], [15, 4], [16, 9], [17], [99]].map((os) => osInterval(required, os));
  assert.deepEqual(intervals, ["-15.4", "-15.4", "15.4-17", "15.4-17", "17-", "17-"]);
  assert.equal(osInterval(new Map(), [17]), null);
});
