import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { FairQueue } from "./fair-queue.ts";

const patient = 60_000;

/** Records the order of turns, and ends each immediately. */
function served(queue: FairQueue, senders: readonly string[]): Promise<string[]> {
  const order: string[] = [];
  const turns = senders.map(async (sender) => {
    const end = await queue.enter(sender);
    order.push(sender);
    await setImmediate();
    end();
  });
  return Promise.all(turns).then(() => order);
}

test("no sender gets two turns in a row while another waits", async () => {
  const order = await served(new FairQueue(1, 1, patient), ["a", "a", "a", "a", "b", "c"]);
  assert.deepEqual(order, ["a", "b", "a", "c", "a", "a"]);
});

test("one sender has no more than their share at the same time, and others still come in", async () => {
  const queue = new FairQueue(3, 2, patient);
  const ends = [await queue.enter("a"), await queue.enter("a")];
  let third = false;
  const waiting = queue.enter("a").then((end) => {
    third = true;
    return end;
  });
  const other = await queue.enter("b");
  assert.equal(third, false);
  ends[0]?.();
  (await waiting)();
  other();
  ends[1]?.();
});

test("a turn that is ended twice gives one place", async () => {
  const queue = new FairQueue(1, 1, patient);
  const first = await queue.enter("a");
  first();
  first();
  const second = await queue.enter("b");
  let isIn = false;
  const third = queue.enter("c").then((end) => {
    isIn = true;
    return end;
  });
  await setImmediate();
  assert.equal(isIn, false);
  second();
  (await third)();
});

test("a request that waits too long is told to come again, and takes no turn afterwards", async () => {
  const queue = new FairQueue(1, 1, 10);
  const end = await queue.enter("a");
  await assert.rejects(queue.enter("b"), { code: "unavailable" });
  end();
  (await queue.enter("c"))();
});
