/** A backup in the place of a store: under a new epoch, whole or not at all, and with what was there kept beside it. */
import { chmodSync, constants, copyFileSync, existsSync, linkSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DrawbridgeError, NotTransient } from "drawbridge-rules/values/errors.ts";
import { fileSize } from "../file-size.ts";
import { nodeCopyName } from "../node-copy-name.ts";
import { dropDigest } from "./sqlite-backup-digest.ts";
import { type CheckedFile, type CheckedName, checkFile } from "./sqlite-check.ts";
import { explain, primaryCode, resultCode } from "./sqlite-error.ts";
import { connect, makeFile, refuseOldSqlite, syncDirectory, syncFile } from "./sqlite-file.ts";
import { dropDatabase, dropLeftovers, restoringFile } from "./sqlite-leftovers.ts";
import { lock } from "./sqlite-lock.ts";
import { carryOut, currentForm, ownMigrations, readMigrations, refuseOtherProgram, timeInName } from "./sqlite-migrate.ts";

export interface Restoring {
  /** The backup. It is only read. */
  readonly from: string;
  /** Made where it is missing. */
  readonly directory: string;
  /** Whether a store that has commits, or is damaged, may be replaced. */
  readonly isForced: boolean;
  /** The newest form of values that this program reads. */
  readonly schema: number;
  /** Epoch ms. */
  readonly now: number;
}

export interface Restored {
  /** With the epoch that it has from now on, and the digest that the backup was compared with. */
  readonly content: CheckedFile;
  /** Where what was there is kept; null: there was nothing. */
  readonly kept: string | null;
}

/** Takes as long as reading the file three times. @throws unavailable, conflict: there is a store, and it is not forced */
export function restoreFile({ from, directory, isForced, schema, now }: Restoring): Restored {
  const file = join(resolve(directory), "drawbridge.db");
  refuseUnfinished(from, file);
  refuseNewer(from, checkFile(from, named(from)), schema);
  let held: Held | undefined;
  try {
    makeFile(file);
    held = hold(file, isForced);
    const content = prepareCopy(from, restoringFile(file));
    const kept = held.hasContent ? keptName(file, now) : null;
    putInPlace(file, kept, held);
    return { content, kept };
  } catch (error) {
    throw explain(error, file);
  } finally {
    // Without the lock they may be another process's.
    if (held) dropDatabase(restoringFile(file));
    held?.db?.close();
  }
}

function named(from: string): CheckedName {
  return { name: from, advice: "Restore another backup; nothing was changed." };
}

/** Beside a store that is in use lies what is not in its file yet: a copy of the file alone is no backup. */
function refuseUnfinished(from: string, file: string): void {
  if (existsSync(from) && existsSync(file) && realpathSync(from) === realpathSync(file)) {
    throw new DrawbridgeError("unavailable", `${from} is the store itself: there is nothing to restore.`);
  }
  if (fileSize(`${from}-wal`) === 0) return;
  throw new DrawbridgeError(
    "unavailable",
    `${from} is a store that was not closed, and not a backup: ${from}-wal has what is not in it yet. Make a backup of it with backup --local.`,
  );
}

function refuseNewer(from: string, content: CheckedFile, schema: number): void {
  if (content.revision === 0) throw new NotTransient(`${from} is the backup of an empty store.`);
  if (content.schema <= schema) return;
  throw new NotTransient(`${from} has values of a newer Drawbridge: take that version to it.`);
}

interface Held {
  /** Has the lock; null: what is there is no database any more, which nobody can hold. */
  readonly db: DatabaseSync | null;
  readonly hasContent: boolean;
}

/** @throws unavailable: another process has it; conflict: something is there */
function hold(file: string, isForced: boolean): Held {
  const db = connect(file);
  try {
    lock(db, file);
    dropLeftovers(file);
    refuseOldSqlite(String(db.prepare("select sqlite_version() as version").get()?.version));
    // Of a newer program, too: going back to an older one takes a backup of that.
    refuseOtherProgram(db, file);
    const hasContent = currentForm(db) > 0;
    const revision = hasContent ? Number(db.prepare("select revision from head").get()?.revision) : 0;
    if (revision > 0 && !isForced) throw isThere(file, `has a store at revision ${revision}`);
    // Closes the write-ahead log: from here on everything is in the one file.
    db.exec("pragma journal_mode = delete");
    return { db, hasContent };
  } catch (error) {
    db.close();
    const code = primaryCode(error);
    if (code === null || !damage.includes(code)) throw error;
    if (!isForced) throw isThere(file, "has a damaged store");
    return { db: null, hasContent: true };
  }
}

/** SQLite's codes of a file that is none of its own any more. */
const damage: readonly number[] = [11, 26];

function isThere(file: string, what: string): DrawbridgeError {
  return new DrawbridgeError(
    "conflict",
    `${dirname(file)} ${what}. With --force the backup takes its place, and it is kept beside it under another name.`,
  );
}

/** The backup as it is to be: in the present form, with an epoch of its own, and without what must not come back. */
function prepareCopy(from: string, copy: string): CheckedFile {
  dropDatabase(copy);
  copyFileSync(from, copy, constants.COPYFILE_EXCL);
  chmodSync(copy, 0o600);
  // Bytes that were read twice may differ.
  const { digest } = checkFile(copy, named(from));
  dropDigest(copy);
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
  return { ...checkFile(copy, named(from)), digest };
}

/** @throws NotTransient: the values of a backup without a digest may be damaged so that no migration can read them */
function migrateCopy(db: DatabaseSync, from: string): void {
  try {
    carryOut(db, readMigrations(ownMigrations).slice(currentForm(db)));
  } catch (error) {
    // 1: the statement meets a value that is no JSON. Other codes have sentences of their own.
    if (resultCode(error) !== 1) throw error;
    const { name, advice } = named(from);
    throw new NotTransient(`${name} is damaged: ${(error as Error).message}. ${advice}`, error);
  }
}

/** Sessions that were ended since, links that were used since, and results of requests to another epoch. */
const renewal = `
  update head set epoch = lower(hex(randomblob(8)));
  delete from sessions; delete from account_links; delete from idempotency`;

/** The later of two restores within a second takes the name of the next second. */
function keptName(file: string, now: number): string {
  const name = `${file}.replaced-${timeInName(now)}`;
  const isTaken = ["", "-wal", "-journal"].some((end) => existsSync(`${name}${end}`));
  return isTaken ? keptName(file, now + 1000) : name;
}

/** At every moment there is a store of that name. `dropLeftovers` undoes what a kill interrupts. */
function putInPlace(file: string, kept: string | null, { db }: Held): void {
  if (kept !== null) linkSync(file, kept);
  for (const end of ["-wal", "-journal"]) {
    if (!existsSync(`${file}${end}`)) continue;
    // Beside another database it would be taken for that one's. A whole database has everything in the one file by now.
    if (kept !== null && db === null) renameSync(`${file}${end}`, `${kept}${end}`);
    else rmSync(`${file}${end}`);
  }
  // Belongs to the former store: it must not answer reads when this one cannot be read.
  rmSync(join(dirname(file), nodeCopyName), { force: true });
  renameSync(restoringFile(file), file);
  syncDirectory(dirname(file));
}
