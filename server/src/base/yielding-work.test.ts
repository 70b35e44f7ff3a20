import assert from "node:assert/strict";
import { test } from "node:test";
import { mapYielding } from "./yielding-work.ts";

function busy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** @param work gets the number of the present turn */
async function countingTurns<T>(work: (turn: () => number) => Promise<T>): Promise<T> {
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn++;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  return work(() => turn).finally(() => {
    isDone = true;
  });
}

test("long work lets other work run in between, and returns the result of each item in order", async () => {
  const found = await countingTurns((turn) =>
    mapYielding([1, 2, 3, 4, 5], (item) => {
      busy(4);
      return [item, turn()];
    }),
  );
  const actual = found.map(([item]) => item);
  assert.deepEqual(actual, [1, 2, 3, 4, 5]);
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
  assert.equal((await mapYielding(items(), (item) => item)).length, 10);
  clearInterval(timer);
  assert.ok(turns.size > 3, `${turns.size} turns`);
});

test("concurrent long work takes one turn at a time each", async () => {
  const seen: number[] = [];
  await countingTurns((turn) => {
    const work = () => {
      busy(4);
      seen.push(turn());
    };
    return Promise.all(Array.from({ length: 5 }, () => mapYielding([1, 2, 3], work)));
  });
  assert.equal(seen.length, 15);
  assert.equal(new Set(seen).size, 15, `one in each turn: ${seen}`);
});

test("no items give no results", async () => assert.deepEqual(await mapYielding([], String), []));
