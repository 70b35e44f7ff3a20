/**
 * One process at a time has the database. The lock is SQLite's own on the file, so that the operating system lets go of
 * it however the process ends; the `holder` file beside it is only there to say who, and may be stale.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DrawbridgeError } from "../../domain/errors.ts";
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
  const holder: Holder = {
    pid: process.pid,
    host: hostname(),
    started: new Date().toISOString(),
    ...(listening && { listening }),
  };
  const path = holderFile(file);
  writeFileSync(`${path}.new`, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Call with the lock: afterwards the file may be another's. */
export function withdraw(file: string): void {
  rmSync(holderFile(file), { force: true });
}

interface Holder {
  readonly pid: number;
  /** In a container, where every process is number 1, what tells them apart. */
  readonly host: string;
  readonly started: string;
  readonly listening?: string;
}

function holderFile(file: string): string {
  return join(dirname(file), "holder");
}

function whoHolds(file: string): string {
  const holder = readHolder(file);
  const instead = "or give this one a directory of its own (DRAWBRIDGE_DATA).";
  if (holder === null) return `Another process holds it: stop that one, ${instead}`;
  const where = holder.listening ? `, listening on ${holder.listening}` : "";
  const who = `process ${holder.pid} on ${holder.host} (started ${holder.started}${where})`;
  if (mayRun(holder)) return `The ${who} holds it: stop that one, ${instead}`;
  return `The last to announce itself was ${who}, which has ended: find who has the file open now, ${instead}`;
}

function readHolder(file: string): Holder | null {
  try {
    const holder: unknown = JSON.parse(readFileSync(holderFile(file), "utf8"));
    return isHolder(holder) ? holder : null;
  } catch {
    return null;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== "object" || value === null || !("pid" in value && "host" in value && "started" in value)) return false;
  const listening = "listening" in value ? value.listening : "";
  const texts = [value.host, value.started, listening];
  return Number.isSafeInteger(value.pid) && texts.every((text) => typeof text === "string");
}

/** False only if it is known to have ended. */
function mayRun({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true;
  try {
    // Signal 0 is not sent: it only asks.
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
