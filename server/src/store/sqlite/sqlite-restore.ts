import { chmodSync, constants, copyFileSync, existsSync, linkSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DrawbridgeError, NotTransient } from "drawbridge-rules/values/errors.ts";
import type { BackupContent } from "../backup.ts";
import { fileSize } from "../disk-space.ts";
import { readMigrations } from "../sql/migrations.ts";
import { replicaName } from "./lost-volume.ts";
import { type CheckedName, checkFile } from "./sqlite-check.ts";
import { damaged, explain, primaryCode, resultCode } from "./sqlite-error.ts";
import { connect, createDatabaseFile, databaseFile, refuseOldSqlite, syncDirectory, syncFile } from "./sqlite-file.ts";
import { dropDatabase, dropLeftovers, restoringFile } from "./sqlite-leftovers.ts";
import { lock } from "./sqlite-lock.ts";
import { ownMigrations, readMigrationNumber, refuseOtherProgram, runMigrations, timeInName } from "./sqlite-migrate.ts";

export interface Restoring {
  /** The backup, which is only read, or the place of another source. */
  readonly from: string;
  readonly directory: string;
  /** A store that has commits, or is damaged, may be replaced. */
  readonly isForced: boolean;
  /** The newest form of values that this program reads. */
  readonly schema: number;
  readonly now: number;
}

export interface Restored {
  readonly content: BackupContent;
  readonly kept: string | null;
}

/** Takes as long as three reads of the file. @throws unavailable, conflict: a store exists and `isForced` is false */
export async function restoreFile(restoring: Restoring): Promise<Restored> {
  const { from, directory, schema } = restoring;
  const content = checkBackup(from, databaseFile(directory));
  if (content.revision === 0) throw new NotTransient(`${from} is the backup of an empty store.`);
  refuseNewer(from, content, schema);
  return replaceStore(restoring, (copy) => prepareCopy(from, copy));
}

/** @param prepare writes the file, syncs and checks it @throws unavailable, conflict: a store exists and `isForced` is false */
export async function replaceStore(
  { from, directory, isForced, schema, now }: Restoring,
  prepare: (copy: string) => BackupContent | Promise<BackupContent>,
): Promise<Restored> {
  const file = databaseFile(directory);
  let held: LockedTarget | undefined;
  try {
    createDatabaseFile(file);
    held = hold(file, isForced);
    const content = await prepare(restoringFile(file));
    refuseNewer(from, content, schema);
    const kept = held.hasContent ? keptName(file, now) : null;
    putInPlace(file, kept, held);
    return { content, kept };
  } catch (error) {
    throw explain(error, file);
  } finally {
    // Without the lock, these files may belong to another process.
    if (held) dropDatabase(restoringFile(file));
    held?.db?.close();
  }
}

function named(from: string): CheckedName {
  return { name: from, advice: "Restore another backup; nothing was changed." };
}

/** @throws unavailable */
function checkBackup(from: string, file: string): BackupContent {
  try {
    refuseUnfinished(from, file);
    return checkFile(from, named(from));
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new NotTransient(`${from} cannot be read: ${error.message}.`, error);
  }
}

/** The files beside a store in use contain data that it lacks: a copy of the file alone is no backup. */
function refuseUnfinished(from: string, file: string): void {
  if (existsSync(from) && existsSync(file) && realpathSync(from) === realpathSync(file)) {
    throw new DrawbridgeError("unavailable", `${from} is the store itself: there is nothing to restore.`);
  }
  if (fileSize(`${from}-wal`) === 0) return;
  throw new DrawbridgeError(
    "unavailable",
    `${from} is a store that was not closed, not a backup: part of its data is in ${from}-wal. Create a backup of it with backup --local.`,
  );
}

function refuseNewer(from: string, content: BackupContent, schema: number): void {
  if (content.schema > schema) throw new NotTransient(`${from} has values of a newer Drawbridge: use that version.`);
}

interface LockedTarget {
  /** Holds the lock; null means the file is no longer a database, which no process can hold. */
  readonly db: DatabaseSync | null;
  readonly hasContent: boolean;
}

/** @throws unavailable: another process has it; conflict: there is a store */
function hold(file: string, isForced: boolean): LockedTarget {
  const db = connect(file);
  try {
    lock(db, file);
    dropLeftovers(file);
    refuseOldSqlite(String(db.prepare("select sqlite_version() as version").get()?.version));
    // Also accepts a newer program's: going back to an older version takes an older backup.
    refuseOtherProgram(db, file);
    const hasContent = readMigrationNumber(db) > 0;
    const revision = hasContent ? Number(db.prepare("select revision from head").get()?.revision) : 0;
    if (revision > 0 && !isForced) throw isThere(file, `has a store at revision ${revision}`);
    // Closes the write-ahead log: from here on everything is in the one file.
    db.exec("pragma journal_mode = delete");
    return { db, hasContent };
  } catch (error) {
    db.close();
    const code = primaryCode(error);
    if (code === null || !damaged.includes(code)) throw error;
    if (!isForced) throw isThere(file, "has a damaged store");
    return { db: null, hasContent: true };
  }
}

function isThere(file: string, what: string): DrawbridgeError {
  return new DrawbridgeError(
    "conflict",
    `${dirname(file)} ${what}. With --force, the backup replaces it, and the old store is kept beside it under another name.`,
  );
}

/** In the current form, with an epoch of its own, and without data that must not come back. */
function prepareCopy(from: string, copy: string): BackupContent {
  dropDatabase(copy);
  copyFileSync(from, copy, constants.COPYFILE_EXCL);
  chmodSync(copy, 0o600);
  // The copy may differ from the bytes that were checked first.
  checkFile(copy, named(from));
  const db = connect(copy);
  try {
    db.exec("pragma locking_mode = exclusive; pragma journal_mode = delete; pragma secure_delete = on");
    migrateCopy(db, from);
    db.exec(`begin immediate; ${renewal}; commit`);
  } finally {
    db.close();
  }
  syncFile(copy);
  // A backup of an older form is compared with its log only now.
  return checkFile(copy, named(from));
}

/** @throws NotTransient: the values of an older backup may be damaged so that no migration can read them */
function migrateCopy(db: DatabaseSync, from: string): void {
  try {
    runMigrations(db, readMigrations(ownMigrations).slice(readMigrationNumber(db)));
  } catch (error) {
    // 1: the statement meets a value that is no JSON. Other codes have sentences of their own.
    if (resultCode(error) !== 1) throw error;
    const { name, advice } = named(from);
    throw new NotTransient(`${name} is damaged: ${(error as Error).message}. ${advice}`, error);
  }
}

/** Sessions ended since, links used since, and results of requests to another epoch must not come back. */
const renewal = `
  update head set epoch = lower(hex(randomblob(8)));
  delete from sessions; delete from account_links; delete from idempotency`;

/** The later of two restores within a second takes the name of the next second. */
function keptName(file: string, now: number): string {
  const name = `${file}.replaced-${timeInName(now)}`;
  const isTaken = ["", "-wal", "-journal"].some((end) => existsSync(`${name}${end}`));
  return isTaken ? keptName(file, now + 1000) : name;
}

/** There is always a store with that name. `dropLeftovers` undoes an interruption. */
function putInPlace(file: string, kept: string | null, { db }: LockedTarget): void {
  if (kept !== null) linkSync(file, kept);
  for (const end of ["-wal", "-journal"]) {
    if (!existsSync(`${file}${end}`)) continue;
    // Another database would take it for its own. A whole database has everything in the one file.
    if (kept !== null && db === null) renameSync(`${file}${end}`, `${kept}${end}`);
    else rmSync(`${file}${end}`);
  }
  // Belongs to the former store: it must not answer reads when this one cannot be read.
  rmSync(join(dirname(file), replicaName), { force: true });
  renameSync(restoringFile(file), file);
  syncDirectory(dirname(file));
}
