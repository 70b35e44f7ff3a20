import assert from "node:assert/strict";
import { test } from "node:test";
import { compilePolicy } from "drawbridge-rules/versions/version-policy.ts";
import fc from "fast-check";
import { hourMs, hourNumber } from "./hourly-counts.ts";
import { sumOf, versionOutcome } from "./version-place.ts";
import { maxVersions, type TakenVersion, VersionTable } from "./version-table.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");
const hour = hourNumber(noon);
const key = { key: "k_a" };
const { allowed, recommended, forced, maintenance } = versionOutcome;

const tableOf = (cells = 20_000, seed = 1) => new VersionTable({ left: cells }, seed);
const policyOf = (...blocked: string[]) => compilePolicy({ minimum: null, recommended: null, blocked, exempt: [] });

function ask(table: VersionTable, version: string, times = 1, at = noon): void {
  for (let i = 0; i < times; i++) table.count(version, key, allowed, at);
}

/** A table in which every place is taken by a version that was asked for `times` times. */
function fullTable(times: number): VersionTable {
  const table = tableOf();
  for (let i = 0; i < maxVersions; i++) ask(table, `1.${i}.0`, times);
  return table;
}

/** Requests by version. */
function sums(taken: readonly TakenVersion[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { version, counts } of taken) found.set(version, (found.get(version) ?? 0) + sumOf(counts));
  return found;
}

test("requests are counted by version, key, hour and outcome", () => {
  const table = tableOf();
  table.count("2.3.0", key, allowed, noon);
  table.count("2.3.0", key, forced, noon);
  table.count("2.3.0", { key: "k_b" }, maintenance, noon);
  table.count("2.3.0", key, recommended, noon + hourMs);
  table.count("2.4.0", key, recommended, noon + hourMs);
  assert.deepEqual(
    table.take().map((taken) => [taken.version, taken.key?.key, taken.hour - hour, taken.counts]),
    [
      ["2.3.0", "k_a", 0, [1, 0, 1, 0]],
      ["2.3.0", "k_a", 1, [0, 1, 0, 0]],
      ["2.3.0", "k_b", 0, [0, 0, 0, 1]],
      ["2.4.0", "k_a", 1, [0, 1, 0, 0]],
    ],
  );
  assert.deepEqual(table.take(), []);
});

test("versions that compare equal are counted together, and reported as the app wrote them first", () => {
  const table = tableOf();
  for (const version of ["2.9", "v2.9", "2.9.0", "02.9.0.0", "2.09", "2.9"]) ask(table, version);
  assert.deepEqual(table.ofKey(key, noon), [{ version: "2.9", requests: 6 }]);
  assert.deepEqual([...sums(table.take())], [["2.9.0", 6]]);
});

test("a version whose canonical text is longer than 64 characters is counted in other", () => {
  const table = tableOf();
  ask(table, `1-${"a".repeat(62)}`);
  ask(table, `1.0.0-${"a".repeat(58)}`);
  assert.deepEqual([...sums(table.take()).values()], [1, 1]);
  assert.deepEqual([...table.versions], [`1.0.0-${"a".repeat(58)}`]);
});

test("100 000 versions asked for once displace none that was asked for twice", () => {
  const table = fullTable(2);
  const before = [...table.versions];
  for (let i = 0; i < 100_000; i++) ask(table, `2.${i}.0`);
  assert.deepEqual([...table.versions], before);
  const taken = sums(table.take());
  assert.equal(taken.get(""), 100_000);
  assert.equal(taken.get("1.7.0"), 2);
});

test("a newcomer takes the place of the rarest once it is certainly more frequent, and is counted from then on", () => {
  const table = fullTable(3);
  ask(table, "2.0.0", 3);
  assert.ok(![...table.versions].includes("2.0.0"));
  ask(table, "2.0.0", 5);
  assert.ok([...table.versions].includes("2.0.0"));
  const taken = sums(table.take());
  assert.deepEqual([taken.get("2.0.0"), taken.get("")], [5, 3]);
});

test("a newcomer that was certain before keeps its place against those that are less so", () => {
  const table = fullTable(3);
  ask(table, "2.0.0", 4);
  for (let i = 0; i < 500; i++) ask(table, `3.${i}.0`, 3);
  assert.ok([...table.versions].includes("2.0.0"));
});

test("a place that nothing was counted in for 24 hours is the next newcomer's", () => {
  const table = fullTable(50);
  ask(table, "2.0.0", 2, noon + 23 * hourMs);
  assert.ok(![...table.versions].includes("2.0.0"));
  ask(table, "2.0.0", 1, noon + 24 * hourMs);
  assert.ok([...table.versions].includes("2.0.0"));
  table.take();
  table.forgetOld(noon + 50 * hourMs);
  assert.deepEqual([...table.versions], []);
});

test("a version that the policy names has a place from its first request, and loses it to none", () => {
  const table = fullTable(9);
  table.follow(policyOf("2.5", ">=3 <3.1"));
  ask(table, "v2.5.0");
  ask(table, "3.1.0.0");
  for (let i = 0; i < 2_000; i++) ask(table, `4.${i}.0`, 20);
  const placed = [...table.versions];
  assert.ok(placed.includes("2.5.0") && placed.includes("3.1.0"));
  assert.equal(placed.length, maxVersions);
  table.follow(policyOf());
  ask(table, "5.0.0", 10);
  assert.ok(![...table.versions].includes("2.5.0") || ![...table.versions].includes("3.1.0"));
});

test("a policy that names more versions than there are places gets a place for each, until it names fewer", () => {
  const table = fullTable(9);
  const named = Array.from({ length: 500 }, (_, i) => [`>=5.${i} <6.${i}`, `>=7.${i} <8.${i}`]).flat();
  table.follow(policyOf(...named));
  for (let i = 0; i < 500; i++) for (const major of [5, 6, 7, 8]) ask(table, `${major}.${i}`);
  assert.equal([...table.versions].length, 2_000);
  table.follow(policyOf("5.1"));
  assert.equal([...table.versions].length, maxVersions);
  assert.ok([...table.versions].includes("5.1.0"));
  assert.equal(
    [...sums(table.take()).values()].reduce((a, b) => a + b),
    9 * maxVersions + 2_000,
  );
});

test("without room for another key a version is counted without it, and without room for a version in other", () => {
  const table = tableOf(2);
  table.count("1", key, allowed, noon);
  table.count("2", key, allowed, noon);
  table.count("1", { key: "k_b" }, allowed, noon);
  table.count("3", key, allowed, noon);
  assert.deepEqual(
    table.take().map((taken) => [taken.version, taken.key?.key ?? null, sumOf(taken.counts)]),
    [
      ["1.0.0", "k_a", 1],
      ["1.0.0", null, 1],
      ["2.0.0", "k_a", 1],
      ["", null, 1],
    ],
  );
});

test("what a deleted key sent stays counted, without the key", () => {
  const table = tableOf();
  const other = { key: "k_b" };
  ask(table, "1", 3);
  table.count("1", other, allowed, noon);
  table.take();
  ask(table, "1", 2);
  table.forgetKey(key);
  assert.deepEqual(table.ofKey(key, noon), []);
  assert.deepEqual(table.ofKey(other, noon), [{ version: "1", requests: 1 }]);
  assert.deepEqual([...sums(table.take())], [["1.0.0", 2]]);
});

/** A model with few versions, most of them without a place. */
const step = fc.record({
  version: fc.oneof(fc.nat(5), fc.nat(3_000)),
  key: fc.nat(1),
  times: fc.nat(4),
  outcome: fc.nat(3),
  pass: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(2 * hourMs)),
  what: fc.constantFrom("ask", "ask", "ask", "take", "old", "key", "policy"),
});

test("any sequence of requests: places are exact since they were given, all counts add up, and named versions have a place", () => {
  const keys = [key, { key: "k_b" }];
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.nat(), (steps, seed) => {
      const table = tableOf(20_000, seed);
      for (let i = 0; i < maxVersions; i++) ask(table, `9.${i}.0`, 2);
      const written = new Map<string, number>();
      /** Requests by version and outcome since the version has its place, and of all versions. */
      const exact = new Map<string, number>([...table.versions].map((version) => [version, 2]));
      const displaced = new Set<string>();
      const look = () => {
        const placed = new Set(table.versions);
        for (const version of exact.keys()) {
          if (placed.has(version)) continue;
          displaced.add(version);
          exact.delete(version);
        }
        return placed;
      };
      let sent = 2 * maxVersions;
      let named: ReadonlySet<string> = new Set();
      let now = noon;
      const take = () => {
        for (const [version, count] of sums(table.take())) written.set(version, (written.get(version) ?? 0) + count);
      };
      for (const { version: number, key: index, times, outcome, pass, what } of steps) {
        now += pass;
        const version = `1.${number}.0`;
        for (let i = 0; i < times; i++) {
          table.count(version, keys[index] ?? key, outcome, now);
          sent++;
          const placed = look();
          if (placed.has(version)) exact.set(version, (exact.get(version) ?? 0) + 1);
          if (named.has(version)) assert.ok(placed.has(version));
          assert.ok(placed.size <= maxVersions);
        }
        if (what === "take") take();
        if (what === "old") {
          table.forgetOld(now);
          look();
        }
        if (what === "key") table.forgetKey(keys[index] ?? key);
        if (what === "policy") {
          named = new Set([version]);
          table.follow(policyOf(version));
        }
      }
      take();
      assert.equal(
        [...written.values()].reduce((a, b) => a + b, 0),
        sent,
      );
      for (const [version, count] of exact) {
        // A version with its second place was also counted in the first.
        if (!displaced.has(version)) assert.equal(written.get(version), count, version);
      }
      for (const [version, count] of written) if (version.startsWith("9.")) assert.equal(count, 2);
    }),
    { numRuns: 40 },
  );
});
