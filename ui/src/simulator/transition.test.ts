import assert from "node:assert/strict";
import { test } from "node:test";
import { covers, endOfChain, mayChangeAt } from "./transition.ts";

const hour = (count: number) => new Date(Date.UTC(2026, 10, 21, count)).toISOString();
const ms = (count: number) => Date.parse(hour(count));
const window = (from: number, until: number, of: { instances?: string[]; platforms?: string[] } = {}) => ({
  start: hour(from),
  end: hour(until),
  instances: of.instances ?? null,
  platforms: of.platforms ?? null,
});
const ios = { ask: "config", platform: "iOS", version: "1", lang: "" } as const;
const eu = { ask: "maintenance", instance: "eu-1", lang: "" } as const;
const hours = (found: readonly number[]) => found.map((at) => (at - ms(0)) / 3_600_000);

test("a window covers the platforms and instances it names, or all if it names none", () => {
  assert.ok(covers(window(1, 2), ios) && covers(window(1, 2), eu));
  assert.ok(covers(window(1, 2, { platforms: ["ios"] }), ios));
  assert.ok(!covers(window(1, 2, { platforms: ["ios"] }), eu));
  assert.ok(!covers(window(1, 2, { instances: ["eu-1"] }), ios));
  assert.ok(covers(window(1, 2, { instances: ["eu-1"] }), eu));
});

test("changes come in the order in which one meets them", () => {
  const all = [window(5, 6), window(1, 2), window(2, 3, { instances: ["us-1"] })];
  assert.deepEqual(hours(mayChangeAt(all, eu, [], ms(1), "next")), [2, 5, 6]);
  assert.deepEqual(hours(mayChangeAt(all, eu, [], ms(5), "previous")), [2, 1]);
});

test("a platform is closed where every instance is, and only from then until then", () => {
  const all = [window(1, 4, { instances: ["eu-1"] }), window(2, 6, { instances: ["us-1"] })];
  assert.deepEqual(hours(mayChangeAt(all, ios, ["eu-1", "us-1"], ms(0), "next")), [2, 4]);
  assert.deepEqual(hours(mayChangeAt(all, ios, ["eu-1", "us-1", "test-1"], ms(0), "next")), []);
  assert.deepEqual(hours(mayChangeAt([], ios, [], ms(0), "next")), []);
});

test("what follows without a gap ends together", () => {
  const all = [window(4, 5), window(1, 2), window(2, 3), window(1, 1)];
  assert.equal(endOfChain(all, ms(1)), ms(3));
  assert.equal(endOfChain(all, ms(3)), null);
  assert.equal(endOfChain(all, ms(4)), ms(5));
  assert.equal(endOfChain([], ms(4)), null);
});
