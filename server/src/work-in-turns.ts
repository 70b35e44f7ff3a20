/** Long work in turns of a few milliseconds: apps that ask meanwhile never wait for it. */
import type { Steps } from "./domain/steps.ts";

/** Milliseconds. */
const longestTurn = 3;

/** Work that waits for a turn of the event loop of its own, first come first. */
const waiting: (() => void)[] = [];

/** What came of each item, in order; whatever else waits comes between two turns. Taking the next item is part of the work. */
export async function inTurns<Item, Result>(items: Iterable<Item>, work: (item: Item) => Result): Promise<Result[]> {
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

/** Takes all steps of a calculation. One that is shorter than a turn, with nothing else waiting, is done without a pause. */
export async function finishedInTurns<T>(steps: Steps<T>): Promise<T> {
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

/** Of twenty who work at the same time one has each turn: together they would make it twenty times as long. */
function ownTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) setImmediate(nextTurn);
  return promise;
}

function nextTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(nextTurn);
}
