import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { appVersion, versionOf } from "../../../server/test/arbitrary-version.ts";
import { canonicalText, compareVersions, parseVersion } from "./app-version.ts";
import { compilePolicy, namedVersions } from "./version-policy.ts";

test("the canonical text has three numbers at least, a hyphen and no leading zeros", () => {
  for (const [sent, canonical] of [
    ["2", "2.0.0"],
    ["v02.4", "2.4.0"],
    ["2.4.0", "2.4.0"],
    ["1.2.3.0.0", "1.2.3"],
    ["1.2.3.0.5", "1.2.3.0.5"],
    ["2.4b1", "2.4.0-b1"],
    ["2.4.0-beta.007+0057", "2.4.0-beta.7+57"],
    ["2.4.0+00", "2.4.0+0"],
  ] as const)
    assert.equal(canonicalText(versionOf(sent)), canonical);
});

test("two versions have the same canonical text exactly if they compare equal", () => {
  fc.assert(
    fc.property(appVersion, appVersion, (a, b) => {
      assert.equal(canonicalText(a) === canonicalText(b), compareVersions(a, b) === 0);
      const read = parseVersion(canonicalText(a));
      if (read) assert.equal(compareVersions(read, a), 0);
    }),
    { numRuns: 2_000 },
  );
});

test("a policy names its bounds, and those of its ranges and families", () => {
  const policy = compilePolicy({ minimum: "2", recommended: "2.4", blocked: [">=2.1 <2.1.5", "2.2.*"], exempt: ["v2.1.3"] });
  assert.deepEqual([...namedVersions(policy)], ["2.0.0", "2.4.0", "2.1.0", "2.1.5", "2.2.0", "2.3.0", "2.1.3"]);
});
