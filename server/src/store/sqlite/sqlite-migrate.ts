/** One transaction has a migration and its record, SQLite's `user_version`: the last number. */
import { closeSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { NeedsOperator } from "drawbridge-rules/values/errors.ts";
import { programFile } from "../../base/program-files.ts";
import { type Migration, newerStore } from "../sql/migrations.ts";
import { syncDirectory } from "./sqlite-file.ts";

export const ownMigrations = programFile("server/src/store/sqlite/migrations");

/** Only reads. @throws unavailable: the file belongs to a newer program, or to another one */
export function refuseForeign(db: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  refuseOtherProgram(db, file);
  const form = readMigrationNumber(db);
  if (form <= migrations.length) return;
  const remedy = "restore the copy that it made beside the database before it migrated it";
  throw newerStore(`The database ${file}`, form, migrations.length, requiredProgram(db), remedy);
}

/** A newer format may have this elsewhere. */
function requiredProgram(db: DatabaseSync): string | null {
  try {
    return String(db.prepare("select needs from head").get()?.needs ?? "of a newer version");
  } catch {
    return null;
  }
}

/** Only reads. @throws unavailable: the file does not belong to any version of Drawbridge */
export function refuseOtherProgram(db: DatabaseSync, file: string): void {
  const { application_id } = { ...db.prepare("pragma application_id").get() };
  const { tables } = { ...db.prepare("select count(*) as tables from sqlite_schema").get() };
  if (application_id !== drawbridge && (application_id !== 0 || tables !== 0)) {
    const message = `The database ${file} belongs to another program. Move it away, or choose another directory (DRAWBRIDGE_DATA).`;
    throw new NeedsOperator(message);
  }
}

/** Copies a database with content aside first. Close `db` if it throws. */
export function migrate(db: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  const form = readMigrationNumber(db);
  const missing = migrations.slice(form);
  if (form > 0 && missing[0]) copyAside(db, file, missing[0]);
  runMigrations(db, missing);
}

export function runMigrations(db: DatabaseSync, migrations: readonly Migration[]): void {
  for (const { number, sql } of migrations) {
    db.exec(`begin immediate; ${sql}\n; pragma user_version = ${number}; commit`);
  }
}

/** "Drbr" as a number; the first migration writes it into the file. */
export const drawbridge = 0x44726272;

/** The last completed one; 0 means none. */
export function readMigrationNumber(db: DatabaseSync): number {
  return Number(db.prepare("pragma user_version").get()?.user_version);
}

/** Only a complete copy gets the final name. */
function copyAside(db: DatabaseSync, file: string, next: Migration): void {
  const copy = `${file}.before-${next.name.slice(0, 4)}-${timeInName(Date.now())}`;
  const partial = `${copy}.partial`;
  try {
    // `vacuum into` writes into an empty file: the copy is private from its first byte on.
    closeSync(openSync(partial, "wx", 0o600));
    db.prepare("vacuum into ?").run(partial);
    renewEpoch(partial);
    renameSync(partial, copy);
    syncDirectory(dirname(copy));
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** A store restored from the copy counts the same revisions again, with other content. */
export function renewEpoch(copy: string): void {
  const db = new DatabaseSync(copy);
  // No file may remain beside it: content of a write-ahead log is not in the file.
  db.exec("pragma locking_mode = exclusive; pragma journal_mode = delete");
  db.exec("update head set epoch = lower(hex(randomblob(8)))");
  db.close();
}

/** `20261121T120000Z`. @param ms epoch */
export function timeInName(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "");
}
