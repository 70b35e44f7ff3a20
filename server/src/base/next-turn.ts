import { setImmediate } from "node:timers/promises";

/**
 * Resolves when reads that arrived during the last piece of work have been answered. The first `setImmediate` can resolve in the same
 * turn of the event loop, and the second before those reads are answered: the fast path answers them at the end of their turn
 * (decision 0066).
 */
export async function nextTurn(): Promise<void> {
  for (let ended = 0; ended < 3; ended++) await setImmediate();
}
