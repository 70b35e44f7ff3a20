import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { appVersion, entryText, versionOf, versionText } from "../../../server/test/arbitrary-version.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { smallPolicy, smallWorld } from "../../../server/test/small-version-world.ts";
import { runSteps } from "../values/steps.ts";
import { compareVersions, parseVersion } from "./app-version.ts";
import { blockedFrom, updateGap, updateTargetFor, updateTargets } from "./update-target.ts";
import { parseVersionEntry } from "./version-entry.ts";
import { compilePolicy, decide, type Release, type VersionPolicy } from "./version-policy.ts";

const nothing: VersionPolicy = { minimum: null, recommended: null, blocked: [], exempt: [] };

function targetOf(policy: Partial<VersionPolicy>, version: string): string | null {
  return updateTargetFor(updateTargets(compilePolicy({ ...nothing, ...policy })), versionOf(version))?.text ?? null;
}

function gapOf(policy: Partial<VersionPolicy>): string | null | undefined {
  const gap = runSteps(updateGap({ ...nothing, ...policy }));
  return gap === null ? undefined : gap.version;
}

const ofDemo = { minimum: "2.4.0", recommended: "2.6.0", blocked: ["2.5.0", ">=2.5.3 <2.5.5"], exempt: ["3.0.0-beta.2"] };

const release = (version: string): Release => ({ version, date: null, notes: null });

suite("the version to update to is", () => {
  const cases: [Partial<VersionPolicy>, string, string | null][] = [
    // The recommended one if it may run, else the lowest.
    [ofDemo, "1.0", "2.6.0"],
    [{ ...ofDemo, releases: [release("2.7.0")] }, "2.3", "2.6.0"],
    [{ ...ofDemo, releases: [release("2.7.0")] }, "2.6.0", "2.7.0"],
    // Skips versions that may not run.
    [{ minimum: "2", blocked: ["2", "<=3"], releases: [release("4")] }, "1", "4"],
    // The end of a range is its lowest one.
    [{ blocked: [">=1 <3 <=2"] }, "1", null],
    // Builds and pre-releases count, in the order of whole versions.
    [{ minimum: "2.4.0+50" }, "2.4.0+49", "2.4.0+50"],
    [{ minimum: "2.4.0-rc.1", recommended: "2.4.0", blocked: ["2.4.0-rc.2"] }, "2.4.0-rc.2", "2.4.0"],
  ];
  for (const [policy, version, target] of cases)
    test(`${target} for ${version} with ${JSON.stringify(policy)}`, () => assert.equal(targetOf(policy, version), target));
});

suite("a forced version without a version to update to is", () => {
  const cases: [Partial<VersionPolicy>, string | null | undefined][] = [
    [ofDemo, undefined],
    [{ ...ofDemo, blocked: ["2.6.1"] }, "2.6.1"],
    [{ minimum: "2", blocked: ["2+5"] }, "2+5"],
    // The minimum 2.4.0-rc.1 may run, and a blocked build of 2.4.0-beta is below it.
    [{ minimum: "2.4.0-rc.1", blocked: ["2.4.0-beta+7"] }, undefined],
  ];
  for (const [policy, gap] of cases)
    test(`${gap === undefined ? "none" : gap} with ${JSON.stringify(policy)}`, () => assert.equal(gapOf(policy), gap));
});

const policies: fc.Arbitrary<VersionPolicy> = fc.record({
  minimum: fc.option(versionText),
  recommended: fc.option(versionText),
  blocked: fc.uniqueArray(entryText, { maxLength: 5 }),
  exempt: fc.uniqueArray(entryText, { maxLength: 2 }),
});

test("for 1 000 random policies, the version to update to is the recommended one if that is above and may run, else the lowest such one that is named", () => {
  let found = 0;
  forAll([policies, fc.array(appVersion, { minLength: 10, maxLength: 30 })], 1_000, (policy, versions) => {
    const compiled = compilePolicy(policy);
    const targets = updateTargets(compiled);
    const named = [policy.minimum, policy.recommended, ...policy.blocked.map(endOfRange)]
      .flatMap((text) => (text === null ? [] : [versionOf(text)]))
      .filter((version) => !decide(compiled, version).forced);
    for (const version of versions) {
      const target = updateTargetFor(targets, version);
      const higher = named.filter((one) => compareVersions(one, version) > 0);
      const recommended = higher.filter((one) => compareVersions(one, versionOf(policy.recommended ?? version.text)) === 0);
      const above = recommended.length > 0 ? recommended : higher;
      const isLowest = (one: typeof target) => one !== null && above.every((other) => compareVersions(one, other) <= 0);
      assert.equal(target === null, above.length === 0);
      if (target === null) continue;
      found += 1;
      assert.ok(compareVersions(target, version) > 0, `${target.text} is not above ${version.text}`);
      assert.equal(decide(compiled, target).forced, false, `${target.text} must not run`);
      assert.ok(above.includes(target) || above.some(({ text }) => text === target.text));
      assert.ok(isLowest(target));
    }
  });
  assert.ok(found > 3_000, `only ${found} versions had one`);
});

/** The lowest end of a range, if that excludes itself; an exclusive one before an inclusive one of the same version. */
function endOfRange(text: string): string | null {
  const parts = /^[<=>]/.test(text) ? text.split(" ") : [];
  const ends = parts.flatMap((part) => /^(<=|<|=)(.*)$/.exec(part)?.slice(1) ?? []);
  const pairs = ends.flatMap((sign, index) => (index % 2 === 0 ? [{ sign, version: ends[index + 1] ?? "" }] : []));
  pairs.sort(
    (a, b) => compareVersions(versionOf(a.version), versionOf(b.version)) || Number(a.sign !== "<") - Number(b.sign !== "<"),
  );
  return pairs[0]?.sign === "<" ? pairs[0].version : null;
}

test("in a small world, policies have a gap exactly where some version of it has one, and the example of it is one", () => {
  const world = smallWorld();
  let gapless = 0;
  forAll([smallPolicy()], 1_000, (policy) => {
    const compiled = compilePolicy(policy);
    const targets = updateTargets(compiled);
    const lacks = world.some((version) => decide(compiled, version).forced && updateTargetFor(targets, version) === null);
    if (!lacks) gapless += 1;
    const gap = gapOf(policy);
    assert.equal(gap !== undefined, lacks);
    const example = parseVersion(gap ?? "");
    if (example) assert.deepEqual([decide(compiled, example).forced, updateTargetFor(targets, example)], [true, null]);
  });
  assert.ok(gapless > 30, `only ${gapless} policies had no gap`);
});

test("blocked entries at or above a bound are those that block a version there", () => {
  const world = smallWorld();
  let found = 0;
  forAll([smallPolicy()], 1_000, (policy) => {
    const compiled = compilePolicy(policy);
    const { minimum } = compiled;
    const entries = runSteps(blockedFrom(policy, "minimum"));
    const above = minimum === null ? [] : world.filter((version) => compareVersions(version, minimum) >= 0);
    const blocked = above.filter((version) => decide(compiled, version).rule === "blocked");
    const expected = policy.blocked.filter((text) => {
      const one = compilePolicy({ ...nothing, blocked: [text] });
      return parseVersionEntry(text) !== null && blocked.some((version) => decide(one, version).forced);
    });
    found += expected.length;
    assert.deepEqual(entries, expected);
  });
  assert.ok(found > 300);
});

test("a policy made to take long is refused, in bounded work", () => {
  const pres = Array.from({ length: 250 }, (_, i) => Array.from({ length: 8 }, (_, j) => `>=1-a${i}.${j}`).join(" "));
  const builds = Array.from({ length: 249 }, (_, i) => Array.from({ length: 8 }, (_, j) => `>=1+b${i}.${j}`).join(" "));
  const exempt = [">=0"];
  const steps = updateGap({ minimum: "1", recommended: null, blocked: [...pres, ...builds, "<1"], exempt });
  let turns = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done) {
      assert.deepEqual(value, { version: null });
      break;
    }
    turns += 1;
  }
  assert.ok(turns > 100 && turns < 1_000, `${turns} turns`);
});
