/**
 * The only connection to the database, and its turns. SQLite is called synchronously, so the statements of one use are never
 * interleaved. Only a long transaction stays open between turns of the event loop; until it ends, every other use waits: on the
 * same connection it would read uncommitted data or become part of the transaction.
 */
import type { DatabaseSync } from "node:sqlite";
import { runSteps, type Steps } from "drawbridge-rules/values/steps.ts";
import { nextTurn } from "../../base/yielding-work.ts";
import { storeClosed } from "../commit-rules.ts";
import { explain } from "./sqlite-error.ts";
import { SqliteWritability } from "./sqlite-writability.ts";

/** Milliseconds. */
const LONGEST_TURN = 5;

export class SqliteConnection {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #writability: SqliteWritability;
  /** The open long transaction, if any. */
  #transaction: Promise<unknown> | null = null;
  /** The online copy, while there is one: it would copy what a transaction between turns has not committed. */
  #copy: Promise<unknown> | null = null;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
    this.#writability = new SqliteWritability(file);
  }

  /** @throws unavailable: changes would fail */
  async checkWritable(): Promise<void> {
    const write = () => this.transaction(() => this.#db.exec("update head set revision = revision"));
    return this.#writability.check(() => this.use(write));
  }

  /** @throws unavailable: closed, or the problem with the database */
  async use<T>(work: () => T): Promise<T> {
    while (this.#transaction !== null) await this.#transaction;
    return this.#explained(work);
  }

  /** Resolves when no long transaction is open. */
  async idle(): Promise<void> {
    while (this.#transaction !== null) await this.#transaction;
  }

  /** Call only within a use. */
  transaction<T>(work: () => T): T {
    try {
      this.#begin();
      const result = work();
      this.#commit();
      return result;
    } catch (error) {
      this.#failed(error);
      throw error;
    }
  }

  /**
   * A transaction that gives way between its steps, or one in a single turn while there is an online copy, which others would have to
   * wait for. @throws unavailable, and what a step throws: then nothing is written
   */
  async longTransaction<T>(steps: () => Steps<T>): Promise<T> {
    while (this.#transaction !== null) await this.#transaction;
    if (this.#copy !== null) return this.#explained(() => this.transaction(() => runSteps(steps())));
    const done = this.#inSteps(steps);
    this.#transaction = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      this.#transaction = null;
    }
  }

  async copy<T>(work: () => Promise<T>): Promise<T> {
    while (this.#transaction !== null) await this.#transaction;
    const done = work();
    const ended = done.catch(() => undefined);
    this.#copy = ended;
    try {
      return await done;
    } finally {
      if (this.#copy === ended) this.#copy = null;
    }
  }

  async #inSteps<T>(steps: () => Steps<T>): Promise<T> {
    if (!this.#db.isOpen) throw storeClosed();
    try {
      this.#begin();
      const result = await this.#alternating(steps());
      this.#commit();
      return result;
    } catch (error) {
      this.#failed(error);
      throw explain(error, this.#file);
    }
  }

  /** Pauses for reads alone: it does not wait for other long work, since everything else waits for the connection. */
  async #alternating<T>(steps: Steps<T>): Promise<T> {
    for (;;) {
      const until = performance.now() + LONGEST_TURN;
      do {
        const { done, value } = steps.next();
        if (done) return value;
      } while (performance.now() < until);
      await nextTurn();
    }
  }

  #explained<T>(work: () => T): T {
    if (!this.#db.isOpen) throw storeClosed();
    try {
      return work();
    } catch (error) {
      throw explain(error, this.#file);
    }
  }

  #begin(): void {
    this.#writability.mustBeInPlace();
    this.#db.exec("begin immediate");
  }

  #commit(): void {
    this.#db.exec("commit");
    this.#writability.wrote();
  }

  #failed(error: unknown): void {
    this.#writability.failed(error);
    // SQLite rolls back by itself after some disk errors.
    if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec("rollback");
  }
}
