import assert from "node:assert/strict";
import { test } from "node:test";
import { runtimeFloor } from "../start/runtime-floor.ts";
import { checkMachine } from "./machine-checks.ts";

const now = Date.UTC(2026, 10, 21);
const results = (versions: Parameters<typeof checkMachine>[0]) => checkMachine(versions, now).map(({ result }) => result);

test("this machine can run this program", () => {
  assert.ok(checkMachine(process.versions, now).every(({ result }) => result !== "fail"));
});

test("an old runtime is a warning, an SQLite that may damage the database a failure", () => {
  assert.deepEqual(results({ node: runtimeFloor, sqlite: "3.51.3", tz: "2025a" }), ["ok", "ok", "ok"]);
  assert.deepEqual(results({ node: "26.0.0", sqlite: "3.51.2", tz: "2024b" }), ["warn", "fail", "warn"]);
  assert.deepEqual(results({ node: runtimeFloor }), ["ok", "fail", "warn"]);
});
