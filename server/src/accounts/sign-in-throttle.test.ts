import assert from "node:assert/strict";
import { test } from "node:test";
import { SignInThrottle } from "./sign-in-throttle.ts";

/** Makes failing attempts as soon as each is let through, until `until`. How many. */
function guess(throttle: SignInThrottle, address: (n: number) => string, login: string, from: number, until: number): number {
  let made = 0;
  for (let now = from; now < until; ) {
    const wait = throttle.attempt(address(made), login, now);
    if (wait === null) made += 1;
    else now += wait * 1000;
  }
  return made;
}

test("five attempts are for nothing; then each failure doubles the wait, up to a minute", () => {
  const throttle = new SignInThrottle();
  const waits: number[] = [];
  for (let now = 0; waits.length < 9; ) {
    const wait = throttle.attempt("192.0.2.1", "ada", now);
    if (wait === null) continue;
    waits.push(wait);
    now += wait * 1000;
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test("who is told to wait and asks too early waits no longer for it", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < 5; n++) assert.equal(throttle.attempt("192.0.2.1", "ada", 0), null);
  for (let now = 0; now < 1000; now += 100) assert.equal(throttle.attempt("192.0.2.1", "ada", now), 1);
  assert.equal(throttle.attempt("192.0.2.1", "ada", 1000), null);
});

test("attempts made at once are counted before any has failed", () => {
  const throttle = new SignInThrottle();
  const results = Array.from({ length: 50 }, () => throttle.attempt("192.0.2.1", "ada", 0));
  assert.equal(results.filter((wait) => wait === null).length, 5);
});

test("a success begins the pair anew", () => {
  const throttle = new SignInThrottle();
  for (let round = 0; round < 100; round++) {
    for (let n = 0; n < 4; n++) assert.equal(throttle.attempt("192.0.2.1", "ada", 0), null, `round ${round}`);
    throttle.succeeded("192.0.2.1", "ada");
    for (let n = 0; n < 3; n++) throttle.withdrawn("192.0.2.1", "ada");
  }
});

test("nobody's guesses at a login keep its owner out: not where they have come in from, and elsewhere for ten seconds at most", () => {
  const throttle = new SignInThrottle();
  assert.equal(throttle.attempt("198.51.100.7", "ada", 0), null);
  throttle.succeeded("198.51.100.7", "ada");
  guess(throttle, (n) => `192.0.2.${n % 250}`, "ada", 0, 3_600_000);
  assert.equal(throttle.attempt("198.51.100.7", "ADA", 3_600_000), null);
  const wait = throttle.attempt("203.0.113.1", "ada", 3_600_000) ?? 0;
  assert.ok(wait <= 10, String(wait));
});

test("a thousand addresses have some 360 guesses an hour at one login", () => {
  const made = guess(new SignInThrottle(), (n) => `10.0.${n % 4}.${n % 250}`, "ada", 0, 3_600_000);
  assert.ok(made > 300 && made < 400, String(made));
});

test("one address that tries one login after another is slowed down too", () => {
  const throttle = new SignInThrottle();
  let made = 0;
  while (throttle.attempt("192.0.2.1", `login ${made}`, 0) === null) made += 1;
  assert.equal(made, 50);
  assert.equal(throttle.attempt("192.0.2.2", "login 99", 0), null);
});

test("one's own success does not take back what an address has failed", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < 49; n++) throttle.attempt("192.0.2.1", `victim ${n}`, 0);
  assert.equal(throttle.attempt("192.0.2.1", "mine", 0), null);
  throttle.succeeded("192.0.2.1", "mine");
  assert.equal(throttle.attempt("192.0.2.1", "victim 50", 0), null);
  assert.equal(throttle.attempt("192.0.2.1", "victim 51", 0), 1);
});

test("an attempt that came to no answer is held against nobody", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < 100; n++) {
    assert.equal(throttle.attempt("192.0.2.1", "ada", 0), null);
    throttle.withdrawn("192.0.2.1", "ada");
  }
});

test("what has not failed for an hour is forgotten, and a clock that was set back makes nobody wait for ever", () => {
  const throttle = new SignInThrottle();
  const hour = 3_600_000;
  guess(throttle, () => "192.0.2.1", "ada", 10 * hour, 10 * hour + 100_000);
  assert.ok((throttle.attempt("192.0.2.1", "ada", 0) ?? 0) <= 60);
  for (let n = 0; n < 5; n++) assert.equal(throttle.attempt("192.0.2.1", "ada", 12 * hour), null);
});

test("a login is the same in whatever case, and all of a customer's IPv6 addresses are one", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < 5; n++) throttle.attempt(`2001:db8:1:2::${n}`, n % 2 ? "Ada" : "aDA", 0);
  assert.equal(throttle.attempt("2001:db8:1:2:ffff::1", "ada", 0), 1);
  assert.equal(throttle.attempt("2001:db8:1:3::1", "ada", 0), null);
});

test("a million logins take no more memory than some ten thousand", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < 60_000; n++) throttle.attempt(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, `login ${n}`, n);
  assert.ok(throttle.size <= 30_000, String(throttle.size));
});

test("what is refused before a login is looked at counts for its address alone, and says how long to wait", () => {
  const throttle = new SignInThrottle();
  for (let n = 0; n < 50; n++) assert.equal(throttle.refused("192.0.2.1", 0), null);
  assert.equal(throttle.refused("192.0.2.1", 0), 1);
  assert.equal(throttle.attempt("192.0.2.1", "ada", 0), 1);
  assert.equal(throttle.refused("192.0.2.2", 0), null);
  assert.equal(throttle.attempt("192.0.2.2", "ada", 0), null);
  assert.equal(throttle.refused("192.0.2.1", 1000), null);
});
