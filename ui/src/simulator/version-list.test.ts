import assert from "node:assert/strict";
import { test } from "node:test";
import { maxComparedVersions, namedVersions, versionsIn } from "./version-list.ts";

test("versions are separated as people do, and each is asked about once", () => {
  assert.deepEqual(versionsIn(" 2.3.0, 2.4;2.3.0\n2.5+1 "), ["2.3.0", "2.4", "2.5+1"]);
  assert.deepEqual(versionsIn(" , "), []);
  assert.equal(versionsIn(Array.from({ length: 100 }, (_, n) => n).join(" ")).length, maxComparedVersions);
});

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
