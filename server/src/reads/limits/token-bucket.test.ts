import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseRateLimit, type Rate } from "../../base/rate.ts";
import { TokenBucket } from "./token-bucket.ts";

const perMinute: Rate = { count: 60, period: 60_000 };

const rates = fc.record({ count: fc.integer({ min: 1, max: 1_000 }), period: fc.integer({ min: 1_000, max: 86_400_000 }) });
/** How far the clock goes on between two requests; below zero, it is set back. */
const steps = fc.array(fc.oneof(fc.integer({ min: -100_000, max: 200_000 }), fc.constant(0)), { maxLength: 300 });

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

test("a burst passes, then one request in each part of the period, and refused requests learn when to retry", () => {
  const bucket = new TokenBucket(0);
  for (let i = 0; i < 60; i++) assert.equal(bucket.take(perMinute, 0), null);
  assert.equal(bucket.take(perMinute, 0), 1_000);
  assert.equal(bucket.take(perMinute, 999), 1);
  assert.equal(bucket.take(perMinute, 1_000), null);
  assert.equal(bucket.take(perMinute, 1_000), 1_000);
  for (let i = 0; i < 60; i++) assert.equal(bucket.take(perMinute, 600_000), null);
  assert.equal(bucket.take(perMinute, 600_000), 1_000);
});

test("never more pass than a burst and what the time since then gives, however the clock moves", () => {
  fc.assert(
    fc.property(rates, steps, (rate, moves) => {
      const { forwards, passed } = run(rate, moves);
      assert.ok((passed - rate.count) * rate.period <= forwards * rate.count, `${passed} in ${forwards} ms`);
    }),
  );
});

test("never fewer pass than a burst, and all who come no faster than the rate", () => {
  fc.assert(
    fc.property(rates, steps, fc.integer({ min: 0, max: 1_000 }), (rate, moves, many) => {
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
    }),
  );
});

test("a client that waits exactly as long as it was told passes, and not a millisecond earlier", () => {
  fc.assert(
    fc.property(rates, steps, (rate, moves) => {
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
    }),
  );
});

test("a clock that was set back locks no client out", () => {
  const bucket = new TokenBucket(10 * 86_400_000);
  for (let i = 0; i < 60; i++) bucket.take(perMinute, 10 * 86_400_000);
  assert.equal(bucket.take(perMinute, 0), 1_000);
  assert.equal(bucket.take(perMinute, 1_000), null);
  assert.equal(bucket.take(perMinute, 1_000), 1_000);
  assert.ok(bucket.isFull(perMinute, 0), "of the time before nothing is known");
});

test("a bucket is full exactly when a whole burst would pass", () => {
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 50 }), fc.nat(200_000_000), (rate, taken, later) => {
      const bucket = new TokenBucket(0);
      for (let i = 0; i < taken; i++) bucket.take(rate, 0);
      const wasFull = bucket.isFull(rate, later);
      for (let i = 1; i < rate.count; i++) bucket.take(rate, later);
      assert.equal(bucket.take(rate, later) === null, wasFull);
    }),
  );
});

test("a rate is a number in a time span", () => {
  assert.deepEqual(parseRateLimit("60/PT1M"), perMinute);
  assert.deepEqual(parseRateLimit("1000000/P1D"), { count: 1_000_000, period: 86_400_000 });
  assert.deepEqual(parseRateLimit("1/PT1S"), { count: 1, period: 1_000 });
  assert.equal(parseRateLimit("none"), "none");
  for (const text of [
    "",
    "60",
    "0/PT1M",
    "-1/PT1M",
    "1.5/PT1M",
    "60/PT0S",
    "60/P2D",
    "1000001/PT1M",
    "60/1 month",
    "60/",
    "/PT1M",
    "None",
  ])
    assert.equal(parseRateLimit(text), null, text);
});
