/** Work on the only connection runs alone and in order: other work would read uncommitted data or join the transaction. */
import { statSync } from "node:fs";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { DrawbridgeError, NotTransient } from "drawbridge-rules/values/errors.ts";
import { remembered } from "drawbridge-rules/values/remembered.ts";
import { nextTurn } from "../../base/yielding-work.ts";
import { storeClosed } from "../commit-rules.ts";
import type { Database, Dialect, Sql, SqlValue, TransactionOptions } from "../sql/sql.ts";
import { damaged, explain, obstacleText, primaryCode, writeObstacle } from "./sqlite-error.ts";

export const sqliteDialect: Dialect = {
  position: "instr",
  elements: (parameter) => `json_each(${parameter})`,
  texts: (parameter) => `json_each(${parameter})`,
};

/** Milliseconds. */
const longestTurn = 5;

export class SqliteConnection implements Database {
  readonly dialect = sqliteDialect;
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #writability: SqliteWritability;
  readonly #sql: Sql;
  #isBusy = false;
  readonly #waiting: (() => void)[] = [];
  /** An online copy would copy what a transaction between turns has not committed. */
  #isCopying = false;
  /** Monotonic time at which an open transaction gives way. */
  #turnEnd = 0;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
    this.#writability = new SqliteWritability(file);
    this.#sql = sqlOn(db);
  }

  /** @throws unavailable: changes would fail */
  async checkWritable(): Promise<void> {
    const write = () => this.transaction((sql) => sql.run("update head set revision = revision"));
    return this.#writability.check(write);
  }

  /** @throws unavailable: closed, or the problem with the database */
  async use<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isBusy = true;
    try {
      if (!this.#db.isOpen) throw storeClosed();
      return await work();
    } catch (error) {
      throw explain(error, this.#file);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#isBusy = false;
    }
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.use(() => work(this.#sql));
  }

  glance<R>(text: string): Promise<R | undefined> {
    return this.use(() => this.#sql.one<R>(text));
  }

  transaction<T>(work: (sql: Sql) => Promise<T>, { isErasing = false }: TransactionOptions = {}): Promise<T> {
    return this.use(async () => {
      // Overwrites deleted content, which otherwise stays until the space is reused.
      if (isErasing) this.#db.exec("pragma secure_delete = on");
      try {
        return await this.#commit(work);
      } finally {
        if (isErasing && this.#db.isOpen) this.#db.exec("pragma secure_delete = off");
      }
    });
  }

  /** Lets apps read between the steps of a long transaction. */
  async giveWay(): Promise<void> {
    if (this.#isCopying || performance.now() < this.#turnEnd) return;
    await nextTurn();
    this.#turnEnd = performance.now() + longestTurn;
  }

  /** Transactions continue during the online copy, each in a single turn. */
  async copy<T>(work: () => Promise<T>): Promise<T> {
    await this.use(() => {
      this.#isCopying = true;
    });
    try {
      return await work();
    } finally {
      this.#isCopying = false;
    }
  }

  async #commit<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    try {
      this.#writability.mustBeInPlace();
      this.#db.exec("begin immediate");
      this.#turnEnd = performance.now() + longestTurn;
      const result = await work(this.#sql);
      this.#db.exec("commit");
      this.#writability.wrote();
      return result;
    } catch (error) {
      this.#writability.failed(error);
      // SQLite rolls back by itself after some disk errors.
      if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec("rollback");
      throw error;
    }
  }
}

/** Arrays of values are far faster than the driver's objects. */
export function sqlOn(db: DatabaseSync): Sql {
  const known = new Map<string, { readonly statement: StatementSync; readonly columns: readonly string[] }>();
  const prepare = (text: string) =>
    remembered(known, text, () => {
      const statement = db.prepare(text.replaceAll("$", "?"));
      statement.setReturnArrays(true);
      return { statement, columns: statement.columns().map(({ name }) => name) };
    });
  return {
    async one<R>(text: string, values: readonly SqlValue[] = []) {
      const { statement, columns } = prepare(text);
      const row = statement.get(...values.map(bound)) as unknown as readonly unknown[] | undefined;
      return row && (toObject(columns, row) as R);
    },
    async all<R>(text: string, values: readonly SqlValue[] = []) {
      const { statement, columns } = prepare(text);
      const rows = statement.all(...values.map(bound)) as unknown as (readonly unknown[])[];
      return rows.map((row) => toObject(columns, row) as R);
    },
    async run(text, values = []) {
      return Number(prepare(text).statement.run(...values.map(bound)).changes);
    },
  };
}

function bound(value: SqlValue): SQLInputValue {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

function toObject(columns: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at++) object[columns[at] as string] = row[at];
  return object;
}

/** Milliseconds between a failed write and the next attempt to write. */
const retryAfter = 4_000;

/** Permissions, read-only, I/O, full, cannot open, locking. */
const unwritable: readonly number[] = [3, 8, 10, 13, 14, 15, 22];

/**
 * A process does not notice a deleted open file, a full disk or a file that became read-only: the name is compared before each
 * commit, and everything is checked now and then.
 */
class SqliteWritability {
  readonly #file: string;
  /** Device and inode by path. The write-ahead log appears with the first write. */
  readonly #open = new Map<string, string>();
  /** `triedAt` is by the monotonic clock. */
  #failure: { readonly error: unknown; readonly isDamage: boolean; readonly triedAt: number } | null = null;

  /** @param file open already, and locked */
  constructor(file: string) {
    this.#file = file;
    this.#remember();
  }

  /** @throws unavailable: the open file has another name or none, so that the change would be lost */
  mustBeInPlace(): void {
    for (const [path, identity] of this.#open) {
      const found = identityOf(path);
      if (found !== identity) throw movedAway(path, found === null ? "deleted" : "replaced by another file");
    }
  }

  wrote(): void {
    this.#failure = null;
    this.#remember();
  }

  /** Remembers a write's error if the disk or the file is the reason. */
  failed(error: unknown): void {
    const code = primaryCode(error);
    if (code === null) return;
    const isDamage = damaged.includes(code);
    if (!isDamage && !unwritable.includes(code)) return;
    this.#failure = { error: explain(error, this.#file), isDamage, triedAt: performance.now() };
  }

  /** @param write writes something that changes nothing, and reports its result here. @throws unavailable: changes would fail */
  async check(write: () => Promise<unknown>): Promise<void> {
    this.mustBeInPlace();
    const obstacle = writeObstacle(this.#file);
    if (obstacle !== null) throw new DrawbridgeError("unavailable", `The database ${this.#file} ${obstacleText(obstacle)}`);
    const failure = this.#failure;
    if (failure === null) return;
    if (failure.isDamage || performance.now() - failure.triedAt < retryAfter) throw failure.error;
    await write();
  }

  #remember(): void {
    for (const path of [this.#file, `${this.#file}-wal`]) {
      const identity = this.#open.has(path) ? null : identityOf(path);
      if (identity !== null) this.#open.set(path, identity);
    }
  }
}

/** Null means no such file. Reads the directory only: opening the file would drop SQLite's locks (sqlite-file.ts). */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

function movedAway(path: string, how: string): NotTransient {
  return new NotTransient(
    `${path} was ${how} while this process has it open: changes are refused, since they would be lost. ` +
      "Back it up from this process (drawbridge backup), then stop it and restore that backup.",
  );
}
