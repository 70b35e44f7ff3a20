/** Runs long work in slices of a few milliseconds, so that scrolling and dragging stay smooth. */
import { useLayoutEffect, useState } from "react";

/** Milliseconds. */
const slice = 6;

function runSlice<Result>(work: Generator<void, Result>): IteratorResult<void, Result> {
  const until = performance.now() + slice;
  let step = work.next();
  while (!step.done && performance.now() < until) step = work.next();
  return step;
}

/** Result of the work; until it is done, the previous one. @param begin another function starts other work */
export function useTimeSliced<Result>(begin: () => Generator<void, Result>, first: Result): Result {
  const [result, setResult] = useState(first);
  useLayoutEffect(() => {
    const work = begin();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const go = () => {
      const step = runSlice(work);
      if (step.done) setResult(step.value);
      else timer = setTimeout(go);
    };
    go();
    return () => clearTimeout(timer);
  }, [begin]);
  return result;
}

/** Processes items in batches, with a pause after each. */
export function* forEachInBatches<Item>(items: Iterable<Item>, work: (item: Item) => void, atOnce = 200): Generator<void> {
  let left = atOnce;
  for (const item of items) {
    work(item);
    if (--left > 0) continue;
    left = atOnce;
    yield;
  }
}

/** Yields to the browser between slices. */
export async function runTimeSliced<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = runSlice(work);
    if (step.done) return step.value;
    await new Promise((resolve) => setTimeout(resolve));
  }
}
