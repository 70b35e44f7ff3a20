import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { parseRateLimit, type Rate } from "../../base/rate.ts";
import { AddressLimit, KeyLimit, TokenBucket } from "./rate-limits.ts";

const perMinute: Rate = { count: 60, period: 60_000 };

const rates = fc.record({ count: fc.integer({ min: 1, max: 1_000 }), period: fc.integer({ min: 1_000, max: 86_400_000 }) });
/** How far the clock goes on between two requests; below zero, it is set back. */
const steps = fc.array(fc.oneof(fc.integer({ min: -100_000, max: 200_000 }), fc.constant(0)), { maxLength: 60 });

/** The steps forwards, and how many requests were let through. */
function run(rate: Rate, moves: readonly number[]): { readonly forwards: number; readonly passed: number } {
  const bucket = new TokenBucket(0);
  let [now, forwards, passed] = [0, 0, 0];
  for (const move of moves) {
    now += move;
    forwards += Math.max(0, move);
    if (bucket.take(rate, now) === null) passed++;
  }
  return { forwards, passed };
}

test("never more pass than a burst and what the time since then gives, however the clock moves", () =>
  forAll([rates, steps], (rate, moves) => {
    const { forwards, passed } = run(rate, moves);
    assert.ok((passed - rate.count) * rate.period <= forwards * rate.count, `${passed} in ${forwards} ms`);
  }));

test("never fewer pass than a burst, and all who come no faster than the rate", () =>
  forAll([rates, steps, fc.integer({ min: 0, max: 1_000 })], (rate, moves, many) => {
    const burst = run(
      rate,
      Array.from({ length: many }, () => 0),
    );
    assert.equal(burst.passed, Math.min(many, rate.count));
    const slow = Math.ceil(rate.period / rate.count);
    // Before each of them the clock also goes back and forth, which takes no time.
    const paced = run(
      rate,
      moves.flatMap((move) => [-Math.abs(move), slow]),
    );
    assert.ok(paced.passed >= moves.length, `${paced.passed} of ${moves.length} at least`);
  }));

test("a client that waits exactly as long as it was told passes, and not a millisecond earlier", () =>
  forAll([rates, steps], (rate, moves) => {
    const bucket = new TokenBucket(0);
    let now = 0;
    for (const move of moves) {
      now += move;
      const wait = bucket.take(rate, now);
      if (wait === null) continue;
      assert.ok(wait > 0 && wait <= Math.ceil(rate.period / rate.count), String(wait));
      assert.notEqual(bucket.take(rate, now + wait - 1), null);
      assert.equal(bucket.take(rate, now + wait), null);
      now += wait;
    }
  }));

test("a clock that was set back locks no client out", () => {
  const bucket = new TokenBucket(10 * 86_400_000);
  for (let i = 0; i < 60; i++) bucket.take(perMinute, 10 * 86_400_000);
  assert.equal(bucket.take(perMinute, 0), 1_000);
  assert.equal(bucket.take(perMinute, 1_000), null);
  assert.equal(bucket.take(perMinute, 1_000), 1_000);
  assert.ok(bucket.isFull(perMinute, 0), "of the time before nothing is known");
});

test("a bucket is full exactly when a whole burst would pass", () =>
  forAll([rates, fc.integer({ min: 1, max: 50 }), fc.nat(200_000_000)], (rate, taken, later) => {
    const bucket = new TokenBucket(0);
    for (let i = 0; i < taken; i++) bucket.take(rate, 0);
    const wasFull = bucket.isFull(rate, later);
    for (let i = 1; i < rate.count; i++) bucket.take(rate, later);
    assert.equal(bucket.take(rate, later) === null, wasFull);
  }));

test("a rate is a number in a time span", () => {
  assert.deepEqual(parseRateLimit("60/PT1M"), perMinute);
  assert.deepEqual(parseRateLimit("1000000/P1D"), { count: 1_000_000, period: 86_400_000 });
  assert.deepEqual(parseRateLimit("1/PT1S"), { count: 1, period: 1_000 });
  assert.equal(parseRateLimit("none"), "none");
  for (const text of ["", "60", "0/PT1M", "-1/PT1M", "60/PT0S", "60/P2D", "1000001/PT1M", "60/1 month", "/PT1M", "None"])
    assert.equal(parseRateLimit(text), null, text);
});

const rate = { count: 3, period: 60_000 };
const minute = 60_000;

/** Requests of an address that pass before one does not. */
function passing(limit: AddressLimit, address: string, now: number): number {
  for (let passed = 0; ; passed++) if (limit.take(address, now) !== null) return passed;
}

/** An address of one customer among the 2^32 that a network has. */
const v6 = (n: number) => `2001:db8:${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`;
const v4 = (n: number) => `${1 + (n >>> 24)}.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;

test("each address has its own limit, and refused requests learn after how many seconds to retry", () => {
  const limit = new AddressLimit(rate);
  assert.deepEqual([passing(limit, "192.0.2.1", 0), passing(limit, "192.0.2.2", 0)], [3, 3]);
  assert.equal(limit.take("192.0.2.1", 500), 20);
  assert.equal(limit.take("192.0.2.1", 20_000), null);
  assert.equal(limit.refused, 3);
});

test("remembered clients keep their own bucket, however many others arrive", () => {
  const limit = new AddressLimit(rate, 100, 10);
  assert.equal(limit.take("192.0.2.1", 0), null);
  for (let n = 0; n < 10_000; n++) limit.take(v6(n), 1_000);
  assert.equal(passing(limit, "192.0.2.1", 1_000), 2);
});

test("when there is no room, newcomers share one with their neighbours, and not with those of elsewhere", () => {
  const limit = new AddressLimit(rate, 100, 10);
  let passed = 0;
  for (let n = 0; n < 10_000; n++) if (limit.take(v6(n), 0) === null) passed++;
  assert.equal(passed, 100 + 3, "one of each that is remembered, and a burst for all others of the /32");
  assert.equal(passing(limit, "192.0.2.1", 0), 3);
  assert.equal(passing(limit, "192.0.77.1", 0), 0);
  assert.equal(passing(limit, "2001:db9::1", 0), 3);
});

test("even a flood from networks everywhere passes no more requests than the tables have room for", () => {
  const limit = new AddressLimit(rate, 100, 10);
  let passed = 0;
  for (let n = 0; n < 10_000; n++) if (limit.take(v4(n * 65_537), 0) === null) passed++;
  assert.equal(passed, 100 + 10 + 3);
});

test("an address that was quiet for a period makes room, and a flood is over when it is over", () => {
  const limit = new AddressLimit(rate, 100, 10);
  for (let n = 0; n < 10_000; n++) limit.take(v6(n), 0);
  for (let n = 0; n < 100; n++) assert.equal(passing(limit, v4(n), minute), 3, `newcomer ${n}`);
});

test("after the clock was set back newcomers have room too", () => {
  const limit = new AddressLimit(rate, 100, 10);
  for (let n = 0; n < 10_000; n++) limit.take(v6(n), 100 * minute);
  for (let n = 0; n < 100; n++) assert.equal(passing(limit, v4(n), 0), 3, `newcomer ${n}`);
});

test("a key has its own limit, and one that there is no room for is let through", () => {
  const limit = new KeyLimit(rate, 2);
  const taken = (key: string, now = 0) => [1, 2, 3, 4].map(() => limit.take("shop", key, now));
  assert.deepEqual(taken("a"), [null, null, null, 20]);
  assert.deepEqual(taken("b"), [null, null, null, 20]);
  assert.deepEqual(taken("c"), [null, null, null, null]);
  assert.deepEqual(taken("c", minute), [null, null, null, 20]);
  assert.equal(limit.refused, 3);
});
