/** A process that adds 1 to the counter in an object, again and again, until it is killed: `counting-writer.ts URL NAME`. */

import { ObjectStoreError } from "../../src/objects/object-store.ts";
import { openObjectStore } from "../../src/objects/open-objects.ts";
import { counterKey, parseCounter, printCounter } from "./counter.ts";

const [url = "", name = ""] = process.argv.slice(2);
const store = await openObjectStore(url);

for (;;) {
  try {
    const found = await store.get(counterKey);
    const count = (found === null ? 0 : parseCounter(found.bytes).count) + 1;
    const tag = await store.put(counterKey, printCounter({ count, writer: name }), found?.tag ?? null);
    if (tag !== null) process.send?.(count);
  } catch (error) {
    // The time of an operation ended while the process was paused.
    if (!(error instanceof ObjectStoreError) || error.kind !== "unavailable") throw error;
  }
}
