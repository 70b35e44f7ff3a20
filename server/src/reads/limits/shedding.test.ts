import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { testWith } from "../../../test/test-with.ts";
import { Shedding, SoleClient, thresholds } from "./shedding.ts";

/** A clock that the test moves, and the event loop of this process, whose turns last as long as the clock says. */
class Loop {
  now = 0;
  readonly shedding = new Shedding(thresholds, () => this.now);

  async turns(...durations: readonly number[]): Promise<void> {
    for (const ms of durations) {
      this.now += ms;
      await nextTurn();
    }
  }

  get state(): readonly [admin: boolean, unknownKeys: boolean] {
    return [this.shedding.isShedding("admin"), this.shedding.isShedding("unknown keys")];
  }
}

let reads = 0;
/** A new requester for each call, while apps send reads too. */
const requester = () => ({ address: "192.0.2.1", reads: ++reads });
const long = (ms: number, count = 8) => Array.from({ length: count }, () => ms);

const test = testWith(() => new Loop());

test("nothing is shed while turns are short, nor for one or two that are long, nor for less than a second", async (loop) => {
  assert.deepEqual(loop.state, [false, false]);
  await loop.turns(...long(240, 20));
  assert.deepEqual(loop.state, [false, false]);
  await loop.turns(10, 10, 10, 2_000, 2_000, 10, 10);
  assert.deepEqual(loop.state, [false, false]);
  await loop.turns(10, 10, 10, 300, 300, 300, 10);
  assert.deepEqual(loop.state, [false, false]);
});

test("admin work is shed first, then requests with unknown keys", async (loop) => {
  assert.deepEqual(loop.state, [false, false]);
  await loop.turns(...long(260));
  assert.deepEqual(loop.state, [true, false]);
  await loop.turns(...long(500));
  assert.deepEqual(loop.state, [true, true]);
});

test("it does not come and go with every turn: half the threshold keeps it, and it ends a second after that", async (loop) => {
  loop.shedding.isShedding("admin");
  await loop.turns(...long(260));
  for (let i = 0; i < 50; i++) {
    await loop.turns(130);
    assert.deepEqual(loop.state, [true, false]);
  }
  // A brief overload is measured to its end, and the loop sleeps until the next request.
  await loop.turns(20, 20, 20);
  loop.now += 900;
  assert.deepEqual(loop.state, [true, false]);
  await loop.turns(20, 20);
  assert.deepEqual(loop.state, [false, false]);
});

test("it ends by the clock alone: no turn has to be measured for it", async (loop) => {
  loop.shedding.isShedding("admin");
  await loop.turns(...long(500));
  assert.deepEqual(loop.state, [true, true]);
  // An hour without requests measures nothing: the loop sleeps.
  await loop.turns(1, 1, 1);
  loop.now += 3_600_000;
  assert.deepEqual(loop.state, [false, false]);
});

test("a turn that lasts longer than it is held is what it is held for", async (loop) => {
  loop.shedding.isShedding("admin");
  await loop.turns(...long(500));
  loop.now += 5_000;
  assert.deepEqual(loop.state, [true, true], "the turn that is being measured has lasted for five seconds");
  await loop.turns(0);
  assert.deepEqual(loop.state, [true, true]);
});

test("requests that start or end maintenance are admitted while other admin work is shed", async (loop) => {
  loop.shedding.isShedding("admin");
  await loop.turns(...long(260));
  assert.equal(loop.shedding.admitAdmin(false, requester()), null);
  const leave = loop.shedding.admitAdmin(true, requester());
  assert.ok(leave);
  assert.deepEqual([loop.shedding.adminInFlight, loop.shedding.shed("admin")], [1, 1]);
  leave();
  assert.equal(loop.shedding.adminInFlight, 0);
});

test("an operator who is the only client is never refused for the time that their own lists take", async (loop) => {
  const operator = { address: "192.0.2.1", reads: 0 };
  for (let page = 0; page < 20; page++) {
    const leave = loop.shedding.admitAdmin(false, operator);
    assert.ok(leave, `page ${page}`);
    await loop.turns(...long(400, 3));
    leave();
  }
  assert.deepEqual(loop.state, [true, false]);
  // Apps or other clients ask: their answers come first.
  assert.equal(loop.shedding.admitAdmin(false, { ...operator, reads: 1 }), null);
  await loop.turns(...long(400, 30));
  assert.ok(loop.shedding.admitAdmin(false, { ...operator, reads: 1 }));
  assert.equal(loop.shedding.admitAdmin(false, { address: "192.0.2.2", reads: 1 }), null);
});

test("at most a hundred admin requests are in flight, and twenty more that start or end maintenance", ({ shedding }) => {
  const leaving = Array.from({ length: 100 }, () => shedding.admitAdmin(false, requester()) ?? assert.fail("not taken in"));
  assert.equal(shedding.admitAdmin(false, requester()), null);
  for (let i = 0; i < 20; i++) leaving.push(shedding.admitAdmin(true, requester()) ?? assert.fail("not taken in"));
  assert.equal(shedding.admitAdmin(true, requester()), null);
  for (const leave of leaving) leave();
  assert.deepEqual([shedding.adminInFlight, shedding.shed("admin")], [0, 2]);
  assert.ok(shedding.admitAdmin(false, requester()));
});

test("a process without requests does nothing", async (loop) => {
  assert.equal(loop.shedding.isShedding("admin"), false);
  await loop.turns(1, 1, 1);
  const before = process.cpuUsage();
  // While an immediate waits the loop does not sleep, and would use a processor for all of this.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 75_000, `${user + system} µs`);
});

it("requests that need no credential have places of their own, and an address a share of them", () => {
  const shedding = new Shedding();
  const of = (address: string) => shedding.admitPublic({ address, reads: 0 });
  const leaving = Array.from({ length: 20 }, () => of("192.0.2.1") ?? assert.fail("not taken in"));
  assert.equal(of("192.0.2.1"), null);
  for (const address of ["192.0.2.2", "192.0.2.3"]) for (let i = 0; i < 20; i++) assert.ok(of(address));
  assert.equal(of("192.0.2.4"), null);
  assert.ok(shedding.admitAdmin(false, { address: "192.0.2.5", reads: 0 }));
  leaving[0]?.();
  assert.ok(of("192.0.2.1"));
});

function clocked() {
  const clock = { now: 0 };
  const sole = new SoleClient(() => clock.now);
  return { clock, ask: (address: string, reads = 0) => sole.isAlone({ address, reads }) };
}

it("two addresses are not alone until one of them, and the apps, have been silent for ten seconds", () => {
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
  clock.now = 30_000;
  assert.deepEqual([ask("b"), ask("b", 1)], [true, false], "apps send reads");
});
