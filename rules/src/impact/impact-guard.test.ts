import assert from "node:assert/strict";
import { test } from "node:test";
import { hasEnoughRequests, impactRefusals } from "./impact-guard.ts";
import type { ImpactCounts, PolicyImpact } from "./policy-impact.ts";

function impact(day: Partial<ImpactCounts>): PolicyImpact {
  const counts = { requests: 0, forced: 0, freed: 0, recommended: 0, other: 0, allowedBefore: 0, allowedAfter: 0, ...day };
  return { day: counts, week: counts, versions: [], moreVersions: 0, targets: [] };
}

function guardsOf(day: Partial<ImpactCounts>, limit = 20): string[] {
  return impactRefusals("ios", impact(day), limit).map(({ guard }) => guard);
}

test("locks_out refuses what newly forces more than the limit, and nothing at the limit", () => {
  const requests = 1000;
  assert.deepEqual(guardsOf({ requests, forced: 200, allowedBefore: 1000, allowedAfter: 800 }), []);
  assert.deepEqual(guardsOf({ requests, forced: 201, allowedBefore: 1000, allowedAfter: 799 }), ["locks_out"]);
  assert.deepEqual(guardsOf({ requests, forced: 1, allowedBefore: 1000, allowedAfter: 999 }, 0), ["locks_out"]);
  assert.deepEqual(guardsOf({ requests, forced: 900, allowedBefore: 1000, allowedAfter: 100 }, 100), []);
});

test("unseen_version refuses what leaves under 1% of the requests, unless there were fewer before", () => {
  const requests = 1000;
  assert.deepEqual(guardsOf({ requests, allowedBefore: 11, allowedAfter: 10, forced: 1 }), []);
  assert.deepEqual(guardsOf({ requests, allowedBefore: 11, allowedAfter: 9, forced: 2 }), ["unseen_version"]);
  assert.deepEqual(guardsOf({ requests, allowedBefore: 2, allowedAfter: 9, freed: 7 }), []);
});

test("rare versions are neither seen nor unseen: where they sent nearly all requests, a seen version may still be required", () => {
  const rare = { requests: 10_000, other: 9_960, allowedBefore: 40 };
  assert.deepEqual(guardsOf({ ...rare, forced: 10, allowedAfter: 30 }), []);
  assert.deepEqual(guardsOf({ ...rare, forced: 40, allowedAfter: 0 }), ["unseen_version"]);
  const [refusal] = impactRefusals("ios", impact({ requests: 2_000, other: 1_000, allowedBefore: 1_000, allowedAfter: 9 }), 100);
  assert.match(refusal?.message ?? "", /sent 0\.9% of the requests of the last 24 hours, rare versions aside: users may/);
});

test("both say the numbers and the limit", () => {
  const refusals = impactRefusals("ios", impact({ requests: 10_000, forced: 9_997, allowedBefore: 10_000, allowedAfter: 3 }), 20);
  assert.deepEqual(refusals, [
    {
      guard: "locks_out",
      path: "platforms.ios",
      message: "forces another 99.97% of the requests of the last 24 hours to update; the limit is 20%",
    },
    {
      guard: "unseen_version",
      path: "platforms.ios",
      message: "leaves only versions that sent 0.03% of the requests of the last 24 hours: users may have nothing to update to",
    },
  ]);
});

test("under 100 requests in 24 hours, nothing is judged", () => {
  const lost = { forced: 99, allowedBefore: 99, allowedAfter: 0 };
  assert.deepEqual([hasEnoughRequests(impact({ requests: 99 })), guardsOf({ ...lost, requests: 99 })], [false, []]);
  assert.deepEqual(
    [hasEnoughRequests(impact({ requests: 100 })), guardsOf({ ...lost, requests: 100 })],
    [true, ["locks_out", "unseen_version"]],
  );
});
