import assert from "node:assert/strict";
import { test } from "node:test";
import { compilePolicy } from "drawbridge-rules/versions/version-policy.ts";
import fc from "fast-check";
import { hourMs, hourNumber } from "./hourly-counts.ts";
import { ReadUsage } from "./read-usage.ts";
import { sumRefusedQueries } from "./refused-query-counts.ts";
import { addShares, takeShares } from "./usage-share.ts";
import { sumOf } from "./version-place.ts";
import { maxVersions } from "./version-table.ts";

const noon = Date.UTC(2026, 10, 29, 12);
const all = { has: () => true };

test("whenever shares are taken, from however many processes, every request is counted once, in its hour", () => {
  const step = fc.record({
    process: fc.nat(2),
    key: fc.constantFrom("a", "b"),
    version: fc.constantFrom("1", "2", "3"),
    outcome: fc.constantFrom("let_in", "let_in", "revoked", "unknown", "unreadable"),
    /** Ms that pass before it. */
    later: fc.constantFrom(0, 1, hourMs / 3, hourMs),
    isTaken: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const alone = new ReadUsage();
      const together = new ReadUsage();
      const processes = [new ReadUsage(), new ReadUsage(), new ReadUsage()];
      let now = noon;
      const take = () => {
        for (const usage of processes) addShares(together, takeShares(usage, now), all);
      };
      for (const { process, later, isTaken, ...asked } of steps) {
        now += later;
        for (const usage of [alone, processes[process]]) if (usage) count(usage, asked, now);
        if (isTaken) take();
      }
      take();
      assert.deepEqual(takenCounts(together, now), takenCounts(alone, now));
      assert.deepEqual(refusedCounts(together, now), refusedCounts(alone, now));
    }),
  );
});

interface Asked {
  readonly key: string;
  readonly version: string;
  readonly outcome: string;
}

function count(usage: ReadUsage, { key, version, outcome }: Asked, now: number): void {
  const use = usage.of("p", key);
  if (outcome === "unknown") usage.anonymous.unknown.count(now);
  else if (outcome === "revoked") use.refused("revoked").count(now);
  else if (outcome === "unreadable") usage.refusedQueries.count({ key: use, code: "invalid_version", sent: "latest" }, now);
  else {
    use.letIn.count(now);
    usage.versions("p", "ios").count(version, use, 0, now);
  }
}

/** Everything reported, in a fixed order. */
function takenCounts(usage: ReadUsage, now: number): unknown {
  return {
    unknown: usage.anonymous.unknown.hours(now),
    keys: ["a", "b"].map((key) => {
      const use = usage.find("p", key);
      const tallies = use ? [use.letIn, ...use.refusals] : [];
      const counted = tallies.filter((tally) => tally.sum(now) > 0);
      return [
        ...counted.map((tally) => [tally.counted, tally.hours(now), tally.last]),
        ...(use ? usage.versionsOf(use, now) : []),
        use && (usage.lastOf(use)?.at ?? null),
      ].sort((a, b) => (String(JSON.stringify(a)) < String(JSON.stringify(b)) ? -1 : 1));
    }),
  };
}

function refusedCounts({ refusedQueries: { untaken } }: ReadUsage, now: number): string[] {
  return sumRefusedQueries(untaken, now)
    .map((sum) => JSON.stringify(sum))
    .toSorted();
}

test("counts are handed over only once", () => {
  const usage = new ReadUsage();
  count(usage, { key: "a", version: "1", outcome: "let_in" }, noon);
  const { tallies, versions } = takeShares(usage, noon);
  assert.deepEqual([tallies.length, versions.length], [1, 1]);
  assert.deepEqual(takeShares(usage, noon), { tallies: [], versions: [], refused: [] });
});

test("a key deleted in the meantime is no longer counted, but its versions are; those of a deleted project are not", () => {
  const counting = new ReadUsage();
  for (const outcome of ["let_in", "unreadable"]) count(counting, { key: "a", version: "1", outcome }, noon);
  const share = takeShares(counting, noon);
  assert.equal(share.refused.length, 1);
  const usage = new ReadUsage();
  addShares(usage, share, { has: (_, kind) => kind === "project" });
  assert.equal(usage.find("p", "a"), null);
  const { tallies, versions, refused } = usage.take();
  assert.deepEqual(
    [tallies, versions.map(({ version, key, counts }) => [version, key, sumOf(counts)]), refused],
    [[], [["1.0.0", null, 1]], []],
  );
  addShares(usage, share, { has: () => false });
  assert.deepEqual(usage.take(), { tallies: [], versions: [], refused: [] });
});

test("a version that becomes frequent takes the place of a rare one, here as there, and all counts add up", () => {
  const [process, usage] = [new ReadUsage(), new ReadUsage()];
  for (let i = 0; i < maxVersions; i++) count(process, { key: "a", version: `1.${i}`, outcome: "let_in" }, noon);
  addShares(usage, takeShares(process, noon), all);
  for (let i = 0; i < 5; i++) count(process, { key: "a", version: "2.0", outcome: "let_in" }, noon);
  addShares(usage, takeShares(process, noon), all);
  const use = usage.of("p", "a");
  assert.equal(usage.versionsOf(use, noon).find(({ version }) => version === "2.0")?.requests, 4);
  assert.equal(usage.versionsOf(use, noon).length, maxVersions);
  assert.equal(
    usage.take().versions.reduce((sum, { counts }) => sum + sumOf(counts), 0),
    maxVersions + 5,
  );
  assert.equal(use.letIn.hours(noon).at(-1), maxVersions + 5);
  assert.equal(hourNumber(use.letIn.last ?? 0), hourNumber(noon));
});

test("a version that the policy names in one process has a place in the one that adds its counts", () => {
  const [process, usage] = [new ReadUsage(), new ReadUsage()];
  const policy = { minimum: "2.0", recommended: null, blocked: [], exempt: [] };
  process.versions("p", "ios").follow(compilePolicy(policy));
  for (let i = 0; i < maxVersions; i++)
    for (const _ of [1, 2]) count(usage, { key: "a", version: `1.${i}`, outcome: "let_in" }, noon);
  count(process, { key: "a", version: "2.0", outcome: "let_in" }, noon);
  addShares(usage, takeShares(process, noon), all);
  for (let i = 0; i < 10; i++) for (let n = 0; n < 4; n++) count(usage, { key: "a", version: `3.${i}`, outcome: "let_in" }, noon);
  assert.ok([...usage.versions("p", "ios").versions].includes("2.0.0"));
});
