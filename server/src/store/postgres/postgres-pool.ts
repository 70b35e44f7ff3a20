/**
 * The connections of a store, and its two ways to use one: a transaction, and a snapshot. Nothing here needs a session: each
 * setting lasts as long as its transaction and no statement is kept, so that a proxy may give every transaction another one.
 */
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg, { type PoolClient } from "pg";
import { storeClosed } from "../commit-rules.ts";
import { type DatabaseAddress, placeOf } from "./postgres-address.ts";
import { clientConfig, patience } from "./postgres-connection.ts";
import { explain, isLost, isTimeout, isUndone, isUnwritable, uncertain } from "./postgres-error.ts";

/** Connections that a node has at most, beside that of its bell. Commits come one after the other whatever their number. */
export const mostConnections = 5;

/** Milliseconds that a statement may take; the server ends it, and a little later this side gives up. */
const statementTime = 10_000;
/** Milliseconds that a connection which nobody uses is kept. */
const idleTime = 30_000;
/** Milliseconds that a close waits for what is being asked. */
const farewell = 1_000;
/** How often a transaction is begun that others undo. */
const attempts = 6;

/** Whoever hangs in the middle of a transaction is thrown out: the head is locked until then. */
const limits = `
  set local statement_timeout = ${statementTime}; set local lock_timeout = ${patience};
  set local idle_in_transaction_session_timeout = ${statementTime}`;
/** Less than this side waits: the server then says that it is a lock. */
const glanceLimits = `set local lock_timeout = ${patience - 1_000}`;
// What was acknowledged is on the disk, whatever the server does for others.
const durable = "select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'";
const beginTransaction = `begin isolation level read committed read write; ${limits}; ${durable}`;
const beginSnapshot = `begin isolation level repeatable read read only; ${limits}`;

/** Inside one transaction. */
export interface Statements {
  all<R>(text: string, values?: readonly unknown[]): Promise<R[]>;
  one<R>(text: string, values?: readonly unknown[]): Promise<R | undefined>;
  /** How many rows it was about. */
  run(text: string, values?: readonly unknown[]): Promise<number>;
}

type Work<T> = (sql: Statements) => Promise<T>;

export class PostgresPool {
  /** Called where a commit may have happened and nobody can say so. */
  onUncertain: () => void = () => undefined;
  readonly #pool: pg.Pool;
  readonly #place: string;
  readonly #sockets: Set<Socket>;
  #isClosed = false;
  /** Why the last transaction could not write; null: it could. */
  #unwritable: unknown = null;

  /** @throws unavailable: a certificate cannot be read */
  constructor(address: DatabaseAddress, sockets: Set<Socket>) {
    this.#place = placeOf(address);
    this.#sockets = sockets;
    const config = clientConfig(address, sockets);
    const lasting = { max: mostConnections, idleTimeoutMillis: idleTime, query_timeout: statementTime + 2_000 };
    this.#pool = new pg.Pool({ ...config, ...lasting });
    // One that is lost while nobody uses it is forgotten; one in use tells whoever waits for its answer.
    this.#pool.on("error", () => undefined);
    this.#pool.on("connect", (client) => client.on("error", () => undefined));
  }

  /** Connections there are, those of them that nobody uses, and those who wait for one. */
  get numbers(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { total, idle, waiting };
  }

  /** All of it or nothing, durable when it resolves. `work` may be called again, after what it did was undone. @throws unavailable */
  async transaction<T>(work: Work<T>): Promise<T> {
    try {
      const result = await this.#use(async (client) => {
        const found = await inside(client, beginTransaction, work);
        await this.#commit(client);
        return found;
      });
      this.#unwritable = null;
      return result;
    } catch (error) {
      if (error instanceof Error && isUnwritable(error.cause)) this.#unwritable = error;
      throw error;
    }
  }

  /** A node writes every few seconds that it lives, so this is seldom older. @throws unavailable: the last transaction could not write */
  checkWritable(): void {
    if (this.#unwritable !== null) throw this.#unwritable;
  }

  /** Everything that `work` reads is of one moment. @throws unavailable */
  snapshot<T>(work: Work<T>): Promise<T> {
    return this.#use(async (client) => {
      const result = await inside(client, beginSnapshot, work);
      await client.query(quick("commit")).catch(nothingHappened);
      return result;
    });
  }

  /** One statement that takes no time and changes nothing, in one round trip. @throws unavailable */
  glance<R>(text: string): Promise<R | undefined> {
    return this.#use(async (client) => {
      // Statements sent together are one transaction; their results are a list, which pg's types do not know.
      const results: unknown = await client.query(quick(`${glanceLimits}; ${text}`)).catch(nothingHappened);
      return (results as readonly pg.QueryResult[]).at(-1)?.rows[0];
    });
  }

  /** May be called twice. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const ended = this.#pool.end();
    // It waits for whatever is being asked, and whoever asks a server that hangs would have it wait for long.
    await Promise.race([ended, delay(farewell, undefined, { ref: false })]);
    if (this.#sockets.size > 0) await delay(50);
    for (const socket of this.#sockets) socket.destroy();
    await ended;
  }

  async #use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    // Connections that nobody used while the server was restarted may all be dead.
    let deadOnes = mostConnections;
    for (let attempt = 1; ; attempt++) {
      if (this.#isClosed) throw storeClosed();
      try {
        return await this.#once(work);
      } catch (error) {
        const cause = error instanceof NothingHappened ? error.cause : error;
        const isDead = error instanceof NothingHappened && isLost(cause) && !isTimeout(cause) && deadOnes-- > 0;
        if (!isDead && !(isUndone(cause) && attempt < attempts)) throw explain(cause, this.#place);
        await delay(Math.random() * 10 * attempt);
      }
    }
  }

  async #once<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let isUsable = false;
    try {
      const result = await work(client);
      isUsable = true;
      return result;
    } catch (error) {
      isUsable = !isLost((error as Error).cause) && (await hasRolledBack(client));
      throw error;
    } finally {
      client.release(!isUsable);
    }
  }

  async #commit(client: PoolClient): Promise<void> {
    try {
      const { command } = await client.query("commit");
      if (command !== "COMMIT") throw new Error(`expected a commit, and it was a ${command}`);
    } catch (error) {
      if (!isLost(error)) throw error;
      this.onUncertain();
      throw uncertain(error, this.#place);
    }
  }
}

/** What failed was before the commit: it can be done again without being done twice. */
class NothingHappened extends Error {
  constructor(cause: unknown) {
    super("nothing happened", { cause });
  }
}

async function inside<T>(client: PoolClient, begin: string, work: Work<T>): Promise<T> {
  // A server that hangs is found out here, and sooner than by a statement that may be long.
  await client.query(quick(begin)).catch(nothingHappened);
  return work(statementsOf(client)).catch(nothingHappened);
}

function nothingHappened(cause: unknown): never {
  throw new NothingHappened(cause);
}

/** A transaction that has ended already is no error to PostgreSQL. */
async function hasRolledBack(client: PoolClient): Promise<boolean> {
  return client.query(quick("rollback")).then(
    () => true,
    () => false,
  );
}

/** pg reads the limit of a single query; its types do not know of it. */
function quick(text: string): { text: string } {
  const query = { text, query_timeout: patience };
  return query;
}

function statementsOf(client: PoolClient): Statements {
  const ask = (text: string, values: readonly unknown[] = []) => client.query(text, [...values]);
  return {
    all: async <R>(text: string, values?: readonly unknown[]) => (await ask(text, values)).rows as R[],
    one: async <R>(text: string, values?: readonly unknown[]) => (await ask(text, values)).rows[0] as R | undefined,
    run: async (text, values) => (await ask(text, values)).rowCount ?? 0,
  };
}
