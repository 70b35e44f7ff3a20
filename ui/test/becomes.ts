import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";

/** Milliseconds that a page has. */
const timeout = 30_000;

/** Waits until a page shows the wanted value: what it was asked for may come a moment later. Fails with the last value. */
export async function becomes<T>(read: () => Promise<T>, wanted: T, message = ""): Promise<void> {
  const end = performance.now() + timeout;
  for (;;) {
    const value = await read();
    if (isDeepStrictEqual(value, wanted)) return;
    if (performance.now() > end) assert.deepEqual({ message, value }, { message, value: wanted });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
