/**
 * The only connection to the database, and its turns. SQLite is called synchronously, so the statements of one use are never
 * interleaved. Only a long transaction stays open between turns of the event loop; until it ends, every other use waits, since on
 * the same connection it would read uncommitted data, or become part of the transaction.
 */
import type { DatabaseSync } from "node:sqlite";
import type { Steps } from "../../domain/steps.ts";
import { finishedInTurns } from "../../work-in-turns.ts";
import { storeClosed } from "../commit-rules.ts";
import { explain } from "./sqlite-error.ts";

export class SqliteConnection {
  readonly #db: DatabaseSync;
  readonly #file: string;
  /** The open long transaction, if any. */
  #transaction: Promise<unknown> | null = null;
  /** The running online copy, if any: it would copy the uncommitted data of a long transaction. Short ones continue meanwhile. */
  #copy: Promise<unknown> | null = null;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
  }

  /** @throws unavailable: closed, or the problem with the database */
  async use<T>(work: () => T): Promise<T> {
    while (this.#transaction !== null) await this.#transaction;
    return this.#explained(work);
  }

  /** Call only within a use. */
  transaction<T>(work: () => T): T {
    this.#db.exec("begin immediate");
    try {
      const result = work();
      this.#db.exec("commit");
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  /** Runs a transaction that yields between its steps. @throws unavailable, or the error of a step: then nothing is written */
  async longTransaction<T>(steps: () => Steps<T>): Promise<T> {
    while (this.#transaction !== null || this.#copy !== null) await (this.#transaction ?? this.#copy);
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
    this.#explained(() => this.#db.exec("begin immediate"));
    try {
      const result = await finishedInTurns(steps());
      this.#db.exec("commit");
      return result;
    } catch (error) {
      this.#rollBack();
      throw explain(error, this.#file);
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

  /** SQLite rolls back by itself after some disk errors. */
  #rollBack(): void {
    if (this.#db.isOpen && this.#db.isTransaction) this.#db.exec("rollback");
  }
}
