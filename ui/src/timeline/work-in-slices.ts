/** Long work in slices of a few milliseconds: whoever scrolls or drags meanwhile waits for none of it. */
import { useLayoutEffect, useState } from "react";

/** Milliseconds. */
const slice = 6;

/**
 * What the work gives, as soon as it is done: before anything is shown where it is little, else a moment later. Until then what
 * the last one gave. @param begin another function: other work
 */
export function useSliced<Result>(begin: () => Generator<void, Result>, first: Result): Result {
  const [result, setResult] = useState(first);
  useLayoutEffect(() => {
    const work = begin();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const go = () => {
      const until = performance.now() + slice;
      let step = work.next();
      while (!step.done && performance.now() < until) step = work.next();
      if (step.done) setResult(step.value);
      else timer = setTimeout(go);
    };
    go();
    return () => clearTimeout(timer);
  }, [begin]);
  return result;
}

/** Of the items, so many at a time, with a pause after each part. */
export function* inParts<Item>(items: Iterable<Item>, work: (item: Item) => void, atOnce = 200): Generator<void> {
  let left = atOnce;
  for (const item of items) {
    work(item);
    if (--left > 0) continue;
    left = atOnce;
    yield;
  }
}

/** The same where nothing but time is waited for. */
export async function finished<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const until = performance.now() + slice;
    let step = work.next();
    while (!step.done && performance.now() < until) step = work.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setTimeout(resolve));
  }
}
