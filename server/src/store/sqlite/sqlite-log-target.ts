/** A store built in a new file from a log's rows, in any order. Values, commits by project and claims follow from them. */
import { closeSync, openSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { NotTransient } from "drawbridge-rules/values/errors.ts";
import type { BackupContent } from "../backup.ts";
import { readMigrations } from "../sql/migrations.ts";
import type { Change, CommitInput } from "../store.ts";
import type { TableCopy, Tuple } from "../tables.ts";
import { SqlImage } from "../transfer.ts";
import { checkFileInThread, newerFormat } from "./sqlite-check.ts";
import { sqliteDialect, sqlOn } from "./sqlite-connection.ts";
import { explain, resultCode } from "./sqlite-error.ts";
import { connect, refuseOldSqlite, syncFile } from "./sqlite-file.ts";
import { ownColumns } from "./sqlite-image.ts";
import { dropDatabase } from "./sqlite-leftovers.ts";
import { lock } from "./sqlite-lock.ts";
import { credentialKinds } from "./sqlite-log-comparison.ts";
import { ownMigrations, runMigrations } from "./sqlite-migrate.ts";
import { rowsOfLog } from "./sqlite-rows.ts";
import { SqliteStore } from "./sqlite-store.ts";

export interface LogFacts {
  readonly place: string;
  readonly epoch: string;
  readonly floor: number;
  /** Number of the last migration of the tables that the rows are from. */
  readonly format: number;
  /** Commits by project are among the rows up to this revision, and follow from the log later. */
  readonly listed: number;
}

/** A commit that changes nothing, for the history of every project. */
export type RestoreNote = Required<Pick<CommitInput, "id" | "at" | "reason">>;

/** Rows of a table, and characters of all rows, in one batch. */
const maxRows = 1_000;
const maxText = 1_000_000;

export class SqliteLogTarget {
  rows = 0;
  readonly #file: string;
  readonly #facts: LogFacts;
  readonly #db: DatabaseSync;
  readonly #image: SqlImage;
  readonly #pending = new Map<TableCopy, Tuple[]>();
  #text = 0;

  /** @param file replaced if it exists. @throws unavailable */
  constructor(file: string, facts: LogFacts) {
    this.#file = file;
    this.#facts = facts;
    const migrations = readMigrations(ownMigrations);
    if (facts.format > migrations.length) throw newerFormat(facts.place, facts.format, migrations.length);
    dropDatabase(file);
    closeSync(openSync(file, "wx", 0o600));
    this.#db = connect(file);
    lock(this.#db, file);
    // An interruption drops the file, so it needs no journal before it is complete.
    this.#db.exec("pragma journal_mode = off; pragma synchronous = off; pragma secure_delete = on; pragma cache_size = -65536");
    refuseOldSqlite(String(this.#db.prepare("select sqlite_version() as version").get()?.version));
    runMigrations(this.#db, migrations.slice(0, facts.format));
    this.#db.exec("pragma foreign_keys = off; begin immediate");
    this.#image = new SqlImage({
      place: facts.place,
      sql: sqlOn(this.#db),
      dialect: sqliteDialect,
      explain: (error) => this.#explain(error),
      ownColumns,
      close: async () => undefined,
    });
  }

  /** Null empties the table. @param text characters of the row @throws unavailable: also if no store could have such a row */
  async add({ table, row }: { readonly table: TableCopy; readonly row: Tuple | null }, text: number): Promise<void> {
    const rows = row === null ? [] : (this.#pending.get(table) ?? []);
    this.#pending.set(table, rows);
    if (row === null) {
      this.#db.exec(`delete from ${table.name}`);
      return;
    }
    rows.push(row);
    this.rows++;
    this.#text += text;
    if (rows.length >= maxRows || this.#text >= maxText) await this.flush();
  }

  /** @throws unavailable */
  async flush(): Promise<void> {
    for (const [table, rows] of this.#pending) if (rows.length > 0) await this.#image.write(table, rows);
    this.#pending.clear();
    this.#text = 0;
  }

  /** @param instant epoch ms. 0 means no commit was there by then. */
  revisionAt(instant: number): number {
    const found = this.#db.prepare("select coalesce(max(revision), 0) as revision from commits where at <= ?").get(instant);
    return Number(found?.revision);
  }

  /** Drops later commits. The result is about the store before the note. @throws unavailable: the rows are not a store's */
  async finish(revision: number, epoch: string, { id, at, reason }: RestoreNote): Promise<BackupContent> {
    const { place, floor, listed, format } = this.#facts;
    let committedAt: number | null = null;
    try {
      this.#db.exec(`${cut(revision)}; ${floor === 0 ? realClaims : ""}; ${derivedRows(listed)}; commit`);
      const head = this.#db.prepare("update head set epoch = ?, revision = ?, floor = ?, renewed_from = ?");
      head.run(epoch, revision, floor, this.#facts.epoch);
      this.#db.exec("pragma incremental_vacuum");
      runMigrations(this.#db, readMigrations(ownMigrations).slice(format));
      const last = this.#db.prepare("select at from commits where revision = ?").get(revision);
      committedAt = last === undefined ? null : Number(last.at);
      const changes = this.#db.prepare(firstRows).all() as unknown as Change[];
      const note = { id, at, actor: "system", reason, overridden: [], expect: [], changes };
      if (changes.length > 0) await new SqliteStore(this.#db, this.#file).commit(note);
    } catch (error) {
      throw this.#explain(error);
    } finally {
      this.close();
    }
    syncFile(this.#file);
    const content = await checkFileInThread(this.#file, { name: place, advice: "Nothing was changed." });
    return { ...content, revision, committedAt };
  }

  /** May be called twice. */
  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  /** A row that the tables refuse is no problem of the disk or the file. */
  #explain(error: unknown): unknown {
    const explained = explain(error, this.#file);
    if (explained !== error || resultCode(error) === null) return explained;
    return new NotTransient(`${this.#facts.place} is damaged: ${(error as Error).message}.`, error);
  }
}

/** Also drops the claims of keys and tokens that this revision did not have. */
function cut(revision: number): string {
  const isAfter = `revision > ${revision}`;
  return `
    delete from claims where ${inLog(`changes.${isAfter}`)} and not ${inLog(`changes.revision <= ${revision}`)};
    ${["project_commits", "changes", "commits"].map((table) => `delete from ${table} where ${isAfter}`).join("; ")}`;
}

/** True if the log has the key or the token of a claim in one of those changes. */
function inLog(condition: string): string {
  return `exists (
    select 1 from changes where changes.project = claims.project and changes.id = claims.id and kind in ${credentialKinds}
      and value is not null and json_extract(value, '$.hash') = claims.text and ${condition})`;
}

/** Not after a compaction, which drops the log of deleted keys: their claims stay. */
const realClaims = `delete from claims where not ${inLog("true")}`;

const rowColumns = "project, kind, id, schema, value, revision";

/**
 * Claims are newer or older than the log by seconds: those of current keys and tokens follow from it.
 * @param listed commits by project are there up to this revision
 */
function derivedRows(listed: number): string {
  return `
    insert into project_commits (project, revision, actor)
      select distinct project, revision, actor from changes join commits using (revision) where revision > ${listed};
    insert into resources (${rowColumns}) ${rowsOfLog};
    insert or replace into claims (text, project, id, imported)
      select json_extract(value, '$.hash'), project, id, coalesce(json_extract(value, '$.imported'), 0)
      from resources where kind in ${credentialKinds}`;
}

/** One row of each project, in the form of a change. */
const firstRows = `
  select project, kind, id, schema, value from (
    select *, row_number() over (partition by project order by kind <> 'project', kind, id) as place from resources)
  where place = 1`;
