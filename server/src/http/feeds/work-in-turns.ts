/** Long work in turns of a few milliseconds: feeds wait for apps, never the other way round. */
import { setImmediate } from "node:timers/promises";

/** Milliseconds. */
const longestTurn = 3;

/** What came of each item, in order; whatever else waits comes between two turns. Taking the next item is part of the work. */
export async function inTurns<Item, Result>(items: Iterable<Item>, work: (item: Item) => Result): Promise<Result[]> {
  const done: Result[] = [];
  let started = performance.now();
  for (const item of items) {
    done.push(work(item));
    if (performance.now() - started < longestTurn) continue;
    await setImmediate();
    started = performance.now();
  }
  return done;
}

/** What comes of long work that yields between its steps. */
export async function stepsInTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  let started = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - started < longestTurn) continue;
    await setImmediate();
    started = performance.now();
  }
}
