/** The system releases SQLite's own lock however the process ends; the file `holder` only names the process. */
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { NeedsOperator } from "drawbridge-rules/values/errors.ts";
import { describeThisProcess, mayRun, readOwner, removeOwner, writeOwner } from "../directory-owner.ts";
import { busy, primaryCode } from "./sqlite-error.ts";

/** Lasts as long as `db` is open; writes nothing. @throws unavailable: another process has it, and who */
export function lock(db: DatabaseSync, file: string): void {
  try {
    // Before the first use of the write-ahead log: its index is then in memory, without an -shm file.
    db.exec("pragma locking_mode = exclusive");
    // Only an empty file can be set to return space in small steps after compaction.
    if (db.prepare("pragma page_count").get()?.page_count === 0) db.exec("pragma auto_vacuum = incremental");
    // A lock is only taken by a transaction, and kept after it.
    db.exec("begin exclusive; commit");
  } catch (error) {
    if (primaryCode(error) !== busy) throw error;
    throw inUse(file, error);
  }
}

export function inUse(file: string, cause: unknown): NeedsOperator {
  return new NeedsOperator(`The database ${file} is in use. ${whoHolds(file)}`, cause);
}

/** Call with the lock. Only people use the record: a failed write is ignored. */
export function announce(file: string, listening: string | undefined): void {
  tolerantly(() => writeOwner(dirname(file), describeThisProcess(listening)));
}

/** Call with the lock: afterwards the file may belong to another process. */
export function withdraw(file: string): void {
  tolerantly(() => removeOwner(dirname(file)));
}

function tolerantly(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
  }
}

function whoHolds(file: string): string {
  const holder = readOwner(dirname(file));
  const instead = "or give this one a directory of its own (DRAWBRIDGE_DATA).";
  if (holder === null) return `Another process uses it: stop that process, ${instead}`;
  const where = holder.listening ? `, listening on ${holder.listening}` : "";
  const who = `process ${holder.pid} on ${holder.host} (started ${holder.started}${where})`;
  if (mayRun(holder)) return `The ${who} uses it: stop that process, ${instead}`;
  return `The last recorded one was ${who}, which has ended: find the process that has the file open now, ${instead}`;
}
