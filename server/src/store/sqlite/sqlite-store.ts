/** The embedded store: one file, one process, every commit on the disk before it is acknowledged. */
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Kind } from "drawbridge-rules/project/kind.ts";
import { runSteps, type Steps } from "drawbridge-rules/values/steps.ts";
import type { Accounts } from "../accounts.ts";
import type { StoreBackup } from "../backup.ts";
import { computeChangeChecksum } from "../change-checksum.ts";
import {
  checkCommit,
  checkFollowing,
  checkLogPage,
  checkName,
  checkNotCompacted,
  checkPage,
  continuesLog,
  expectationFailed,
  hasLostCommits,
  idempotencyConflict,
  idempotencyLife,
  keyInUse,
  LogMismatch,
} from "../commit-rules.ts";
import type {
  Claim,
  Commit,
  CommitInput,
  CommitMark,
  CommitNames,
  Compaction,
  CompactionOptions,
  Head,
  HistoryPage,
  IdempotencyRecord,
  LogEnd,
  LoggedCommit,
  LogPage,
  Row,
  Store,
  StoredProject,
  StoreEnd,
  WholeStore,
} from "../store.ts";
import { refuseLostTables, refuseLostVolume } from "./lost-volume.ts";
import { SqliteAccounts } from "./sqlite-accounts.ts";
import { SqliteBackup } from "./sqlite-backup.ts";
import { SqliteCompaction } from "./sqlite-compaction.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import { explainOpening } from "./sqlite-error.ts";
import { connect, createDatabaseFile, makeDurable, refuseOldSqlite } from "./sqlite-file.ts";
import { SqliteHistory } from "./sqlite-history.ts";
import { SqliteLastUsed } from "./sqlite-last-used.ts";
import { dropLeftovers } from "./sqlite-leftovers.ts";
import { announce, lock, withdraw } from "./sqlite-lock.ts";
import { migrate, ownMigrations, readMigrationNumber, readMigrations, refuseForeign } from "./sqlite-migrate.ts";
import { checkRows, DamagedDatabase } from "./sqlite-rows.ts";
import { prepareStatements, type Statements } from "./sqlite-statements.ts";
import { SqliteUsage } from "./sqlite-usage.ts";

interface SqliteStoreOptions {
  /** Created if missing. */
  readonly directory: string;
  /** Address of this process, shown to a second one that wants the same directory. */
  readonly listening?: string;
  /** Directory of migrations to use instead of the program's own. */
  readonly migrations?: string;
}

/**
 * Opens the database of a directory, migrates it to the current form and holds it until `close`.
 * @throws unavailable (held by another process, damaged, newer than this program, disk or permissions)
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const file = join(resolve(options.directory), "drawbridge.db");
  if (refused?.file === file && refused.state === stateOf(file)) throw refused.error;
  refused = null;
  try {
    refuseLostVolume(file);
    return open(file, options);
  } catch (error) {
    throw explainOpening(error, file);
  }
}

/** The last damaged database: checking it again at each attempt would block a process that answers from its snapshot. */
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

/** Maximum changes of a commit written in one turn: a change costs about 15 µs. */
const manyChanges = 200;

export class SqliteStore implements Store {
  readonly accounts: Accounts;
  readonly lastUsed: SqliteLastUsed;
  readonly usage: SqliteUsage;
  readonly format: number;
  readonly rebuilt: number;
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #connection: SqliteConnection;
  readonly #sql: Statements;
  readonly #history: SqliteHistory;
  readonly #compaction: SqliteCompaction;
  readonly #backup: SqliteBackup;

  constructor(db: DatabaseSync, file: string, rebuilt = 0) {
    this.#db = db;
    this.rebuilt = rebuilt;
    this.format = readMigrationNumber(db);
    this.#file = file;
    this.#sql = prepareStatements(db);
    this.#history = new SqliteHistory(db);
    this.#connection = new SqliteConnection(db, file);
    this.#compaction = new SqliteCompaction(db, this.#connection);
    this.#backup = new SqliteBackup(db, file, this.#connection);
    this.accounts = new SqliteAccounts(db, this.#connection);
    this.lastUsed = new SqliteLastUsed(db, this.#connection);
    this.usage = new SqliteUsage(db, this.#connection);
  }

  async head(): Promise<Head> {
    return this.#connection.use(() => this.#head());
  }

  async end(): Promise<StoreEnd> {
    return this.#connection.use(() => this.#end());
  }

  async commitAt(revision: number): Promise<CommitMark | null> {
    return this.#connection.use(() => this.#commitAt(revision));
  }

  async renewEpoch(known: LogEnd, epoch: string): Promise<boolean> {
    return this.#connection.use(() =>
      this.#connection.transaction(() => {
        if (!hasLostCommits(this.#head(), this.#commitAt(known.head.revision), known)) return false;
        this.#sql.renew.run(epoch);
        return true;
      }),
    );
  }

  async rows(project?: string): Promise<Row[]> {
    if (project === undefined) return this.#connection.use(() => readAllRows(this.#sql.rows));
    checkName(project);
    return this.#connection.use(() => readTuples(this.#sql.rowsOfProject, project).map(toRow));
  }

  async project(project: string): Promise<StoredProject> {
    checkName(project);
    return this.#connection.use(() => ({
      head: this.#head(),
      revision: this.#touched(project),
      rows: readTuples(this.#sql.rowsOfProject, project).map(toRow),
    }));
  }

  async rowsAt(project: string, revision: number): Promise<Row[]> {
    checkName(project);
    return this.#connection.use(() => {
      checkNotCompacted(revision, this.#history.floor());
      return readTuples(this.#sql.rowsAt, project, revision).map(toRow);
    });
  }

  async projectRevision(project: string): Promise<number> {
    checkName(project);
    return this.#connection.use(() => this.#touched(project));
  }

  async commit(input: CommitInput): Promise<Head> {
    checkCommit(input);
    const steps = () => this.#commitSteps(input);
    if (input.changes.length > manyChanges) return this.#connection.longTransaction(steps);
    return this.#connection.use(() => this.#connection.transaction(() => runSteps(steps())));
  }

  async claimTo(text: string): Promise<Claim | null> {
    checkName(text);
    return this.#connection.use(() => toClaim(this.#sql.claimTo.get(text)));
  }

  async claimOf(project: string, id: string): Promise<Claim | null> {
    checkName(project);
    checkName(id);
    return this.#connection.use(() => toClaim(this.#sql.claimOf.get(project, id)));
  }

  async history(project: string, page: HistoryPage): Promise<Commit[]> {
    checkName(project);
    checkPage(page);
    return this.#connection.use(() => this.#history.of(project, page));
  }

  async commitsAfter(revision: number, page: LogPage): Promise<CommitNames[]> {
    checkLogPage(page);
    return this.#connection.use(() => this.#history.after(revision, page));
  }

  async whole(): Promise<WholeStore> {
    return this.#connection.use(() => ({ ...this.#end(), rows: readAllRows(this.#sql.rows) }));
  }

  async changesAfter(revision: number, limit: number): Promise<LoggedCommit[] | null> {
    checkFollowing(revision, limit);
    return this.#connection.use(() => {
      if (revision < this.#history.floor() || revision > this.#head().revision) return null;
      return this.#history.changesAfter(revision, limit);
    });
  }

  /** No other process can open the file. */
  watch(): () => void {
    return () => {};
  }

  checkWritable(): Promise<void> {
    return this.#connection.checkWritable();
  }

  async floor(): Promise<number> {
    return this.#connection.use(() => this.#history.floor());
  }

  async compact(before: number, { dryRun = false, within }: CompactionOptions = {}): Promise<Compaction> {
    return this.#compaction.run(before, dryRun, within ?? Number.POSITIVE_INFINITY);
  }

  async recall(key: string, now: number): Promise<IdempotencyRecord | null> {
    checkName(key);
    const record = await this.#connection.use(() => this.#sql.recall.get(key, now - idempotencyLife));
    return record ? ({ ...record } as unknown as IdempotencyRecord) : null;
  }

  async secret(name: string): Promise<string> {
    checkName(name);
    return this.#connection.use(() => {
      const kept = this.#sql.secret.get(name);
      if (kept) return String(kept.value);
      const made = randomBytes(32).toString("base64url");
      this.#sql.addSecret.run(name, made);
      return made;
    });
  }

  async backup(): Promise<StoreBackup> {
    await this.#connection.use(() => undefined);
    return this.#backup.make();
  }

  async close(): Promise<void> {
    await this.#backup.end();
    if (!this.#db.isOpen) return;
    await this.#connection.idle();
    if (!this.#db.isOpen) return;
    try {
      withdraw(this.#file);
    } finally {
      this.#db.close();
    }
  }

  #head(): Head {
    return { ...this.#sql.head.get() } as unknown as Head;
  }

  #end(): StoreEnd {
    const head = this.#head();
    const { renewedFrom } = this.#sql.renewedFrom.get() as unknown as StoreEnd;
    return { head, last: this.#commitAt(head.revision), renewedFrom };
  }

  #commitAt(revision: number): CommitMark | null {
    const found = this.#sql.commitAt.get(revision);
    return found ? ({ ...found } as unknown as CommitMark) : null;
  }

  /** @throws LogMismatch */
  #checkFollows({ follows }: CommitInput): void {
    if (follows && !continuesLog(this.#head(), this.#commitAt(follows.head.revision), follows)) throw new LogMismatch();
  }

  #touched(project: string): number {
    return Number(this.#sql.projectRevision.get(project)?.revision);
  }

  #checkExpectations(input: CommitInput): void {
    for (const { project, revision } of input.expect) {
      const actual = this.#touched(project);
      if (actual !== revision) throw expectationFailed(project, revision, actual);
    }
  }

  *#commitSteps(input: CommitInput): Steps<Head> {
    this.#checkFollows(input);
    this.#checkExpectations(input);
    const head = { ...this.#sql.advance.get() } as unknown as Head;
    yield* this.#writeLog(input, head.revision);
    this.#writeClaims(input);
    this.#writeIdempotency(input);
    return head;
  }

  *#writeLog({ id: commitId, at, actor, reason, overridden, changes }: CommitInput, revision: number): Steps<void> {
    this.#sql.addCommit.run(revision, at, actor, reason, JSON.stringify(overridden), commitId ?? null);
    for (const project of new Set(changes.map((change) => change.project))) this.#sql.addProject.run(project, revision, actor);
    for (const { project, kind, id, schema, value } of changes) {
      const checksum = computeChangeChecksum(revision, project, kind, id, schema, value);
      this.#sql.addChange.run(revision, project, kind, id, schema, value, checksum);
      if (value === null) this.#sql.deleteRow.run(project, kind, id);
      else this.#sql.setRow.run(project, kind, id, schema, value, revision);
      yield;
    }
  }

  #writeClaims({ claim = [], release = [] }: CommitInput): void {
    for (const text of release) this.#sql.release.run(text);
    for (const { text, project, id, imported } of claim) {
      if (this.#sql.claim.run(text, project, id, Number(imported)).changes === 0) throw keyInUse();
    }
  }

  #writeIdempotency({ at, idempotency }: CommitInput): void {
    this.#sql.sweep.run(at - idempotencyLife);
    if (!idempotency) return;
    const { key, request, result } = idempotency;
    if (this.#sql.remember.run(key, request, result, at).changes === 0) throw idempotencyConflict();
  }
}

type Tuple = readonly [project: string, kind: Kind, id: string, schema: number, value: string, revision: number];

/** Rows per fetch: far faster than one by one, and the raw tuples of a large installation are never in memory together. */
const batch = 1000;

/** In order of project, kind and id. */
function readAllRows(statement: StatementSync): Row[] {
  const rows: Row[] = [];
  for (let after: readonly [string, string, string] = ["", "", ""]; ; ) {
    const tuples = readTuples(statement, ...after, batch);
    for (const tuple of tuples) rows.push(toRow(tuple));
    const last = tuples.at(-1);
    if (last === undefined || tuples.length < batch) return rows;
    after = [last[0], last[1], last[2]];
  }
}

function toClaim(row: ReturnType<StatementSync["get"]>): Claim | null {
  return row ? ({ ...row, imported: row.imported === 1 } as unknown as Claim) : null;
}

function readTuples(statement: StatementSync, ...values: (string | number)[]): Tuple[] {
  return statement.all(...values) as unknown as Tuple[];
}

function toRow([project, kind, id, schema, value, revision]: Tuple): Row {
  return { project, kind, id, schema, value, revision };
}
