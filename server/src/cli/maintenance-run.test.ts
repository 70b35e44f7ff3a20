import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { forAll } from "../../test/for-all.ts";
import { isWorthRenewing, type Leased, maxLease, minLease, renewalIntervals, renewUntilReleased } from "./maintenance-run.ts";

type Result = Awaited<ReturnType<Leased["renew"]>> | Error;

/** Milliseconds; looked at every 100. */
const length = 300;
/** In these, since a busy process is late for them as it is for a lease. */
const ticksOfLength = 12;
let ticks = 0;
const ticking = setInterval(() => {
  ticks++;
}, length / ticksOfLength);
after(() => clearInterval(ticking));

/** Renews with these results in turn, then always successfully; and keeps what happened, each with its time in ticks. */
function recorded(...results: Result[]) {
  const begun = ticks;
  const happened: { readonly what: string; readonly at: number }[] = [];
  const note = (what: string) => void happened.push({ what, at: ticks - begun });
  const leased: Leased = {
    async renew() {
      const result = results.shift() ?? "renewed";
      note(result instanceof Error ? result.message : result);
      if (result instanceof Error) throw result;
      return result;
    },
    onTrouble: () => note("trouble"),
    onRecovery: () => note("recovery"),
  };
  return { leased, happened, words: () => happened.map(({ what }) => what) };
}

test("whatever its length, a third of a lease is left when it is renewed, and a minute passes between two renewals if it can", () =>
  forAll([fc.integer({ min: minLease, max: maxLease })], (lease) => {
    const { usual } = renewalIntervals(lease);
    const looks = [usual, 2 * usual, 3 * usual];
    const renewed = looks.find((elapsed) => isWorthRenewing(lease, elapsed)) ?? Number.POSITIVE_INFINITY;
    assert.ok(lease - renewed > lease / 3 - 1);
    assert.ok(renewed >= Math.min(60_000, lease / 2));
  }));

test("a lease is renewed before it runs out, until it is released", async () => {
  const { leased, happened } = recorded();
  const released = new AbortController();
  const kept = renewUntilReleased(length, leased, released.signal);
  while (happened.length < 5) await setTimeout(10);
  released.abort();
  assert.equal(await kept, false);
  const times = [0, ...happened.map(({ at }) => at)];
  for (const [index, at] of times.entries()) assert.ok(at - (times[index - 1] ?? 0) < ticksOfLength, JSON.stringify(times));
});

test("while it cannot be renewed, or is too early, it is tried again soon; each reason is told once, and so is the recovery", async () => {
  const [away, ill] = [new Error("away"), new Error("ill")];
  const { leased, words, happened } = recorded(away, away, ill, "renewed", "unchanged", "renewed");
  const released = new AbortController();
  const kept = renewUntilReleased(length, leased, released.signal);
  while (happened.length < 9) await setTimeout(5);
  released.abort();
  await kept;
  const expected = ["away", "trouble", "away", "ill", "trouble", "renewed", "recovery", "unchanged", "renewed"];
  assert.deepEqual(words().slice(0, 9), expected);
  for (const [from, to] of [
    [0, 5],
    [7, 8],
  ] as const)
    assert.ok((happened[to]?.at ?? 0) - (happened[from]?.at ?? 0) <= ticksOfLength / 2, `${from} to ${to}`);
});
