import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { forAllAsync } from "../../test/for-all.ts";
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
  assert.deepEqual(order, ["a", "b", "c", "a", "a", "a"]);
});

test("with k senders waiting, each is served within k turns", async () => {
  const names = fc.constantFrom("a", "b", "c", "d", "e", "f");
  await forAllAsync(
    [fc.array(names, { minLength: 1, maxLength: 60 }), fc.array(names, { maxLength: 20 })],
    300,
    async (first, later) => {
      const queue = new FairQueue(1, 1, patient);
      const order: string[] = [];
      const left = [...later];
      const enter = async (sender: string): Promise<void> => {
        const end = await queue.enter(sender);
        order.push(sender);
        const next = left.shift();
        const more = next === undefined ? null : enter(next);
        end();
        await more;
      };
      await Promise.all(first.map(enter));
      assert.equal(order.length, first.length + later.length);
      const k = new Set([...first, ...later]).size;
      // While a request of the sender waits from the first turn on, no gap between two of its turns is longer than k.
      for (const sender of new Set(first)) {
        const turns = order.flatMap((name, index) => (name === sender ? [index] : []));
        const own = turns.slice(0, first.filter((name) => name === sender).length);
        for (const [i, turn] of own.entries()) assert.ok(turn - (own[i - 1] ?? -1) <= k, `${sender} in ${order.join("")}`);
      }
    },
  );
});

test("a request whose client disconnects leaves the queue, and one that comes disconnected never enters", async () => {
  const queue = new FairQueue(1, 1, patient);
  const end = await queue.enter("a");
  const client = new AbortController();
  const waiting = queue.enter("b", client.signal);
  client.abort();
  await assert.rejects(waiting, { code: "unavailable" });
  await assert.rejects(queue.enter("c", client.signal), { code: "unavailable" });
  const next = queue.enter("d", new AbortController().signal);
  end();
  (await next)();
});

test("one sender gets no more than their share at the same time, and others are still admitted", async () => {
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

test("a request that waits too long is asked to retry, and takes no turn afterwards", async () => {
  const queue = new FairQueue(1, 1, 10);
  const end = await queue.enter("a");
  await assert.rejects(queue.enter("b"), { code: "unavailable" });
  end();
  (await queue.enter("c"))();
});
