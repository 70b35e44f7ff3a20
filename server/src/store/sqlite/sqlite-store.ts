/** One file, one process, every commit on the disk before it is acknowledged. */
import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { StoreBackup } from "../backup.ts";
import { readMigrations } from "../sql/migrations.ts";
import type { Sql } from "../sql/sql.ts";
import { inSteps } from "../sql/sql-compaction.ts";
import { SqlStore } from "../sql/sql-store.ts";
import type { CommitInput, Compaction, CompactionOptions, Store } from "../store.ts";
import { refuseLostTables, refuseLostVolume } from "./lost-volume.ts";
import { SqliteBackup } from "./sqlite-backup.ts";
import { numberOf } from "./sqlite-check.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { explainOpening } from "./sqlite-error.ts";
import { connect, createDatabaseFile, databaseFile, makeDurable, refuseOldSqlite } from "./sqlite-file.ts";
import { dropLeftovers } from "./sqlite-leftovers.ts";
import { announce, lock, withdraw } from "./sqlite-lock.ts";
import { computeChangeChecksum } from "./sqlite-log-comparison.ts";
import { migrate, ownMigrations, readMigrationNumber, refuseForeign } from "./sqlite-migrate.ts";
import { checkRows, DamagedDatabase } from "./sqlite-rows.ts";

interface SqliteStoreOptions {
  readonly directory: string;
  readonly listening?: string;
  readonly migrations?: string;
}

/**
 * Migrates the database and holds it until `close`.
 * @throws unavailable (held by another process, damaged, newer than this program, disk or permissions)
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const file = databaseFile(options.directory);
  if (refused?.file === file && refused.state === stateOf(file)) throw refused.error;
  refused = null;
  try {
    refuseLostVolume(file);
    return open(file, options);
  } catch (error) {
    throw explainOpening(error, file);
  }
}

/** A process that answers from its snapshot would block if each attempt checked a damaged database again. */
let refused: { readonly file: string; readonly state: string; readonly error: DamagedDatabase } | null = null;

function open(file: string, options: SqliteStoreOptions): Store {
  let db: DatabaseSync | undefined;
  try {
    createDatabaseFile(file);
    db = connect(file);
    return new SqliteStore(db, file, prepare(db, file, options));
  } catch (error) {
    db?.close();
    if (error instanceof DamagedDatabase) refused = { file, state: stateOf(file), error };
    throw error;
  }
}

function stateOf(file: string): string {
  const { ino, size, mtimeNs } = statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {};
  return [ino, size, mtimeNs].join(" ");
}

/** Returns the number of rebuilt rows. */
function prepare(db: DatabaseSync, file: string, options: SqliteStoreOptions): number {
  const migrations = readMigrations(options.migrations ?? ownMigrations);
  // Locks first: any other access to the file would wait for the other process as well.
  lock(db, file);
  refuseOldSqlite(String(db.prepare("select sqlite_version() as version").get()?.version));
  refuseForeign(db, file, migrations);
  if (readMigrationNumber(db) === 0) refuseLostTables(file);
  makeDurable(db, file);
  dropLeftovers(file);
  migrate(db, file, migrations);
  const rebuilt = checkRows(db, file);
  announce(file, options.listening);
  return rebuilt;
}

/** Reads and commits wait for a step. */
const pace = { time: 12, first: 100, longest: 5_000 };

/** Value of `pragma auto_vacuum`. */
const incremental = 2;

export class SqliteStore extends SqlStore {
  readonly format: number;
  readonly rebuilt: number;
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #connection: SqliteConnection;
  readonly #backup: SqliteBackup;
  #closing: Promise<void> | null = null;

  constructor(db: DatabaseSync, file: string, rebuilt = 0) {
    const connection = new SqliteConnection(db, file);
    // Removes an erased person from the write-ahead log as well.
    super(connection, pace, () => connection.use(() => db.exec("pragma wal_checkpoint(truncate)")));
    this.#db = db;
    this.rebuilt = rebuilt;
    this.format = readMigrationNumber(db);
    this.#file = file;
    this.#connection = connection;
    this.#backup = new SqliteBackup(db, file, connection);
  }

  /** No other process can open the file. */
  watch(): () => void {
    return () => {};
  }

  checkWritable(): Promise<void> {
    return this.#connection.checkWritable();
  }

  override async compact(before: number, options?: CompactionOptions): Promise<Compaction> {
    // A checkpoint with a thousand pages to write would be the longest step of all.
    await this.#connection.use(() => this.#db.exec("pragma wal_autocheckpoint = 200"));
    try {
      return await super.compact(before, options);
    } finally {
      if (this.#db.isOpen) this.#db.exec("pragma wal_autocheckpoint = 1000");
    }
  }

  async backup(): Promise<StoreBackup> {
    await this.#connection.use(() => undefined);
    return this.#backup.make();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#backup.end();
    await this.#connection.use(() => {
      try {
        withdraw(this.#file);
      } finally {
        this.#db.close();
      }
    });
  }

  protected async writeLog(sql: Sql, input: CommitInput, revision: number): Promise<void> {
    const { id: commitId = null, at, actor, reason, overridden, undone = null, restored = null, changes } = input;
    await sql.run(addCommit, [revision, at, actor, reason, JSON.stringify(overridden), commitId, undone, restored]);
    for (const project of new Set(changes.map((change) => change.project)))
      await sql.run("insert into project_commits (project, revision, actor) values ($1, $2, $3)", [project, revision, actor]);
    for (const { project, kind, id, schema, value } of changes) {
      const change = [revision, project, kind, id, schema, value];
      await sql.run(addChange, [...change, computeChangeChecksum(change)]);
      if (value === null) await sql.run(deleteRow, [project, kind, id]);
      else await sql.run(putRow, [project, kind, id, schema, value, revision]);
      await this.#connection.giveWay();
    }
  }

  /** Freed is null if the file's `auto_vacuum` was changed: it keeps its size. */
  protected override async shrink(deadline: number): Promise<Pick<Compaction, "freed" | "more">> {
    const use = this.#connection.use.bind(this.#connection);
    const pages = (name: string) => numberOf(this.#db, `pragma ${name}`);
    const before = await use(() => pages("page_count"));
    if ((await use(() => pages("auto_vacuum"))) !== incremental) return { freed: null, more: false };
    const isWhole = await inSteps(pace, deadline, (size) =>
      use(() => {
        this.#db.exec(`pragma incremental_vacuum(${size})`);
        return pages("freelist_count") > 0;
      }),
    );
    const freed = await use(() => {
      // The file itself shrinks only when the write-ahead log is written back.
      this.#db.exec("pragma wal_checkpoint(truncate)");
      return (before - pages("page_count")) * pages("page_size");
    });
    return { freed, more: !isWhole };
  }
}

const addCommit = `
  insert into commits (revision, at, actor, reason, overridden, commit_id, undone, restored) values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const addChange = `
  insert into changes (revision, project, kind, id, schema, value, checksum) values ($1, $2, $3, $4, $5, $6, $7)`;
const deleteRow = "delete from resources where project = $1 and kind = $2 and id = $3";
const putRow = `
  insert into resources (project, kind, id, schema, value, revision) values ($1, $2, $3, $4, $5, $6)
  on conflict do update set schema = excluded.schema, value = excluded.value, revision = excluded.revision`;
