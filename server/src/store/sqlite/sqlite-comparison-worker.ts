/** Compares the rows of one file with its log in a thread of its own: see comparison-in-thread.ts. */
import { parentPort, workerData } from "node:worker_threads";
import type { ComparisonWork } from "./comparison-in-thread.ts";
import { openImmutable } from "./sqlite-check.ts";
import { findSuspects } from "./sqlite-comparison.ts";
import { openWithoutLocks } from "./sqlite-read-only.ts";

const { file, isReadOnly } = workerData as ComparisonWork;
// Closing a connection without locks releases those of a store that is open for writing; a read-only one has none.
const db = isReadOnly ? openWithoutLocks(file) : openImmutable(file);
try {
  parentPort?.postMessage(findSuspects(db));
} finally {
  db.close();
}
