import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { readMigrations } from "../sql/migrations.ts";
import { type TableCopy, type Tuple, tables } from "../tables.ts";
import { type SourceImage, SqlImage, schemaMismatch, targetNotEmpty } from "../transfer.ts";
import { replicaName } from "./lost-volume.ts";
import { refuseDamaged } from "./sqlite-check.ts";
import { sqliteDialect, sqlOn } from "./sqlite-connection.ts";
import { explain } from "./sqlite-error.ts";
import { connect, createDatabaseFile, databaseFile, refuseOldSqlite } from "./sqlite-file.ts";
import { lock } from "./sqlite-lock.ts";
import { computeChangeChecksum } from "./sqlite-log-comparison.ts";
import { ownMigrations, readMigrationNumber, refuseOtherProgram, runMigrations } from "./sqlite-migrate.ts";

/** @throws unavailable: there is none, another process has it, or it has another form */
export function sqliteSource(directory: string): SourceImage {
  const file = databaseFile(directory);
  if (!existsSync(file)) throw new DrawbridgeError("unavailable", `There is no store in ${directory}.`);
  return opened(file, (db) => {
    const [form, known] = [readMigrationNumber(db), readMigrations(ownMigrations).length];
    if (form !== known) throw schemaMismatch(`The database ${file}`, form, known);
    return imageOf(db, file);
  });
}

/** @throws unavailable; conflict: the directory is not empty */
export function sqliteTarget(directory: string): SqlImage {
  const file = databaseFile(directory);
  try {
    createDatabaseFile(file);
  } catch (error) {
    throw explain(error, file);
  }
  return opened(file, (db) => {
    // One transaction writes everything: a write-ahead log would store it twice.
    db.exec("pragma journal_mode = delete; pragma synchronous = full");
    const migrations = readMigrations(ownMigrations);
    const form = readMigrationNumber(db);
    if (form > migrations.length) throw schemaMismatch(`The database ${file}`, form, migrations.length);
    if (form > 0 && !isEmpty(db)) throw targetNotEmpty(directory);
    runMigrations(db, migrations.slice(form));
    db.exec("begin immediate");
    return imageOf(db, file);
  });
}

function opened<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = connect(file);
  try {
    lock(db, file);
    refuseOldSqlite(String(db.prepare("select sqlite_version() as version").get()?.version));
    refuseOtherProgram(db, file);
    return work(db);
  } catch (error) {
    db.close();
    throw explain(error, file);
  }
}

/** An older form has no table that the current one lacks. */
function isEmpty(db: DatabaseSync): boolean {
  const there = new Set(
    db
      .prepare("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => name),
  );
  return tables.filter(({ name }) => there.has(name)).every(({ name }) => !db.prepare(`select 1 from ${name} limit 1`).get());
}

function imageOf(db: DatabaseSync, file: string): SqlImage {
  return new SqlImage({
    place: `The database ${file}`,
    sql: sqlOn(db),
    dialect: sqliteDialect,
    explain: (error) => explain(error, file),
    ownColumns,
    async commit() {
      refuseDamaged(db, file);
      // Belongs to the former store: it must not answer reads when this one cannot be read.
      rmSync(join(dirname(file), replicaName), { force: true });
      db.exec("commit");
    },
    async close() {
      if (!db.isOpen) return;
      if (db.isTransaction) db.exec("rollback");
      db.close();
    },
  });
}

export function ownColumns({ name }: TableCopy): { readonly names: readonly string[]; of(row: Tuple): Tuple } {
  const of = (change: Tuple) => [computeChangeChecksum(change)];
  return name === "changes" ? { names: ["checksum"], of } : { names: [], of: () => [] };
}
