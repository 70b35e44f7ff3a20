import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hourMs } from "./hour-ring.ts";
import { mostVersions } from "./key-use.ts";
import { ReadUsage } from "./read-usage.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");

const versionsOf = (usage: ReadUsage, key = "k_a") =>
  Object.fromEntries(usage.of("shop", key).versions.map((tally) => [tally.counted.version, tally.sum(noon)]));

test("versions are counted apart, and one that is asked about twice is counted together", () => {
  const usage = new ReadUsage();
  const use = usage.of("shop", "k_a");
  use.version("ios", "2.3.0").count(noon);
  use.version("ios", "2.3.0").count(noon);
  use.version("android", "2.3.0").count(noon);
  assert.deepEqual(
    use.versions.map((tally) => [tally.counted.platform, tally.sum(noon)]),
    [
      ["ios", 2],
      ["android", 1],
    ],
  );
  assert.deepEqual(usage.of("shop", "k_b").versions, []);
});

test("made-up versions push out each other, and not those that many apps have", () => {
  const usage = new ReadUsage();
  const use = usage.of("shop", "k_a");
  const real = ["2.3.0", "2.4.0", "2.5.0"].map((version) => use.version("ios", version));
  for (const tally of real) for (let i = 0; i < 5; i++) tally.count(noon);
  for (let i = 0; i < 10_000; i++) use.version("ios", `0.${i}`).count(noon);
  const held = versionsOf(usage);
  assert.equal(use.versions.length, mostVersions);
  assert.deepEqual([held["2.3.0"], held["2.4.0"], held["2.5.0"]], [5, 5, 5]);
});

test("a version that was pushed out and is remembered with an answer comes back, and is counted in one place", () => {
  const usage = new ReadUsage();
  const use = usage.of("shop", "k_a");
  const early = use.version("ios", "2.3.0");
  early.count(noon);
  for (let i = 0; i < mostVersions; i++) for (let n = 0; n < 2; n++) use.version("ios", `3.${i}`).count(noon);
  assert.equal(versionsOf(usage)["2.3.0"], undefined);
  const late = use.version("ios", "2.3.0");
  late.count(noon);
  for (let i = 0; i < 5; i++) early.count(noon);
  assert.equal(versionsOf(usage)["2.3.0"], 6);
  assert.equal(use.versions.length, mostVersions);
});

test("the room for versions is shared, and a key that has none of it takes only its own", () => {
  const usage = new ReadUsage(3);
  for (let i = 0; i < 10; i++) usage.of("shop", "k_a").version("ios", `1.${i}`).count(noon);
  usage.of("shop", "k_b").version("ios", "1.0").count(noon);
  assert.deepEqual([usage.of("shop", "k_a").versions.length, usage.of("shop", "k_b").versions.length], [3, 0]);
  usage.forgetOld(noon + 24 * hourMs);
  usage.of("shop", "k_b").version("ios", "1.0").count(noon);
  assert.deepEqual(versionsOf(usage, "k_b"), { "1.0": 1 });
  usage.forget("shop", "k_b");
  for (let i = 0; i < 3; i++) usage.of("shop", "k_c").version("ios", `1.${i}`).count(noon);
  assert.equal(usage.of("shop", "k_c").versions.length, 3);
});

test("whatever is asked, held, forgotten and written, versions are never told to ask more often than they did", () => {
  const step = fc.record({ key: fc.nat(2), version: fc.nat(50), what: fc.constantFrom("ask", "ask", "again", "write", "old") });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const usage = new ReadUsage(40);
      const naive = new Map<string, number>();
      const remembered = new Map<string, ReturnType<ReturnType<ReadUsage["of"]>["version"]>>();
      for (const { key, version, what } of steps) {
        const name = `${key} ${version}`;
        const tally = (what === "again" && remembered.get(name)) || usage.of("shop", `k_${key}`).version("ios", String(version));
        if (what === "write") usage.take();
        else if (what === "old") usage.forgetOld(noon);
        else {
          remembered.set(name, tally);
          tally.count(noon);
          naive.set(name, (naive.get(name) ?? 0) + 1);
        }
      }
      let held = 0;
      for (const key of [0, 1, 2]) {
        const told = Object.entries(versionsOf(usage, `k_${key}`));
        held += told.length;
        assert.ok(told.length <= mostVersions);
        for (const [version, count] of told) assert.ok(count <= (naive.get(`${key} ${version}`) ?? 0));
      }
      assert.ok(held <= 40);
    }),
  );
});
