import assert from "node:assert/strict";

/** Resolves when the condition holds. Rejects with the last value after two minutes. */
export async function until<T>(look: () => T | Promise<T>, holds: (found: T) => boolean): Promise<T> {
  const begun = performance.now();
  for (;;) {
    const found = await look();
    if (holds(found)) return found;
    if (performance.now() - begun > 120_000) assert.fail(`not within two minutes: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
