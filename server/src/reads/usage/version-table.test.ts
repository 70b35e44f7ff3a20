import assert from "node:assert/strict";
import { test } from "node:test";
import { compilePolicy } from "drawbridge-rules/versions/version-policy.ts";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { hourMs, hourNumber } from "./request-counter.ts";
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

function fullTable(times: number): VersionTable {
  const table = tableOf();
  for (let i = 0; i < maxVersions; i++) ask(table, `1.${i}.0`, times);
  return table;
}

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
  const actual = table.take().map((taken) => [taken.version, taken.key?.key, taken.hour - hour, taken.counts]);
  assert.deepEqual(actual, [
    ["2.3.0", "k_a", 0, [1, 0, 1, 0]],
    ["2.3.0", "k_a", 1, [0, 1, 0, 0]],
    ["2.3.0", "k_b", 0, [0, 0, 0, 1]],
    ["2.4.0", "k_a", 1, [0, 1, 0, 0]],
  ]);
  assert.deepEqual(table.take(), []);
});

test("systems are counted by version and interval while there is room, and leave with their version", () => {
  const table = tableOf(4);
  const count = (version: string, os: string, at = noon) => {
    ask(table, version, 1, at);
    table.countSystem(version, os, at);
  };
  for (const os of ["-17", "17-", "-17", "18-"]) count("2.3", os);
  count("2.4", "-17");
  const counted = (at: number) => [...table.systems(at)].map(([version, sums]) => [version, Object.fromEntries(sums)]);
  assert.deepEqual(counted(noon), [["2.3.0", { "-17": 2, "17-": 1, "18-": 1 }]]);
  table.take();
  count("2.5", "-17", noon + 25 * hourMs);
  table.take();
  count("2.5", "-17", noon + 25 * hourMs);
  assert.deepEqual(counted(noon + 25 * hourMs), [["2.5.0", { "-17": 1 }]]);
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

test("each hour begins with the most frequent versions in half of the places, and has room for newcomers", () => {
  const table = tableOf();
  for (let i = 0; i < maxVersions; i++) ask(table, `1.${i}.0`, 1 + Math.floor(i / (maxVersions / 2)));
  ask(table, "2.0.0");
  table.take();
  ask(table, "2.0.0", 1, noon + hourMs);
  table.take();
  assert.equal([...table.versions].length, maxVersions / 2);
  assert.ok([...table.versions].includes(`1.${maxVersions - 1}.0`) && ![...table.versions].includes("1.0.0"));
  ask(table, "2.0.0", 3, noon + hourMs);
  const taken = sums(table.take());
  assert.deepEqual([taken.get("2.0.0"), taken.get("")], [3, undefined]);
});

test("versions without a request for 24 hours have no place", () => {
  const table = fullTable(50);
  table.take();
  table.enter(noon + 24 * hourMs);
  table.take();
  assert.deepEqual([...table.versions], []);
});

test("a version that the policy names has a place from its first request, and loses it to none", () => {
  const table = fullTable(9);
  table.follow(policyOf("2.5", ">=3 <3.1"));
  ask(table, "v2.5.0");
  ask(table, "3.1.0.0");
  table.take();
  ask(table, "1.0.0", 1, noon + hourMs);
  table.take();
  const placed = [...table.versions];
  assert.ok(placed.includes("2.5.0") && placed.includes("3.1.0"));
  table.follow(policyOf());
  ask(table, "1.0.0", 1, noon + 2 * hourMs);
  table.take();
  assert.ok(![...table.versions].includes("2.5.0"));
});

test("a policy that names more versions than there are places gets a place for each", () => {
  const table = fullTable(9);
  const named = Array.from({ length: 500 }, (_, i) => [`>=5.${i} <6.${i}`, `>=7.${i} <8.${i}`]).flat();
  table.follow(policyOf(...named));
  for (let i = 0; i < 500; i++) for (const major of [5, 6, 7, 8]) ask(table, `${major}.${i}`);
  assert.equal([...table.versions].length, maxVersions + 2_000);
  const actual = [...sums(table.take()).values()].reduce((a, b) => a + b);
  assert.equal(actual, 9 * maxVersions + 2_000);
});

test("without room for another key a version is counted without it, and without room for a version in other", () => {
  const table = tableOf(2);
  table.count("1", key, allowed, noon);
  table.count("2", key, allowed, noon);
  table.count("1", { key: "k_b" }, allowed, noon);
  table.count("3", key, allowed, noon);
  const actual = table.take().map((taken) => [taken.version, taken.key?.key ?? null, sumOf(taken.counts)]);
  assert.deepEqual(actual, [
    ["1.0.0", "k_a", 1],
    ["1.0.0", null, 1],
    ["2.0.0", "k_a", 1],
    ["", null, 1],
  ]);
});

const step = fc.record({
  version: fc.oneof(fc.nat(5), fc.nat(3_000)),
  key: fc.nat(1),
  times: fc.nat(4),
  outcome: fc.nat(3),
  pass: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(2 * hourMs)),
  what: fc.constantFrom("ask", "ask", "ask", "take", "enter", "key", "policy"),
});

test("any sequence of requests: all counts add up, no version has more than it sent, and named versions have a place", () => {
  const keys = [key, { key: "k_b" }];
  forAll([fc.array(step, { maxLength: 200 }), fc.nat()], 40, (steps, seed) => {
    const table = tableOf(20_000, seed);
    for (let i = 0; i < maxVersions - 3; i++) ask(table, `9.${i}.0`, 2);
    const sent = new Map<string, number>();
    const written = new Map<string, number>();
    let total = 2 * (maxVersions - 3);
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
        sent.set(version, (sent.get(version) ?? 0) + 1);
        total++;
        if (named.has(version)) assert.ok([...table.versions].includes(version));
      }
      assert.ok([...table.versions].length <= maxVersions + named.size);
      if (what === "take") take();
      if (what === "enter") table.enter(now);
      if (what === "key") table.forgetKey(keys[index] ?? key);
      if (what === "policy") {
        named = new Set([version, ...named]);
        table.follow(policyOf(...named));
      }
    }
    take();
    const actual = [...written.values()].reduce((a, b) => a + b, 0);
    assert.equal(actual, total);
    for (const [version, count] of written) {
      if (version.startsWith("9.")) assert.equal(count, 2, version);
      else if (version !== "") assert.ok(count <= (sent.get(version) ?? 0), version);
    }
  });
});
