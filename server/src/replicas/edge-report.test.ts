import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../test/for-all.ts";
import { type EdgeReport, maxReportLength, printReport, readReport } from "./edge-protocol.ts";

const plain: EdgeReport = {
  edge: "e_1234567890",
  host: "edge-1",
  head: { epoch: "8f2c0e1b6a7d4c35", revision: 42 },
  problem: null,
  version: "0.1.0",
  tzdata: "2026a",
  schema: 1,
  followers: 0,
  differences: 3,
};

test("a report survives a round trip with any problem text, and fits into a header", () => {
  forAll([fc.string({ unit: "binary", maxLength: 800 })], (problem) => {
    const text = printReport({ ...plain, problem });
    assert.match(text, /^[\x20-\x7e]+$/);
    assert.ok(text.length <= maxReportLength);
    const told = problem
      .slice(0, 500)
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ");
    assert.deepEqual(readReport(text), { ...plain, problem: told });
  });
  assert.deepEqual(readReport(printReport({ ...plain, head: null })), { ...plain, head: null });
});

test("invalid reports are refused without an exception", () => {
  const said = JSON.parse(printReport(plain));
  const wrong: readonly object[] = [
    { edge: "" },
    { edge: "../../x" },
    { edge: "e".repeat(41) },
    { edge: 7 },
    { host: "a\nb" },
    { host: "x".repeat(254) },
    { epoch: null },
    { revision: -1 },
    { revision: "42" },
    { revision: 1.5 },
    { problem: "x".repeat(501) },
    { problem: "\ud800" },
    { version: "x".repeat(41) },
    { schema: null },
    { followers: -1 },
    { differences: undefined },
    { differences: 1.5 },
    { differences: "3" },
  ];
  for (const change of wrong) assert.equal(readReport(JSON.stringify({ ...said, ...change })), null, JSON.stringify(change));
  assert.deepEqual(readReport(JSON.stringify({ ...said, tomorrow: 1 })), plain);
  forAll([fc.oneof(fc.string(), fc.json())], (text) => {
    assert.equal(readReport(text), null);
  });
});
