import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAge } from "./machine-checks.ts";

const now = Date.UTC(2026, 10, 25);
const resultOf = (version: string | null, machine: string | null = null) => {
  const { result, detail } = checkAge({ version, source: "runtime" }, now, machine);
  return `${result} ${detail}`;
};

test("time zone data older than a year, or than the machine's files, are a warning", () => {
  assert.equal(resultOf("2026c"), "ok version 2026c of the runtime");
  assert.equal(resultOf("2026c", "2025b"), "ok version 2026c of the runtime");
  assert.match(resultOf("2025b"), /^warn version 2025b of the runtime is more than a year old: set DRAWBRIDGE_TZDATA/);
  assert.match(resultOf("2026c", "2026f"), /^warn version 2026c of the runtime, and \/usr\/share\/zoneinfo has 2026f: set /);
  assert.match(resultOf(null), /^warn the version of the data of the runtime is unknown/);
});
