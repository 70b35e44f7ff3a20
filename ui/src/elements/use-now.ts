/** One timer serves the whole page. */
import { useSyncExternalStore } from "react";

/** Milliseconds. */
const every = 10_000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** Epoch ms, some seconds old at most. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => now);
}

/** Epoch ms of the render, for states that change between two updates. */
export function useExactNow(): number {
  return Math.max(useNow(), Date.now());
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  if (timer === undefined) {
    tick();
    timer = setInterval(tick, every);
  }
  return () => {
    watchers.delete(changed);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const changed of [...watchers]) changed();
}
