import assert from "node:assert/strict";
import { test } from "node:test";
import { runtimeFloor } from "../start/runtime-floor.ts";
import { checkMachine } from "./machine-checks.ts";

const results = (versions: Parameters<typeof checkMachine>[0]) => checkMachine(versions).map(({ result }) => result);

test("this machine can run this program", () => {
  assert.ok(checkMachine(process.versions).every(({ result }) => result !== "fail"));
});

test("an old runtime is a warning, an SQLite that may damage the database a failure", () => {
  assert.deepEqual(results({ node: runtimeFloor, sqlite: "3.51.3" }), ["ok", "ok"]);
  assert.deepEqual(results({ node: "26.0.0", sqlite: "3.51.2" }), ["warn", "fail"]);
  assert.deepEqual(results({ node: runtimeFloor }), ["ok", "fail"]);
});
