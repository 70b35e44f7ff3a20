import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { appVersion, entryText, versionOf } from "../../../server/test/arbitrary-version.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { smallPolicy, smallWorld } from "../../../server/test/small-version-world.ts";
import { costOf } from "../../../server/test/work-cost.ts";
import { type AppVersion, compareToBound, compareVersions } from "./app-version.ts";
import { boundaryVersions, entryBounds, matchesEntry, parseVersionEntry } from "./version-entry.ts";
import { blocksEveryVersion, compilePolicy, decide, type VersionPolicy } from "./version-policy.ts";

const nothing: VersionPolicy = { minimum: null, recommended: null, blocked: [], exempt: [] };

/** Beyond the small world below: the largest numbers, carries, and what lies between two names. */
const highest = Array(4).fill("999999999999999").join(".");
const policies: readonly [Partial<VersionPolicy>, string | null][] = [
  [{ blocked: ["0.*", ">0.999999999999999.999999999999999.999999999999999"] }, null],
  [{ blocked: ["<=1.2.3.4.5.999999999999999", ">=1.2.3.4.6"] }, null],
  [{ blocked: ["<=1-rc.1", ">=1-rc.1.0"] }, null],
  [{ minimum: highest }, highest],
  [{ blocked: ["<1", ">=1.0.1"] }, "1.0.0.9"],
  [{ blocked: ["<1-rc.1+5", ">1-rc.1+6"] }, "1-rc.1+5.1"],
];
for (const [policy, witness] of policies)
  test(`${JSON.stringify(policy)} lets ${witness ?? "no version"} run`, () => {
    const whole = { ...nothing, ...policy };
    assert.equal(blocksEveryVersion(whole), witness === null);
    if (witness !== null) assert.equal(decide(compilePolicy(whole), versionOf(witness)).forced, false);
  });

test("for policies of a small world it says what asking every region of that world says", () => {
  const world = smallWorld();
  let all = 0;
  forAll([smallPolicy()], 1_500, (policy) => {
    const compiled = compilePolicy(policy);
    const blocked = world.every((version) => decide(compiled, version).forced);
    if (blocked) all += 1;
    assert.equal(blocksEveryVersion(policy), blocked);
  });
  assert.ok(all > 10, `only ${all} of the policies blocked every version`);
});

test("every version compares to all bounds like one of the boundaries", () =>
  forAll([fc.array(appVersion, { minLength: 1, maxLength: 4 }), appVersion], 1_000, (bounds, version) => {
    const sides = (of: AppVersion) => bounds.map((bound) => compareToBound(of, bound)).join();
    assert.ok([...boundaryVersions(bounds)].some((boundary) => sides(boundary) === sides(version)));
  }));

test("an entry matches all or none of the versions that compare alike to its bounds", () =>
  forAll([entryText, appVersion], (text, version) => {
    const entry = parseVersionEntry(text);
    assert.ok(entry);
    const bounds = entryBounds(entry);
    const sides = (of: AppVersion) => bounds.map((bound) => compareToBound(of, bound)).join();
    for (const boundary of boundaryVersions(bounds)) {
      if (sides(boundary) === sides(version)) assert.equal(matchesEntry(entry, boundary), matchesEntry(entry, version));
    }
  }));

test("every boundary that is short enough to be sent is the version that its text says", () =>
  forAll([fc.array(appVersion, { maxLength: 3 })], (bounds) => {
    for (const boundary of boundaryVersions(bounds)) {
      if (boundary.text.length <= 64) assert.equal(compareVersions(versionOf(boundary.text), boundary), 0);
    }
  }));

test("the largest policy that names only numbers is still decided exactly", () => {
  const at = (i: number) => Array.from({ length: 8 }, (_, j) => `>=${i}.${j}`).join(" ");
  const blocked = Array.from({ length: 498 }, (_, i) => at(i));
  assert.equal(blocksEveryVersion({ ...nothing, blocked: [...blocked, ">=0"] }), true);
  assert.equal(blocksEveryVersion({ ...nothing, blocked: [...blocked, "<=0.6"] }), false);
  assert.equal(blocksEveryVersion({ ...nothing, blocked: [...blocked, "<=0.7"] }), true);
});

test("a policy made to take long is given up after bounded work, without a yes", () => {
  const pres = Array.from({ length: 250 }, (_, i) => Array.from({ length: 8 }, (_, j) => `>=1-a${i}.${j}`).join(" "));
  const builds = Array.from({ length: 249 }, (_, i) => Array.from({ length: 8 }, (_, j) => `>=1+b${i}.${j}`).join(" "));
  const cost = costOf(() => assert.equal(blocksEveryVersion({ ...nothing, blocked: [">=0", ...pres, ...builds] }), false), 1);
  assert.ok(cost < 5_000, `${cost} million steps`);
});
