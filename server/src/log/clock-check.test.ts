import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { forAllAsync } from "../../test/for-all.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import type { Store } from "../store/store.ts";
import { ClockWatch, confirmClock } from "./clock-check.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 10, 22, 12);

async function commit(store: Store, at: number): Promise<void> {
  const { revision } = await store.head();
  const change = { project: "", kind: "grant", id: `u_${revision}`, schema: 1, value: "{}" } as const;
  await store.commit({ at, actor: "test", reason: "", overridden: [], changes: [change], expect: [] });
}

async function storeWith(...times: readonly number[]): Promise<Store> {
  const store = openMemoryStore();
  for (const at of times) await commit(store, at);
  return store;
}

/** A process that starts at `now` and keeps the time unless its clock is set. */
function processAt(store: Pick<Store, "end" | "commitAt" | "clock">, now: number) {
  const clock = { now, elapsed: 5_000 };
  const times = { now: () => clock.now, elapsed: () => clock.elapsed };
  const watch = new ClockWatch({ ...times, log: { error: () => assert.fail() }, database: store.clock?.bind(store) });
  watch.stop();
  const check = async () => {
    const { at, isConfirmed, problem } = await confirmClock(watch, store, times.now);
    return { at, confirmed: isConfirmed ? at : null, problem };
  };
  return { clock, check };
}

const busy = (days: number) => Array.from({ length: days }, (_, index) => START - (days - index) * DAY);

test("a last commit of 40 days ago or more confirms nothing, and it says so with dates", async () => {
  const store = await storeWith(START - 79 * DAY, START - 40 * DAY);
  assert.equal((await processAt(store, START - 1).check()).confirmed, START - 1);
  assert.deepEqual(await processAt(store, START).check(), {
    at: START,
    confirmed: null,
    problem:
      "According to this server's clock, there was no commit for 40 days, from 2026-10-13 to 2026-11-22: the clock may be ahead. " +
      "Until this is resolved, ended windows are not deleted. Nothing else is affected. Check the clock. " +
      "If it is right, deleting resumes 40 days after the next change.",
  });
});

test("commits by a clock that is two years ahead do not confirm that clock, in the same process or after a restart", async () => {
  const store = await storeWith(...busy(60));
  const ahead = START + 730 * DAY;
  const first = processAt(store, ahead);
  for (const days of [0, 39]) {
    await commit(store, ahead + days * DAY);
    const passed = ahead + days * DAY + 1 - first.clock.now;
    first.clock.elapsed += passed;
    first.clock.now += passed;
    for (const process of [first, processAt(store, first.clock.now)]) {
      const { confirmed, problem } = await process.check();
      assert.equal(confirmed, null);
      const text = /no commit for 731 days, from 2026-11-21 to 2028-11-21.*If it is right, deleting resumes on 2028-12-31/;
      assert.match(problem ?? "", text);
    }
  }
});

test("once the clock is right again, commits of the wrong one are skipped, and until then a last one in the future is reported", async () => {
  const store = await storeWith(...busy(60), START + 730 * DAY);
  const { confirmed, problem } = await processAt(store, START).check();
  assert.equal(confirmed, null);
  const actual = problem ?? "";
  assert.match(actual, /^The last commit is from 2028-11-21 12:00 UTC, and this server's clock says 2026-11-22 12:00 UTC\./);
  await commit(store, START);
  assert.equal((await processAt(store, START + 1).check()).confirmed, START + 1);
  assert.equal((await processAt(store, START + 730 * DAY + 1).check()).confirmed, null, "ahead again");
});

test("a clock that is set ahead by over a minute while the process runs confirms nothing", async () => {
  const store = await storeWith(...busy(60));
  for (const [ahead, isConfirmed] of [
    [MINUTE, true],
    [MINUTE + 1, false],
    [20 * DAY, false],
    [-MINUTE - 1, false],
  ] as const) {
    const { clock, check } = processAt(store, START);
    clock.elapsed += DAY;
    clock.now += DAY + ahead;
    const { confirmed, problem } = await check();
    assert.deepEqual([confirmed !== null, problem], [isConfirmed, null], String(ahead));
  }
});

test("a database's clock must agree within a minute, however recent the last commit is and however long the answer takes", async () => {
  const log = await storeWith(START - 900 * DAY);
  for (const [difference, isConfirmed] of [
    [0, true],
    [MINUTE, true],
    [-MINUTE, true],
    [MINUTE + 1, false],
    [-MINUTE - 1, false],
    [-730 * DAY, false],
  ] as const) {
    const store = { end: () => log.end(), commitAt: (at: number) => log.commitAt(at), clock: async () => START + difference };
    const { confirmed } = await processAt(store, START).check();
    assert.equal(confirmed, isConfirmed ? START : null, String(difference));
  }
  const slow = processAt(
    {
      ...log,
      clock: async () => {
        slow.clock.now += 10 * MINUTE;
        slow.clock.elapsed += 10 * MINUTE;
        return START + 2 * MINUTE;
      },
    },
    START,
  );
  assert.equal((await slow.check()).confirmed, START + 10 * MINUTE);
});

/** Commit by commit. */
function isConfirmedPlainly(times: readonly number[], now: number): boolean {
  if ((times.at(-1) ?? 0) > now + MINUTE) return false;
  let known = now;
  for (const at of times.toReversed()) {
    if (known <= now - 40 * DAY) return true;
    if (at > known) continue;
    if (known - at >= 40 * DAY) return false;
    known = at;
  }
  return true;
}

test("looking at few commits finds what looking at each finds", async () => {
  const gap = fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 0, max: 2 * DAY }) },
    { weight: 2, arbitrary: fc.integer({ min: 30 * DAY, max: 50 * DAY }) },
    { weight: 1, arbitrary: fc.constantFrom(730 * DAY, 39 * DAY, 40 * DAY) },
  );
  await forAllAsync([fc.array(gap, { maxLength: 200 })], 80, async (gaps) => {
    const times: number[] = [];
    for (const each of gaps) times.push((times.at(-1) ?? START) + each);
    const store = await storeWith(...times);
    let looks = 0;
    const commitAt = (revision: number) => {
      looks++;
      return store.commitAt(revision);
    };
    const counted = { end: () => store.end(), commitAt };
    const now = (times.at(-1) ?? START) + 1;
    const { confirmed } = await processAt(counted, now).check();
    assert.equal(confirmed !== null, isConfirmedPlainly(times, now));
    assert.ok(looks <= 200, String(looks));
  });
});

test("a log of 100,000 commits in 40 days is checked with few lookups", async () => {
  const count = 100_000;
  let looks = 0;
  const mark = (revision: number) => ({ revision, id: null, at: START - (count - revision) * 34_560, actor: "a", reason: "" });
  const store = {
    end: async () => ({ head: { epoch: "e", revision: count }, last: mark(count), renewedFrom: null }),
    commitAt: async (revision: number) => {
      looks++;
      return revision < 1 ? null : mark(revision);
    },
  };
  assert.equal((await processAt(store, START).check()).confirmed, START);
  assert.ok(looks < 50, String(looks));
});

test("a clock that is set ahead while the database answers is not confirmed", async () => {
  const process = processAt(
    {
      ...(await storeWith()),
      clock: async () => {
        process.clock.now += 36 * DAY;
        return START;
      },
    },
    START,
  );
  assert.equal((await process.check()).confirmed, null);
});

function watchAt(t: TestContext, database?: () => Promise<number>) {
  const clock = { now: START, elapsed: 5_000 };
  const logged: string[] = [];
  const log = {
    error: () => assert.fail(),
    warn: (_: object, text: string) => void logged.push(`warn ${text}`),
    info: (_: object, text: string) => void logged.push(`info ${text}`),
  };
  const watch = new ClockWatch({ now: () => clock.now, elapsed: () => clock.elapsed, log, database });
  t.after(() => watch.stop());
  /** Lets time pass, after which the clock says `ahead` milliseconds more. */
  const pass = async (ms: number, ahead = 0) => {
    clock.elapsed += ms;
    clock.now += ms + ahead;
    await watch.look();
    return watch.status;
  };
  return { clock, watch, logged, pass };
}

const follows = "Windows, dated steps and the expiry of keys follow it";

test("a clock that jumps by more than 5 seconds is a problem until it is right again, with one log line each", async (t) => {
  for (const [jump, text] of [
    [365 * DAY, "31536000 s ahead"],
    [5_001, "5 s ahead"],
    [-5_001, "5 s back"],
  ] as const) {
    const { logged, pass } = watchAt(t);
    assert.deepEqual(await pass(10_000), { offset: 0, problem: null });
    const problem =
      `This machine's clock moved ${text} while the process was running. ${follows}: synchronize it (NTP). ` +
      "If it is right now, restart the process.";
    assert.deepEqual(await pass(10_000, jump), { offset: jump, problem });
    assert.deepEqual(await pass(10_000), { offset: jump, problem });
    assert.deepEqual(await pass(10_000, -jump), { offset: 0, problem: null });
    assert.deepEqual(logged, [`warn ${problem}`, "info The clock is right again"]);
  }
});

test("a clock that is corrected by 5 seconds or less is no problem, and small corrections add up", async (t) => {
  const { logged, pass } = watchAt(t);
  for (const [ahead, offset] of [
    [5_000, 5_000],
    [-10_000, -5_000],
    [4_000, -1_000],
  ] as const)
    assert.deepEqual(await pass(10_000, ahead), { offset, problem: null });
  assert.deepEqual(logged, []);
  assert.match((await pass(10_000, 7_000)).problem ?? "", /moved 6 s ahead/);
});

test("a clock that differs from the database's is a problem, though it never moved; one that cannot be asked says nothing", async (t) => {
  const there = { ahead: -90_000, isAway: false };
  const { clock, logged, pass } = watchAt(t, async () => {
    if (there.isAway) throw new Error("away");
    return clock.now + there.ahead;
  });
  const problem = `This machine's clock is 90 s ahead of the database's. ${follows}: synchronize both (NTP).`;
  assert.deepEqual(await pass(10_000), { offset: 90_000, problem });
  there.ahead = 6_000;
  assert.match((await pass(10_000)).problem ?? "", /is 6 s behind the database's/);
  there.isAway = true;
  assert.deepEqual(await pass(10_000), { offset: 0, problem: null });
  there.isAway = false;
  there.ahead = 5_000;
  assert.deepEqual(await pass(10_000), { offset: -5_000, problem: null });
  // Both clocks of one machine jump together.
  there.ahead = 0;
  assert.match((await pass(10_000, 60_000)).problem ?? "", /moved 60 s ahead/);
  assert.equal(logged.length, 3);
});

test("a database that takes 30 seconds to answer is not taken for a wrong clock", async (t) => {
  const { clock, pass } = watchAt(t, async () => {
    const there = clock.now;
    clock.now += 30_000;
    clock.elapsed += 30_000;
    return there;
  });
  assert.deepEqual(await pass(10_000), { offset: 0, problem: null });
});
