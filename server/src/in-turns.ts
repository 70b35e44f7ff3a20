/** Long work in turns of a few milliseconds: whatever else waits comes between two of them. */
import { setImmediate } from "node:timers/promises";
import type { Steps } from "./domain/steps.ts";

/** Milliseconds. One that is interrupted by the machine is only shorter. */
const longestTurn = 5;

/** Takes all steps, and lets others in after so long. Work that is shorter than a turn is done at once. */
export async function finishedInTurns<T>(steps: Steps<T>): Promise<T> {
  let started = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - started < longestTurn) continue;
    await setImmediate();
    started = performance.now();
  }
}
