import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hourMs, hourOf } from "./hour-ring.ts";
import { mostVersions } from "./key-use.ts";
import { ReadUsage } from "./read-usage.ts";
import { addShares, takeShares } from "./usage-share.ts";

const noon = Date.UTC(2026, 10, 29, 12);
const isKey = () => true;

test("whenever shares are taken, from however many processes, every request is counted once, in its hour", () => {
  const step = fc.record({
    process: fc.nat(2),
    key: fc.constantFrom("a", "b"),
    version: fc.constantFrom("1", "2", "3"),
    outcome: fc.constantFrom("let_in", "let_in", "revoked", "unknown"),
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
        for (const usage of processes) addShares(together, takeShares(usage, now), isKey);
      };
      for (const { process, later, isTaken, ...asked } of steps) {
        now += later;
        for (const usage of [alone, processes[process]]) if (usage) count(usage, asked, now);
        if (isTaken) take();
      }
      take();
      assert.deepEqual(told(together, now), told(alone, now));
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
  else {
    use.letIn.count(now);
    use.version("ios", version).count(now);
  }
}

/** All that is told, in one order. */
function told(usage: ReadUsage, now: number): unknown {
  return {
    unknown: usage.anonymous.unknown.hours(now),
    keys: ["a", "b"].map((key) => {
      const use = usage.find("p", key);
      const tallies = use ? [use.letIn, ...use.refusals, ...use.versions] : [];
      const counted = tallies.filter((tally) => tally.sum(now) > 0);
      return counted
        .map((tally) => [tally.counted, tally.hours(now), tally.last])
        .sort((a, b) => (String(JSON.stringify(a)) < String(JSON.stringify(b)) ? -1 : 1));
    }),
  };
}

test("what was handed over is not handed over again", () => {
  const usage = new ReadUsage();
  count(usage, { key: "a", version: "1", outcome: "let_in" }, noon);
  assert.equal(takeShares(usage, noon).length, 2);
  assert.deepEqual(takeShares(usage, noon), []);
});

test("nothing is counted of a key that is gone meanwhile", () => {
  const counting = new ReadUsage();
  count(counting, { key: "a", version: "1", outcome: "let_in" }, noon);
  const usage = new ReadUsage();
  addShares(usage, takeShares(counting, noon), () => false);
  assert.equal(usage.find("p", "a"), null);
  assert.deepEqual(usage.take(), []);
});

test("a version that becomes frequent takes the place of rare ones, here as there", () => {
  const [process, usage] = [new ReadUsage(), new ReadUsage()];
  for (let i = 0; i < mostVersions; i++) count(process, { key: "a", version: `rare ${i}`, outcome: "let_in" }, noon);
  addShares(usage, takeShares(process, noon), isKey);
  for (let i = 0; i < 5; i++) count(process, { key: "a", version: "frequent", outcome: "let_in" }, noon);
  addShares(usage, takeShares(process, noon), isKey);
  const { versions, letIn } = usage.of("p", "a");
  assert.equal(versions.find(({ counted }) => counted.version === "frequent")?.sum(noon), 5);
  assert.equal(versions.length, mostVersions);
  assert.equal(letIn.hours(noon).at(-1), mostVersions + 5);
  assert.equal(hourOf(letIn.last ?? 0), hourOf(noon));
});
