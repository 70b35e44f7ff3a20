/** A backup in the place of a store: under a new epoch, whole or not at all, and with what was there kept beside it. */
import { chmodSync, constants, copyFileSync, existsSync, linkSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DrawbridgeError } from "../../domain/errors.ts";
import type { BackupContent } from "../backup.ts";
import { checkFile } from "./sqlite-check.ts";
import { explain, resultCode } from "./sqlite-error.ts";
import { connect, makeFile, refuseOldSqlite, syncDirectory, syncFile } from "./sqlite-file.ts";
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
  /** With the epoch that it has from now on. */
  readonly content: BackupContent;
  /** Where what was there is kept; null: there was nothing. */
  readonly kept: string | null;
}

/** Takes as long as reading the file three times. @throws unavailable, conflict: there is a store, and it is not forced */
export function restoreFile({ from, directory, isForced, schema, now }: Restoring): Restored {
  const file = join(resolve(directory), "drawbridge.db");
  refuseUnfinished(from, file);
  refuseNewer(from, checkFile(from), schema);
  let held: Held | undefined;
  try {
    makeFile(file);
    held = hold(file, isForced);
    const content = prepareCopy(from, preparedFile(file));
    const kept = held.hasContent ? `${file}.replaced-${timeInName(now)}` : null;
    putInPlace(file, kept);
    return { content, kept };
  } catch (error) {
    throw explain(error, file);
  } finally {
    rmSync(preparedFile(file), { force: true });
    held?.db?.close();
  }
}

function preparedFile(file: string): string {
  return `${file}.restoring`;
}

/** Beside a store that is in use lies what is not in its file yet: a copy of the file alone is no backup. */
function refuseUnfinished(from: string, file: string): void {
  if (existsSync(from) && existsSync(file) && realpathSync(from) === realpathSync(file)) {
    throw new DrawbridgeError("unavailable", `${from} is the store itself: there is nothing to restore.`);
  }
  if ((statSync(`${from}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw new DrawbridgeError(
    "unavailable",
    `${from} is a store that was not closed, and not a backup: ${from}-wal has what is not in it yet. Make a backup of it with backup --local.`,
  );
}

function refuseNewer(from: string, content: BackupContent, schema: number): void {
  if (content.revision === 0) throw new DrawbridgeError("unavailable", `${from} is the backup of an empty store.`);
  if (content.schema <= schema) return;
  throw new DrawbridgeError("unavailable", `${from} has values of a newer Drawbridge: take that version to it.`);
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
    const code = resultCode(error);
    if (code === null || !damage.includes(code & 0xff)) throw error;
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
function prepareCopy(from: string, copy: string): BackupContent {
  rmSync(copy, { force: true });
  copyFileSync(from, copy, constants.COPYFILE_EXCL);
  chmodSync(copy, 0o600);
  const db = connect(copy);
  try {
    db.exec("pragma locking_mode = exclusive; pragma journal_mode = delete; pragma secure_delete = on");
    carryOut(db, readMigrations(ownMigrations).slice(currentForm(db)));
    db.exec(`begin immediate; ${renewal}; commit`);
  } finally {
    db.close();
  }
  syncFile(copy);
  // What was copied may be other than what was looked at first.
  return checkFile(copy);
}

/** Sessions that were ended since, links that were used since, and results of requests to another epoch. */
const renewal = `
  update head set epoch = lower(hex(randomblob(8)));
  delete from sessions; delete from account_links; delete from idempotency`;

/** At every moment there is a store of that name. */
function putInPlace(file: string, kept: string | null): void {
  if (kept !== null) {
    // Where the one there is damaged. Beside another file it would be taken for that one's.
    for (const end of ["-wal", "-journal"]) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${kept}${end}`);
    linkSync(file, kept);
  }
  renameSync(preparedFile(file), file);
  syncDirectory(dirname(file));
}
