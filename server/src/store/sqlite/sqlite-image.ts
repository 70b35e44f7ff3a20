/** The tables of a directory's database, read or filled by this process alone. */
import { existsSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { nodeCopyName } from "../node-copy-name.ts";
import {
  batchCharacters,
  columnNames,
  countCharacters,
  type ImageHead,
  keyColumns,
  type SourceImage,
  schemaMismatch,
  type TableCopy,
  type TargetImage,
  type Tuple,
  tables,
  targetNotEmpty,
} from "../transfer.ts";
import { refuseDamaged } from "./sqlite-check.ts";
import { explain } from "./sqlite-error.ts";
import { connect, createDatabaseFile, refuseOldSqlite } from "./sqlite-file.ts";
import { lock } from "./sqlite-lock.ts";
import { computeChangeChecksum } from "./sqlite-log-comparison.ts";
import { ownMigrations, readMigrationNumber, readMigrations, refuseOtherProgram, runMigrations } from "./sqlite-migrate.ts";

/** Maximum rows of a batch, however small they are. */
const maxRows = 2_000;

/** @throws unavailable: there is none, another process has it, or it has another form */
export function sqliteSource(directory: string): SourceImage {
  const file = fileIn(directory);
  if (!existsSync(file)) throw new DrawbridgeError("unavailable", `There is no store in ${directory}.`);
  return opened(file, (db) => {
    const [form, known] = [readMigrationNumber(db), readMigrations(ownMigrations).length];
    if (form !== known) throw schemaMismatch(`The database ${file}`, form, known);
    return new SqliteImage(db, file);
  });
}

/** Creates the directory if it is missing. @throws unavailable; conflict: the directory is not empty */
export function sqliteTarget(directory: string): TargetImage {
  const file = fileIn(directory);
  try {
    createDatabaseFile(file);
  } catch (error) {
    throw explain(error, file);
  }
  return opened(file, (db) => {
    // One transaction for everything: a write-ahead log would store it a second time.
    db.exec("pragma journal_mode = delete; pragma synchronous = full");
    const migrations = readMigrations(ownMigrations);
    const form = readMigrationNumber(db);
    if (form > migrations.length) throw schemaMismatch(`The database ${file}`, form, migrations.length);
    if (form > 0 && !isEmpty(db)) throw targetNotEmpty(directory);
    runMigrations(db, migrations.slice(form));
    db.exec("begin immediate");
    return new SqliteImage(db, file);
  });
}

function fileIn(directory: string): string {
  return join(resolve(directory), "drawbridge.db");
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

/** Also right for an older form: all its tables exist in the current one. */
function isEmpty(db: DatabaseSync): boolean {
  const there = new Set(
    db
      .prepare("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => name),
  );
  return tables.filter(({ name }) => there.has(name)).every(({ name }) => !db.prepare(`select 1 from ${name} limit 1`).get());
}

class SqliteImage implements TargetImage {
  readonly place: string;
  readonly #db: DatabaseSync;
  readonly #file: string;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
    this.place = `The database ${file}`;
  }

  async head(): Promise<ImageHead> {
    return this.#use(() => ({ ...this.#db.prepare("select epoch, revision, floor from head").get() }) as unknown as ImageHead);
  }

  async *rows(table: TableCopy): AsyncGenerator<Tuple[]> {
    const statement = this.#db.prepare(`select ${columnNames(table)} from ${table.name} order by ${keyColumns(table)}`);
    statement.setReturnArrays(true);
    const found = statement.iterate() as unknown as Iterator<SQLInputValue[]>;
    for (let isOver = false; !isOver; ) {
      const batch: Tuple[] = [];
      for (let characters = 0; characters < batchCharacters && batch.length < maxRows; ) {
        const next = this.#use(() => found.next());
        isOver = next.done === true;
        if (isOver) break;
        const row = fromSqlite(table, next.value);
        characters += countCharacters(row);
        batch.push(row);
      }
      if (batch.length > 0) yield batch;
    }
  }

  async write(table: TableCopy, rows: readonly Tuple[]): Promise<void> {
    const isLog = table.name === "changes";
    const names = isLog ? [...columnNames(table), "checksum"] : columnNames(table);
    const insert = this.#db.prepare(`insert into ${table.name} (${names}) values (${names.map(() => "?")})`);
    this.#use(() => {
      for (const row of rows) {
        const checksum = isLog ? [computeChangeChecksum(...(row as Parameters<typeof computeChangeChecksum>))] : [];
        insert.run(...row.map((value) => (typeof value === "boolean" ? Number(value) : value)), ...checksum);
      }
    });
  }

  async seal({ epoch, revision, floor }: ImageHead): Promise<void> {
    this.#use(() => {
      this.#db.prepare("update head set epoch = ?, revision = ?, floor = ?").run(epoch, revision, floor);
      refuseDamaged(this.#db, this.#file);
      // Belongs to the former store: it must not answer reads when this one cannot be read.
      rmSync(join(dirname(this.#file), nodeCopyName), { force: true });
      this.#db.exec("commit");
    });
  }

  async close(): Promise<void> {
    if (!this.#db.isOpen) return;
    if (this.#db.isTransaction) this.#db.exec("rollback");
    this.#db.close();
  }

  #use<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw explain(error, this.#file);
    }
  }
}

function fromSqlite({ columns }: TableCopy, row: readonly SQLInputValue[]): Tuple {
  return row.map((value, at) => (columns[at]?.[1] === "boolean" ? value !== 0 : value)) as unknown as Tuple;
}
