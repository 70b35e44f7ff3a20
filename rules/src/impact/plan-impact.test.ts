import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyPolicy } from "../versions/platform.ts";
import { hasEnoughRequests, lockOutGuards, unseenWarnings } from "./plan-impact.ts";
import type { ImpactCounts, PolicyImpact } from "./policy-impact.ts";

function impact(day: Partial<ImpactCounts>): PolicyImpact {
  const counts = { requests: 0, forced: 0, freed: 0, recommended: 0, other: 0, allowedBefore: 0, allowedAfter: 0, ...day };
  return { day: counts, week: counts, systems: { requests: 0, tooOld: 0 }, versions: [], moreVersions: 0, targets: [] };
}

const place = { path: "platforms.ios", platform: "ios", from_step: false };
const refused = (day: Partial<ImpactCounts>, limit = 20) => lockOutGuards(place, impact(day), limit);
const warned = (day: Partial<ImpactCounts>) => unseenWarnings(place, impact(day), emptyPolicy).length;

test("locks_out refuses what newly forces more than the limit, and nothing at the limit", () => {
  const requests = 1000;
  assert.deepEqual(refused({ requests, forced: 200 }), []);
  assert.equal(refused({ requests, forced: 201 }).length, 1);
  assert.equal(refused({ requests, forced: 1 }, 0).length, 1);
  assert.deepEqual(refused({ requests, forced: 900 }, 100), []);
  assert.deepEqual(refused({ requests: 10_000, forced: 9_997 }), [{ code: "locks_out", ...place, share: 99.97, limit: 20 }]);
});

test("a warning tells what leaves under 1% of the requests, unless there were fewer before", () => {
  const requests = 1000;
  assert.equal(warned({ requests, allowedBefore: 11, allowedAfter: 10 }), 0);
  assert.equal(warned({ requests, allowedBefore: 11, allowedAfter: 9 }), 1);
  assert.equal(warned({ requests, allowedBefore: 2, allowedAfter: 9 }), 0);
});

test("rare versions are neither seen nor unseen: where they sent nearly all requests, a seen version may still be required", () => {
  const rare = { requests: 10_000, other: 9_960, allowedBefore: 40 };
  assert.deepEqual([warned({ ...rare, allowedAfter: 30 }), warned({ ...rare, allowedAfter: 0 })], [0, 1]);
  const [warning] = unseenWarnings(
    place,
    impact({ requests: 2_000, other: 1_000, allowedBefore: 1_000, allowedAfter: 9 }),
    emptyPolicy,
  );
  assert.deepEqual(warning, { code: "unseen_versions", ...place, share: 0.9, rare: true });
});

test("where releases are declared, they are judged, and requests warn of nothing", () => {
  const counts = impact({ requests: 1_000, allowedBefore: 1_000, allowedAfter: 0 });
  const releases = [{ version: "2.6.0", date: null, notes: null }];
  assert.deepEqual(unseenWarnings(place, counts, { ...emptyPolicy, releases }), []);
});

test("under 100 requests in 24 hours, nothing is judged", () => {
  const lost = { forced: 99, allowedBefore: 99, allowedAfter: 0 };
  const found = (requests: number) => {
    const day = { ...lost, requests };
    return [hasEnoughRequests(impact(day)), refused(day).length, warned(day)];
  };
  assert.deepEqual(
    [found(99), found(100)],
    [
      [false, 0, 0],
      [true, 1, 1],
    ],
  );
});
