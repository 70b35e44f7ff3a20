import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurns } from "./work-in-turns.ts";

function busy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("long work lets others come in between, and gives what each item gives, in order", async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const found = await inTurns([1, 2, 3, 4, 5], (item) => {
    busy(4);
    return [item, turns];
  });
  isDone = true;
  assert.deepEqual(
    found.map(([item]) => item),
    [1, 2, 3, 4, 5],
  );
  const before = found.map(([, seen]) => seen);
  assert.equal(new Set(before).size, 5, `one turn each: ${before}`);
});

test("taking the next item is work too", async () => {
  const turns = new Set<number>();
  let turn = 0;
  const timer = setInterval(() => turn++, 0);
  function* items() {
    for (let left = 10; left > 0; left--) {
      busy(4);
      turns.add(turn);
      yield left;
    }
  }
  assert.equal((await inTurns(items(), (item) => item)).length, 10);
  clearInterval(timer);
  assert.ok(turns.size > 3, `${turns.size} turns`);
});

test("of those who work at the same time one has each turn", async () => {
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  const work = () => {
    busy(4);
    seen.push(turn);
  };
  await Promise.all(Array.from({ length: 5 }, () => inTurns([1, 2, 3], work)));
  isDone = true;
  assert.equal(seen.length, 15);
  assert.equal(new Set(seen).size, 15, `one in each turn: ${seen}`);
});

test("of nothing there is nothing", async () => {
  assert.deepEqual(await inTurns([], String), []);
});
