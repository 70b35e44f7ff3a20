/**
 * The only connection to the database, and its turns: what uses it runs alone, and everything else waits in order. On the same
 * connection, it would read uncommitted data or become part of the transaction.
 */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { nextTurn } from "../../base/yielding-work.ts";
import { storeClosed } from "../commit-rules.ts";
import type { Database, Dialect, Sql, SqlValue, TransactionOptions } from "../sql/sql.ts";
import { explain } from "./sqlite-error.ts";
import { SqliteWritability } from "./sqlite-writability.ts";

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
  /** True during an online copy, which would copy what a transaction between turns has not committed. */
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

  /** Runs alone. @throws unavailable: closed, or the problem with the database */
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
      // Overwrites deleted content with zeros: otherwise it stays in the file until the space is reused.
      if (isErasing) this.#db.exec("pragma secure_delete = on");
      try {
        return await this.#commit(work);
      } finally {
        if (isErasing && this.#db.isOpen) this.#db.exec("pragma secure_delete = off");
      }
    });
  }

  /** Lets reads of apps run between the steps of a long transaction. Everything else waits for the connection anyway. */
  async giveWay(): Promise<void> {
    if (this.#isCopying || performance.now() < this.#turnEnd) return;
    await nextTurn();
    this.#turnEnd = performance.now() + longestTurn;
  }

  /** Runs an online copy: transactions continue meanwhile, each in a single turn. */
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

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

/** Prepares each text once. Arrays of values are far faster than the driver's objects. */
export function sqlOn(db: DatabaseSync): Sql {
  const known = new Map<string, Prepared>();
  const prepare = (text: string): Prepared => {
    let prepared = known.get(text);
    if (prepared === undefined) {
      const statement = db.prepare(text.replaceAll("$", "?"));
      statement.setReturnArrays(true);
      prepared = { statement, columns: statement.columns().map(({ name }) => name) };
      known.set(text, prepared);
    }
    return prepared;
  };
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
