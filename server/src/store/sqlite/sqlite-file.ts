/**
 * Nothing in this process may open the database file itself: closing any descriptor of a file releases all POSIX locks of the
 * process, including SQLite's (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks).
 */
import { closeSync, existsSync, fsyncSync, openSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DrawbridgeError, NeedsOperator } from "drawbridge-rules/values/errors.ts";
import { createDataDirectory } from "../../base/program-files.ts";

/** The first SQLite without the WAL-reset bug, which corrupts (https://sqlite.org/wal.html#walresetbug). */
const oldestSqlite = [3, 51, 3];

/** Milliseconds: another process may be about to end. */
const timeout = 1000;

export function databaseFile(directory: string): string {
  return join(resolve(directory), "drawbridge.db");
}

/** Private to the owner, with its directory. @throws a system error */
export function createDatabaseFile(file: string): void {
  const directory = dirname(file);
  createDataDirectory(directory);
  if (existsSync(file)) return;
  closeSync(openSync(file, "a", 0o600));
  syncDirectory(directory);
  syncDirectory(dirname(directory));
}

/** Has done nothing yet, and waits for locks. @throws an SQLite error */
export function connect(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: timeout, enableForeignKeyConstraints: true, allowExtension: false });
}

/** Reads the settings back: a file system may silently refuse WAL. @throws unavailable */
export function makeDurable(db: DatabaseSync, file: string): void {
  db.exec("pragma journal_mode = wal; pragma synchronous = full; pragma mmap_size = 0");
  // Bytes of the disk that the write-ahead log keeps.
  db.exec("pragma journal_size_limit = 67108864");
  const { journal_mode } = { ...db.prepare("pragma journal_mode").get() };
  const { synchronous } = { ...db.prepare("pragma synchronous").get() };
  if (journal_mode === "wal" && synchronous === 2) return;
  throw new DrawbridgeError("unavailable", `The database ${file} cannot be made durable there: use a local disk.`);
}

/** `version` as in `select sqlite_version()`. @throws unavailable */
export function refuseOldSqlite(version: string): void {
  const numbers = version.split(".").map(Number);
  for (const [i, oldest] of oldestSqlite.entries()) {
    const number = numbers[i] ?? 0;
    if (number > oldest) return;
    if (number < oldest) {
      const wanted = oldestSqlite.join(".");
      throw new NeedsOperator(
        `This Node has SQLite ${version}, which can damage a database; Drawbridge needs ${wanted} or newer. Use a newer Node.`,
      );
    }
  }
}

/** Survives a power cut. Must not be used on a database that this process has open. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Makes new names survive a power cut. Windows does not need it. */
export function syncDirectory(directory: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(directory, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
