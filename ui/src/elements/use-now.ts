import { useWatched, Watched } from "./watched.ts";

const every = 10_000;
const now = new Watched(Date.now());
/** One timer serves the whole page, which always shows a relative time. */
setInterval(() => now.set(Date.now()), every);

/** Epoch ms, some seconds old at most. */
export function useNow(): number {
  return useWatched(now);
}

/** Epoch ms of the render, for states that change between two updates. */
export function useExactNow(): number {
  return Math.max(useNow(), Date.now());
}
