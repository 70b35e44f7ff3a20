import assert from "node:assert/strict";
import { test } from "node:test";
import { namedVersions } from "./version-list.ts";

test("a policy names versions, and spans that are none", () => {
  const policy = {
    minimum: "2.4",
    recommended: "2.6",
    blocked: ["2.5.0", "2.5.*", ">=2.5.3 <2.5.5"],
    exempt: ["3.0.0-beta.2", "2.4"],
  };
  assert.deepEqual(namedVersions(policy), ["2.4", "2.6", "2.5.0", "3.0.0-beta.2"]);
  assert.deepEqual(namedVersions(), []);
});
