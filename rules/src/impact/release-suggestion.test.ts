import assert from "node:assert/strict";
import { test } from "node:test";
import { runSteps } from "../values/steps.ts";
import { emptyPolicy } from "../versions/platform.ts";
import type { VersionPolicy } from "../versions/version-policy.ts";
import { undeclaredVersions } from "./policy-impact.ts";

function suggested(requests: Readonly<Record<string, number>>, policy: Partial<VersionPolicy> = {}, other = 0): string[] {
  const versions = Object.entries(requests).map(([version, day]) => ({ version, day, week: day }));
  const traffic = { versions, other: { day: other, week: other } };
  return runSteps(undeclaredVersions({ ...emptyPolicy, ...policy }, traffic)).map(({ version }) => version);
}

test("versions with 1% of the requests are suggested, most requests first, and rarer ones are not", () => {
  assert.deepEqual(suggested({ "2.4.0": 290, "2.5.0": 691, "2.6.0": 10, "2.7.0": 9 }), ["2.5.0", "2.4.0", "2.6.0"]);
});

test("requests of rare versions count in the whole, and are never suggested", () => {
  assert.deepEqual(suggested({ "2.5.0": 10 }, {}, 990), ["2.5.0"]);
  assert.deepEqual(suggested({ "2.5.0": 10 }, {}, 991), []);
});

test("under 100 requests nothing is suggested", () => {
  assert.deepEqual(suggested({ "2.5.0": 99 }), []);
  assert.deepEqual(suggested({ "2.5.0": 100 }), ["2.5.0"]);
});

test("a declared version is not suggested, however its release is spelled", () => {
  const releases = [{ version: "2.5", date: null, notes: null }];
  assert.deepEqual(suggested({ "2.5.0": 50, "2.6.0": 50 }, { releases }), ["2.6.0"]);
});

test("versions that must update and pre-releases are not suggested: users are sent to releases", () => {
  const requests = { "2.3.0": 30, "2.5.1": 30, "3.0.0-beta.2": 20, "2.6.0": 20 };
  assert.deepEqual(suggested(requests, { minimum: "2.4.0", blocked: ["2.5.1"] }), ["2.6.0"]);
});
