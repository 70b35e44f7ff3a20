import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { AddressLimit } from "./address-limit.ts";
import { KeyLimit } from "./key-limit.ts";

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

test("all addresses of one IPv6 network are one, and so are an IPv4 address and itself within IPv6", () => {
  const limit = new AddressLimit(rate);
  for (const address of ["2001:db8:1:2::1", "2001:db8:1:2:ffff::", "2001:0db8:1:2::3"])
    assert.equal(limit.take(address, 0), null);
  assert.equal(limit.take("2001:db8:1:2::4", 0), 20);
  assert.equal(limit.take("2001:db8:1:3::4", 0), null);
  for (const address of ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"]) assert.equal(limit.take(address, 0), null);
  assert.equal(limit.take("::FFFF:192.0.2.1", 0), 20);
});

test("remembered clients keep their own bucket, however many others arrive", () => {
  const limit = new AddressLimit(rate, 100, 10);
  assert.equal(limit.take("192.0.2.1", 0), null);
  for (let n = 0; n < 10_000; n++) limit.take(v6(n), 1_000);
  assert.equal(passing(limit, "192.0.2.1", 1_000), 2);
  assert.ok(limit.size <= 110);
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

test("a million random addresses take a few MB, and never more entries than there is room for", () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const limit = new AddressLimit({ count: 300, period: minute });
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let state = 1;
  let most = 0;
  for (let n = 0; n < 1_000_000; n++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    limit.take(n % 2 ? v6(state) : v4(state), n / 1_000);
    most = Math.max(most, limit.size);
  }
  collectGarbage();
  const grown = process.memoryUsage().heapUsed - before;
  assert.deepEqual([most, limit.size], [32_768 + 4_096, most]);
  assert.ok(grown > 0 && grown < 16 * 1024 * 1024, `${grown} bytes`);
  console.log(`${most} networks take ${(grown / 1024 / 1024).toFixed(1)} MB`);
});

test("a key has its own limit, and one that there is no room for is let through", () => {
  const limit = new KeyLimit(rate, 2);
  const taken = (key: string, now = 0) => [1, 2, 3, 4].map(() => limit.take("shop", key, now));
  assert.deepEqual(taken("a"), [null, null, null, 20]);
  assert.deepEqual(taken("b"), [null, null, null, 20]);
  assert.deepEqual(taken("c"), [null, null, null, null]);
  assert.deepEqual(taken("c", minute), [null, null, null, 20]);
  assert.deepEqual([limit.size, limit.refused], [2, 3]);
});
