import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import { smallPolicy, smallWorld } from "../../../server/test/small-version-world.ts";
import { runSteps } from "../values/steps.ts";
import { canonicalText } from "../versions/app-version.ts";
import { emptyPolicy } from "../versions/platform.ts";
import { compilePolicy, decide, type VersionPolicy } from "../versions/version-policy.ts";
import { maxAffectedVersions, policyImpact, undeclaredVersions } from "./policy-impact.ts";
import { formatShare, type PlatformTraffic, percentOver } from "./traffic.ts";

/** Requests of the last 24 hours by version; seven times as many in the week. */
function traffic(days: Readonly<Record<string, number>>, other = 0): PlatformTraffic {
  const versions = Object.entries(days).map(([version, day]) => ({ version, day, week: 7 * day }));
  return { versions, other: { day: other, week: 7 * other } };
}

function impactOf(before: Partial<VersionPolicy>, after: Partial<VersionPolicy>, counted: PlatformTraffic) {
  return runSteps(policyImpact({ ...emptyPolicy, ...before }, { ...emptyPolicy, ...after }, counted));
}

const app = traffic({ "2.3.0": 50, "2.4.0": 300, "2.5.0": 600, "2.6.0": 10 }, 40);

test("a higher minimum forces the versions below it, and sends them to itself", () => {
  const { day, week, versions, targets } = impactOf({ minimum: "2.4.0" }, { minimum: "2.5.0" }, app);
  assert.deepEqual(day, {
    requests: 1000,
    forced: 300,
    freed: 0,
    recommended: 0,
    other: 40,
    allowedBefore: 910,
    allowedAfter: 610,
  });
  assert.deepEqual([week.requests, week.forced, week.other], [7000, 2100, 280]);
  assert.deepEqual(versions, [{ version: "2.4.0", day: 300, week: 2100, effect: "forced" }]);
  assert.deepEqual(targets, [{ version: "2.5.0", day: 600, week: 4200 }]);
});

test("an unseen version is a target without requests, as the policy spells it", () => {
  const { day, targets } = impactOf({}, { minimum: "25.0" }, app);
  assert.deepEqual([day.forced, day.allowedAfter], [960, 0]);
  assert.deepEqual(targets, [{ version: "25.0", day: 0, week: 0 }]);
});

test("the affected versions with most requests are listed, and the others are counted", () => {
  const many = traffic(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`1.${index}.0`, index])));
  const { day, versions, moreVersions } = impactOf({}, { minimum: "2" }, many);
  assert.equal(day.forced, day.requests);
  assert.deepEqual([versions.length, moreVersions], [maxAffectedVersions, 480]);
  assert.deepEqual([versions[0]?.version, versions[19]?.version], ["1.499.0", "1.480.0"]);
});

test("for any policies, the impact is the difference of their decisions", () => {
  const world = [...new Map(smallWorld().map((version) => [canonicalText(version), version]))];
  const requests = fc.array(fc.tuple(fc.nat(world.length - 1), fc.nat(1000)), { maxLength: 30 });
  forAll([smallPolicy(), smallPolicy(), requests, fc.nat(50)], 300, (before, after, drawn, other) => {
    const counted = new Map(drawn.map(([index, count]) => [index, count]));
    const [was, is] = [compilePolicy(before), compilePolicy(after)];
    const expected = { forced: 0, freed: 0, recommended: 0 };
    let allowedAfter = 0;
    for (const [index, count] of counted) {
      const version = world[index]?.[1];
      assert.ok(version);
      const [old, next] = [decide(was, version), decide(is, version)];
      if (!next.forced) allowedAfter += count;
      if (next.forced && !old.forced) expected.forced += count;
      if (!next.forced && old.forced) expected.freed += count;
      if (old.rule !== next.rule && next.rule === "below_recommended" && !old.forced) expected.recommended += count;
    }
    const days = Object.fromEntries([...counted].map(([index, count]) => [world[index]?.[0] ?? "", count]));
    const { day } = runSteps(policyImpact(before, after, traffic(days, other)));
    const { forced, freed, recommended } = day;
    assert.deepEqual({ forced, freed, recommended }, expected);
    assert.equal(day.allowedAfter, allowedAfter);
    assert.equal(day.requests, other + [...counted.values()].reduce((sum, count) => sum + count, 0));
  });
});

function suggested(requests: Readonly<Record<string, number>>, policy: Partial<VersionPolicy> = {}, other = 0): string[] {
  const versions = Object.entries(requests).map(([version, day]) => ({ version, day, week: day }));
  const traffic = { versions, other: { day: other, week: other } };
  return runSteps(undeclaredVersions({ ...emptyPolicy, ...policy }, traffic)).map(({ version }) => version);
}

test("versions with 1% of the requests are suggested, most requests first, and rarer ones are not", () =>
  assert.deepEqual(suggested({ "2.4.0": 290, "2.5.0": 691, "2.6.0": 10, "2.7.0": 9 }), ["2.5.0", "2.4.0", "2.6.0"]));

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

test("a share has digits where they matter, and is 0% or 100% only where it is", () => {
  const cases: [number, number, string][] = [
    [0, 0, "0%"],
    [0, 10, "0%"],
    [10, 10, "100%"],
    [38, 100, "38%"],
    [1, 3, "33%"],
    [25, 1000, "2.5%"],
    [3, 10_000, "0.03%"],
    [1, 1e9, "0.01%"],
    [9_997, 10_000, "99.97%"],
    [1e9 - 1, 1e9, "99.99%"],
    [99, 100, "99%"],
  ];
  for (const [part, whole, text] of cases) assert.equal(formatShare(part, whole), text);
});

test("a share is at most half a percent from what it stands for", () =>
  forAll([fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 })], (part, whole) => {
    const given = Math.min(part, whole);
    const shown = Number(formatShare(given, whole).slice(0, -1));
    assert.ok(Math.abs(shown - (given / whole) * 100) <= 0.5 + 1e-9);
    assert.deepEqual([shown === 0, shown === 100], [given === 0, given === whole]);
  }));

test("a share over a limit does not read like the limit", () => {
  const cases: [number, number, number, number][] = [
    [38, 100, 20, 38],
    [201, 1000, 20, 20.1],
    [20_001, 100_000, 20, 20.001],
    [999, 1000, 99, 99.9],
    [1, 1e9, 0, 0.01],
  ];
  for (const [part, whole, limit, share] of cases) assert.equal(percentOver(part, whole, limit), share);
  forAll([fc.nat(100_000), fc.integer({ min: 1, max: 100_000 }), fc.nat(99)], (part, whole, limit) => {
    const given = Math.min(part, whole);
    fc.pre(given * 100 > limit * whole);
    assert.ok(percentOver(given, whole, limit) > limit);
  });
});
