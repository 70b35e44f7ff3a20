/**
 * One process at a time has the database. The lock is SQLite's own on the file, so that the operating system lets go of
 * it however the process ends; the `holder` file beside it is only there to say who, and may be stale.
 */
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DrawbridgeError } from "../../domain/errors.ts";
import { mayRun, ownHolder, readHolder, removeHolder, writeHolder } from "../holder.ts";
import { busy, resultCode } from "./sqlite-error.ts";

/** Takes the lock for as long as `db` is open; writes nothing. @throws unavailable: another process has it, and who */
export function lock(db: DatabaseSync, file: string): void {
  try {
    // Before the first use of the write-ahead log: its index is then in this process's memory, and no -shm file is needed.
    db.exec("pragma locking_mode = exclusive");
    // Only as long as nothing is in the file can it be said that what compaction frees goes back to the disk in small steps.
    if (db.prepare("pragma page_count").get()?.page_count === 0) db.exec("pragma auto_vacuum = incremental");
    // A lock is only taken by a transaction, and kept after it.
    db.exec("begin exclusive; commit");
  } catch (error) {
    if (((resultCode(error) ?? 0) & 0xff) !== busy) throw error;
    throw new DrawbridgeError("unavailable", `The database ${file} is in use. ${whoHolds(file)}`, [], error);
  }
}

/** Writes who has the lock, for the sentence that the next one to try gets. Call with the lock. */
export function announce(file: string, listening: string | undefined): void {
  writeHolder(dirname(file), ownHolder(listening));
}

/** Call with the lock: afterwards the file may be another's. */
export function withdraw(file: string): void {
  removeHolder(dirname(file));
}

function whoHolds(file: string): string {
  const holder = readHolder(dirname(file));
  const instead = "or give this one a directory of its own (DRAWBRIDGE_DATA).";
  if (holder === null) return `Another process holds it: stop that one, ${instead}`;
  const where = holder.listening ? `, listening on ${holder.listening}` : "";
  const who = `process ${holder.pid} on ${holder.host} (started ${holder.started}${where})`;
  if (mayRun(holder)) return `The ${who} holds it: stop that one, ${instead}`;
  return `The last to announce itself was ${who}, which has ended: find who has the file open now, ${instead}`;
}
