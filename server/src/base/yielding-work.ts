/** Apps never wait for longer than a turn. */
import { setImmediate } from "node:timers/promises";
import type { Steps } from "drawbridge-rules/values/steps.ts";

/** Milliseconds. */
export const longestTurn = 3;

const waiting: (() => void)[] = [];

export async function mapYielding<Item, Result>(items: Iterable<Item>, work: (item: Item) => Result): Promise<Result[]> {
  const done: Result[] = [];
  if (waiting.length > 0) await ownTurn();
  let started = performance.now();
  for (const item of items) {
    done.push(work(item));
    if (performance.now() - started < longestTurn) continue;
    await ownTurn();
    started = performance.now();
  }
  return done;
}

export async function runStepsYielding<T>(steps: Steps<T>): Promise<T> {
  if (waiting.length > 0) await ownTurn();
  let started = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - started < longestTurn) continue;
    await ownTurn();
    started = performance.now();
  }
}

/** One waiter runs at a time: twenty in the same turn would make it twenty times as long. */
function ownTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) void giveTurns();
  return promise;
}

async function giveTurns(): Promise<void> {
  while (waiting.length > 0) {
    await nextTurn();
    waiting.shift()?.();
  }
}

/** Resolves when reads that arrived meanwhile are answered: the fast path does so at the end of a turn (decision 0066). */
export async function nextTurn(): Promise<void> {
  for (let ended = 0; ended < 3; ended++) await setImmediate();
}
