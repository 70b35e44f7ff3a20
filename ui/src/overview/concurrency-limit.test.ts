import assert from "node:assert/strict";
import { test } from "node:test";
import { ConcurrencyLimit } from "./concurrency-limit.ts";

test("no more than so many are inside, and who came first goes first", async () => {
  const limit = new ConcurrencyLimit(2);
  const order: number[] = [];
  let inside = 0;
  let most = 0;
  const work = (name: number) => async () => {
    order.push(name);
    inside++;
    most = Math.max(most, inside);
    await new Promise(setImmediate);
    inside--;
    return name;
  };
  const names = [...Array(7).keys()];
  assert.deepEqual(await Promise.all(names.map((name) => limit.run(work(name)))), names);
  assert.deepEqual(order, names);
  assert.equal(most, 2);
});

test("one that fails makes room for the next", async () => {
  const limit = new ConcurrencyLimit(1);
  const failing = limit.run(() => Promise.reject(new Error("no")));
  const next = limit.run(async () => "in");
  await assert.rejects(failing, /no/);
  assert.equal(await next, "in");
  assert.equal(await limit.run(async () => "again"), "again");
});
