import assert from "node:assert/strict";

/** Resolves when the condition holds. Rejects with the last value after 20 s. */
export async function until<T>(look: () => T | Promise<T>, holds: (found: T) => boolean): Promise<T> {
  const begun = performance.now();
  for (;;) {
    const found = await look();
    if (holds(found)) return found;
    if (performance.now() - begun > 20_000) assert.fail(`not within 20 s: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
