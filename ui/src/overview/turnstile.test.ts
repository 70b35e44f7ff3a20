import assert from "node:assert/strict";
import { test } from "node:test";
import { Turnstile } from "./turnstile.ts";

test("no more than so many are inside, and who came first goes first", async () => {
  const turnstile = new Turnstile(2);
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
  assert.deepEqual(await Promise.all(names.map((name) => turnstile.pass(work(name)))), names);
  assert.deepEqual(order, names);
  assert.equal(most, 2);
});

test("one that fails makes room for the next", async () => {
  const turnstile = new Turnstile(1);
  const failing = turnstile.pass(() => Promise.reject(new Error("no")));
  const next = turnstile.pass(async () => "in");
  await assert.rejects(failing, /no/);
  assert.equal(await next, "in");
  assert.equal(await turnstile.pass(async () => "again"), "again");
});
