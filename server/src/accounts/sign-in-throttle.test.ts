import assert from "node:assert/strict";
import { it } from "node:test";
import { testWith } from "../../test/test-with.ts";
import { SignInThrottle } from "./sign-in-throttle.ts";

/** Makes failing attempts as soon as each is let through, until `until`. How many. */
function guess(throttle: SignInThrottle, address: (n: number) => string, login: string, from: number, until: number): number {
  let made = 0;
  for (let now = from; now < until; ) {
    const { wait } = throttle.attempt(address(made), login, now);
    if (wait === null) made += 1;
    else now += wait * 1000;
  }
  return made;
}

const test = testWith(() => new SignInThrottle());

test("five attempts are for nothing; then each failure doubles the wait, up to a minute", (throttle) => {
  const waits: number[] = [];
  for (let now = 0; waits.length < 9; ) {
    const { wait } = throttle.attempt("192.0.2.1", "ada", now);
    if (wait === null) continue;
    waits.push(wait);
    now += wait * 1000;
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test("retrying too early does not prolong the wait", (throttle) => {
  for (let n = 0; n < 5; n++) assert.equal(throttle.attempt("192.0.2.1", "ada", 0).wait, null);
  for (let now = 0; now < 1000; now += 100) assert.equal(throttle.attempt("192.0.2.1", "ada", now).wait, 1);
  assert.equal(throttle.attempt("192.0.2.1", "ada", 1000).wait, null);
});

test("ten thousand logins are remembered, and the oldest makes room", (throttle) => {
  for (let n = 0; n < 4; n++) throttle.attempt("192.0.2.1", "ada", 0);
  assert.equal(throttle.standing("192.0.2.1", "ada", 0).left, 1);
  for (let n = 0; n < 10_000; n++) throttle.attempt(`10.0.${n >> 8}.${n & 255}`, `login ${n}`, 0);
  assert.equal(throttle.standing("192.0.2.1", "ada", 0).left, 5);
});

test("a success resets the pair", (throttle) => {
  for (let round = 0; round < 100; round++) {
    const attempts = Array.from({ length: 4 }, () => throttle.attempt("192.0.2.1", "ada", 0));
    for (const { wait } of attempts) assert.equal(wait, null, `round ${round}`);
    attempts.pop()?.succeeded();
    for (const attempt of attempts) attempt.withdrawn();
  }
});

test("other clients' guesses at a login do not keep its owner out: never at an address they have signed in from, elsewhere for ten seconds at most", (throttle) => {
  throttle.attempt("198.51.100.7", "ada", 0).succeeded();
  guess(throttle, (n) => `192.0.2.${n % 250}`, "ada", 0, 3_600_000);
  assert.equal(throttle.attempt("198.51.100.7", "ADA", 3_600_000).wait, null);
  const { wait } = throttle.attempt("203.0.113.1", "ada", 3_600_000);
  assert.ok((wait ?? 0) <= 10, String(wait));
  const made = guess(new SignInThrottle(), (n) => `10.0.${n % 4}.${n % 250}`, "ada", 0, 3_600_000);
  assert.ok(made > 300 && made < 400, `${made} guesses in an hour, from a thousand addresses`);
});

test("one address that tries one login after another is slowed down too", (throttle) => {
  let made = 0;
  for (let attempt = throttle.attempt("192.0.2.1", "mine", 0); attempt.wait === null; made += 1) {
    // One's own success takes back nothing of what the address has failed.
    if (made === 0) attempt.succeeded();
    attempt = throttle.attempt("192.0.2.1", `login ${made}`, 0);
  }
  assert.equal(made, 51);
  assert.equal(throttle.attempt("192.0.2.2", "login 99", 0).wait, null);
});

test("guesses at other logins never hold up a login that has signed in from the same address", (throttle) => {
  throttle.attempt("192.0.2.1", "ada", 0).succeeded();
  for (let n = 0; n < 1000; n++) {
    const now = n * 60;
    throttle.attempt("192.0.2.1", `made up ${n}`, now);
    if (n % 100 > 0) continue;
    const attempt = throttle.attempt("192.0.2.1", "ada", now);
    assert.equal(attempt.wait, null, String(n));
    attempt.succeeded();
  }
});

it("a login that is known at an address opens the address to no other guess, right or wrong, however often it signs in", () => {
  const guesses = (signIn: (throttle: SignInThrottle, now: number) => void) => {
    const throttle = new SignInThrottle();
    throttle.attempt("192.0.2.1", "mine", 0).succeeded();
    let made = 0;
    for (let now = 0; now < 600_000; now += 100) {
      signIn(throttle, now);
      if (throttle.attempt("192.0.2.1", `victim ${made}`, now).wait === null) made += 1;
    }
    return made;
  };
  const alone = guesses(() => {});
  const actual = guesses((throttle, now) => throttle.attempt("192.0.2.1", "mine", now).succeeded());
  assert.equal(actual, alone);
  const found = guesses((throttle, now) => throttle.attempt("192.0.2.1", "mine", now).withdrawn());
  assert.equal(found, alone);
  assert.equal(
    guesses((throttle) => throttle.signedIn("192.0.2.1", "mine")),
    alone,
  );
});

test("guesses at a known login from its own address wait for their own failures, as long as anywhere", (throttle) => {
  throttle.signedIn("192.0.2.1", "ada");
  const made = guess(throttle, () => "192.0.2.1", "ada", 0, 3_600_000);
  assert.ok(made < 75, String(made));
});

test("an attempt without an answer does not count as a failure", (throttle) => {
  for (let n = 0; n < 100; n++) {
    const attempt = throttle.attempt("192.0.2.1", "ada", 0);
    assert.equal(attempt.wait, null);
    attempt.withdrawn();
  }
});

test("failures are forgotten after an hour, and a clock that was set back does not prolong a wait", (throttle) => {
  const hour = 3_600_000;
  guess(throttle, () => "192.0.2.1", "ada", 10 * hour, 10 * hour + 100_000);
  assert.ok((throttle.attempt("192.0.2.1", "ada", 0).wait ?? 0) <= 60);
  for (let n = 0; n < 5; n++) assert.equal(throttle.attempt("192.0.2.1", "ada", 12 * hour).wait, null);
});

test("a login is the same in any case, and all of a customer's IPv6 addresses are one", (throttle) => {
  for (let n = 0; n < 5; n++) throttle.attempt(`2001:db8:1:2::${n}`, n % 2 ? "Ada" : "aDA", 0);
  assert.equal(throttle.attempt("2001:db8:1:2:ffff::1", "ada", 0).wait, 1);
  assert.equal(throttle.attempt("2001:db8:1:3::1", "ada", 0).wait, null);
});

test("requests refused before their login is checked count for their address alone, and learn how long to wait", (throttle) => {
  for (let n = 0; n < 50; n++) assert.equal(throttle.refused("192.0.2.1", 0), null);
  assert.equal(throttle.refused("192.0.2.1", 0), 1);
  assert.equal(throttle.attempt("192.0.2.1", "ada", 0).wait, 1);
  assert.equal(throttle.refused("192.0.2.2", 0), null);
  assert.equal(throttle.attempt("192.0.2.2", "ada", 0).wait, null);
  assert.equal(throttle.refused("192.0.2.1", 1000), null);
});
