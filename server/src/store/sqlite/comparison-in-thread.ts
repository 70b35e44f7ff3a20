/** Compares rows and log off the main thread, which meanwhile answers `/healthz`, and reads from the node's copy. */
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { threadModule } from "../../program-files.ts";
import { fileSize } from "../file-size.ts";
import { rowsFollowLog, type Suspects } from "./sqlite-comparison.ts";
import { resultCode } from "./sqlite-error.ts";

/** Bytes up to which a comparison takes less time than starting a thread: measured, 10 ms for 2 MB. */
const QUICK = 2 * 1024 * 1024;

export interface ComparisonWork {
  readonly file: string;
  /** The store is open for reading only: it holds no locks, and nothing is written into its files. */
  readonly isReadOnly: boolean;
}

/**
 * The projects to compare whenever the store is read. Until it resolves, the connection may only be used for commits: the thread
 * reads the file without locks, so writes must go to the write-ahead log and not into the file. Null for a small damaged file, or
 * without room on the disk: the caller compares each project, in turns.
 * @throws any error of starting a thread
 */
export async function findSuspectsInThread(db: DatabaseSync, { file, isReadOnly }: ComparisonWork): Promise<Suspects> {
  if (fileSize(file) + fileSize(`${file}-wal`) <= QUICK) return rowsFollowLog(db) ? new Set() : null;
  if (isReadOnly) return inThread({ file, isReadOnly });
  if (!emptyLog(db, file)) return null;
  db.exec("pragma wal_autocheckpoint = 0");
  try {
    return await inThread({ file, isReadOnly });
  } finally {
    if (db.isOpen) db.exec("pragma wal_autocheckpoint = 1000");
  }
}

/** Moves the write-ahead log into the file. False: a full disk does not allow it. */
function emptyLog(db: DatabaseSync, file: string): boolean {
  try {
    db.prepare("pragma wal_checkpoint(truncate)").get();
  } catch (error) {
    if (resultCode(error) === null) throw error;
  }
  return fileSize(`${file}-wal`) === 0;
}

function inThread(workerData: ComparisonWork): Promise<Suspects> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(threadModule("sqlite-comparison-worker"), { workerData });
    worker.once("message", resolve);
    // A file that the thread cannot open or read is compared by the caller.
    worker.once("error", (error) => (resultCode(error) === null ? reject(error) : resolve(null)));
    // After a message this changes nothing.
    worker.once("exit", () => resolve(null));
  });
}
