import assert from "node:assert/strict";

/** Longest wait in milliseconds: the machine can be busy. */
const patience = 120_000;

/** Resolves with what was found when the condition holds, by default when it is true. Rejects with the condition and the last finding. */
export async function until<T>(look: () => T | Promise<T>, holds: (found: T) => boolean = Boolean): Promise<T> {
  const begun = performance.now();
  for (;;) {
    const found = await look();
    if (holds(found)) return found;
    if (performance.now() - begun > patience) assert.fail(`waited too long for ${look}, last ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
