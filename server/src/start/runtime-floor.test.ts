import assert from "node:assert/strict";
import { test } from "node:test";
import { floorReviewed, runtimeFloor, runtimeWarning, startWarning } from "./runtime-floor.ts";

test("the floor is compared as numbers", () => {
  for (const version of [runtimeFloor, `v${runtimeFloor}`, "26.12.10", "26.13.0", "v27.0.0"]) {
    assert.equal(runtimeWarning(version, "machine"), null, version);
  }
  for (const version of ["26.12.0", "v26.9.9", "26.10.0", "v20.20.2"])
    assert.notEqual(runtimeWarning(version, "machine"), null, version);
});

test("the warning names the release that is missing, and a way to it for each origin of the running one", () => {
  const ways = {
    executable: /replace that/,
    package: /nodejs\.org.*node server\/bin\/drawbridge\.js/,
    machine: /Install Node/,
  } as const;
  for (const origin of ["executable", "package", "machine"] as const) {
    const warning = runtimeWarning("v26.10.0", origin) ?? "";
    assert.match(warning, /^Node 26\.10\.0 lacks the security fixes of 26\.12\.1 \(21 October 2026\)\./);
    assert.match(warning, ways[origin]);
    assert.equal(startWarning("v26.10.0", origin), origin === "machine" ? warning : null);
  }
});

test("the review of the floor is a day", () => {
  assert.equal(new Date(floorReviewed).toISOString().slice(0, 10), floorReviewed);
});
