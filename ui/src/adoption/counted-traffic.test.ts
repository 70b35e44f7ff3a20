import assert from "node:assert/strict";
import { test } from "node:test";
import { compareVersions } from "drawbridge-rules/versions/app-version.ts";
import { compilePolicy, decide } from "drawbridge-rules/versions/version-policy.ts";
import type { Adoption } from "drawbridge-rules/wire/adoption.ts";
import fc from "fast-check";
import { versionOf } from "../../../server/test/arbitrary-version.ts";
import { smallPolicy, smallWorld } from "../../../server/test/small-version-world.ts";
import {
  type CountedTraffic,
  forcedRequests,
  readTraffic,
  requestsBelow,
  requestsBetween,
  stepForcedRequests,
} from "./counted-traffic.ts";

const world = smallWorld();

function traffic(requests: Readonly<Record<string, number>>, other = 0): CountedTraffic {
  const versions = Object.entries(requests).map(([text, count]) => ({ version: versionOf(text), requests: count }));
  return { requests: versions.reduce((sum, each) => sum + each.requests, other), other, versions };
}

test("the requests of a platform are read with the rare versions, and none of them are no traffic", () => {
  const platforms = [
    { platform: "ios", total: { requests: 12 }, versions: [{ version: "2.5.0", requests: 9 }], other: { requests: 3 } },
    { platform: "android", total: { requests: 0 }, versions: [], other: { requests: 0 } },
  ];
  const adoption = { platforms } as unknown as Adoption;
  assert.deepEqual(readTraffic(adoption, "ios"), traffic({ "2.5.0": 9 }, 3));
  assert.equal(readTraffic(adoption, "android"), null);
  assert.equal(readTraffic(adoption, "web"), null);
});

test("the pre-releases of a minimum are not below it, as apps are told", () => {
  const app = traffic({ "2.5.0": 5, "2.5.0-beta": 7, "2.4.9": 11 }, 100);
  assert.equal(requestsBelow(app, versionOf("2.5.0")), 11);
  assert.equal(requestsBelow(app, versionOf("2.5")), 11);
  assert.equal(requestsBelow(app, versionOf("2.4.0")), 0);
});

test("for any policy, the forced requests are those of the versions that the rules force", () => {
  const requests = fc.array(fc.tuple(fc.nat(world.length - 1), fc.nat(1000)), { maxLength: 30 });
  fc.assert(
    fc.property(smallPolicy(), requests, fc.nat(50), (policy, drawn, other) => {
      const rules = compilePolicy(policy);
      const versions = drawn.flatMap(([index, count]) => (world[index] ? [{ version: world[index], requests: count }] : []));
      const forced = versions.filter(({ version }) => decide(rules, version).forced);
      const expected = forced.reduce((sum, each) => sum + each.requests, 0);
      assert.equal(forcedRequests({ requests: 1, other, versions }, rules), expected);
    }),
    { numRuns: 500 },
  );
});

test("for any starts, each version is counted once, at the last start that is not above it", () => {
  const indexes = fc.uniqueArray(fc.nat(world.length - 1), { minLength: 1, maxLength: 30 });
  const lowest = versionOf("0-0");
  fc.assert(
    fc.property(indexes, indexes, (ofStarts, ofVersions) => {
      const drawn = ofStarts.flatMap((index) => world[index] ?? []).sort(compareVersions);
      const starts = [
        lowest,
        ...drawn.filter((version, at) => at === 0 || compareVersions(drawn[at - 1] ?? lowest, version) < 0),
      ];
      const versions = ofVersions.flatMap((index) => (world[index] ? [{ version: world[index], requests: index + 1 }] : []));
      const found = requestsBetween({ requests: 1, other: 0, versions }, starts);
      assert.equal(found.length, starts.length);
      assert.equal(found.flat().length, versions.length);
      for (const [at, counted] of found.entries()) {
        const next = starts[at + 1];
        for (const { version } of counted) {
          assert.ok(compareVersions(starts[at] ?? lowest, version) <= 0);
          assert.ok(!next || compareVersions(next, version) > 0);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("a step forces the requests that must update by it alone", () => {
  const app = traffic({ "2.3.0": 1, "2.4.0": 20, "2.5.0": 300, "2.6.0": 4000 }, 50_000);
  const policyOf = (minimum: string) => {
    const step = { at: "2027-03-01T09:00", zone: "UTC", minimum, recommended: null };
    return { minimum: "2.4.0", recommended: null, blocked: ["2.6.0"], exempt: [], step };
  };
  assert.equal(stepForcedRequests(app, policyOf("2.5.0")), 20);
  assert.equal(stepForcedRequests(app, policyOf("2.4.0")), 0);
});
