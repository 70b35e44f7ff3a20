import assert from "node:assert/strict";
import { test } from "node:test";
import { SoleClient } from "./sole-client.ts";

function clocked() {
  const clock = { now: 0 };
  const sole = new SoleClient(() => clock.now);
  return { clock, ask: (address: string, reads = 0) => sole.isAlone({ address, reads }) };
}

test("one address is alone, however many requests it sends", () => {
  const { clock, ask } = clocked();
  for (; clock.now < 60_000; clock.now += 100) assert.equal(ask("a"), true);
});

test("two addresses are not alone until one of them has been silent for ten seconds", () => {
  const { clock, ask } = clocked();
  assert.equal(ask("a"), true);
  clock.now = 1_000;
  assert.equal(ask("b"), false);
  clock.now = 9_999;
  assert.equal(ask("b"), false);
  clock.now = 10_000;
  assert.equal(ask("b"), true);
  assert.equal(ask("a"), false);
  assert.equal(ask("b"), false);
});

test("a requester is not alone while apps send reads", () => {
  const { clock, ask } = clocked();
  assert.equal(ask("a", 5), false);
  clock.now = 10_000;
  assert.equal(ask("a", 5), true);
  clock.now = 20_000;
  assert.equal(ask("a", 6), false);
  clock.now = 29_999;
  assert.equal(ask("a", 6), false);
  clock.now = 30_000;
  assert.equal(ask("a", 6), true);
});
