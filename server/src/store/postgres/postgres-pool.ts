/**
 * The connections of a store, and its two ways to use one: a transaction, and a snapshot. Nothing here needs a session: settings
 * last as long as their transaction and no statement is prepared, so that a proxy may use another connection for every
 * transaction.
 */
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg, { type PoolClient } from "pg";
import { type DatabaseAddress, type DatabaseHost, describeDatabase } from "../../base/postgres-url.ts";
import { storeClosed } from "../commit-rules.ts";
import type { Database, Dialect, Sql, SqlValue, TransactionOptions } from "../sql/sql.ts";
import { atFirstHost, checkTarget, clientConfig, DatabaseClient, databaseTimeout } from "./postgres-connection.ts";
import { explain, isBusy, isLost, isReadOnly, isTimeout, isUndone, isUnwritable, uncertain } from "./postgres-error.ts";

/** Maximum connections of a node, in addition to its listener's. Commits run one after the other in any case. */
const maxConnections = 5;

/** Maximum milliseconds of a statement; the server cancels it, and a little later this side gives up. */
const statementTime = 10_000;
/** Milliseconds that an idle connection is kept. */
const idleTime = 30_000;
/** Maximum milliseconds that a close waits for running queries. */
const farewell = 1_000;
/** Maximum attempts of a transaction that others force to roll back. */
const attempts = 6;

/** Ends clients that hang in the middle of a transaction: they lock the head until then. */
const limits = `
  set local statement_timeout = ${statementTime}; set local lock_timeout = ${databaseTimeout};
  set local idle_in_transaction_session_timeout = ${statementTime}`;
/** Shorter than this side's timeout: the server then reports the lock. */
const glanceLimits = `set local lock_timeout = ${databaseTimeout - 1_000}`;
// Acknowledged commits are on the disk, whatever the server's default.
const durable = "select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off'";
const beginTransaction = `begin isolation level read committed read write; ${limits}; ${durable}`;
const advisoryLock = "select pg_advisory_xact_lock(hashtextextended($1 || current_schema(), 0))";
const beginSnapshot = `begin isolation level repeatable read read only; ${limits}`;

export const postgresDialect: Dialect = {
  position: "strpos",
  elements: (parameter) => `json_array_elements(${parameter}::json)`,
  texts: (parameter) => `json_array_elements_text(${parameter}::json)`,
};

type Work<T> = (sql: Sql) => Promise<T>;

export class PostgresPool implements Database {
  readonly dialect = postgresDialect;
  /** Called when it is unknown whether a commit happened. */
  onUncertain: () => void = () => undefined;
  readonly #address: DatabaseAddress;
  /** One for each host, in their order; usually, only one has connections. */
  readonly #pools: ReadonlyMap<DatabaseHost, pg.Pool>;
  readonly #place: string;
  readonly #sockets: Set<Socket>;
  #isClosed = false;
  /** Why the last transaction could not write; null means it could. */
  #unwritable: unknown = null;

  /** @throws unavailable: a certificate cannot be read */
  constructor(address: DatabaseAddress, sockets: Set<Socket>) {
    this.#address = address;
    this.#place = describeDatabase(address);
    this.#sockets = sockets;
    this.#pools = new Map(address.hosts.map((host) => [host, createPool(address, host, sockets)]));
  }

  /** Numbers of connections, idle connections and waiting requests. */
  get numbers(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const sum = (count: (pool: pg.Pool) => number) => [...this.#pools.values()].reduce((all, pool) => all + count(pool), 0);
    return {
      total: sum((pool) => pool.totalCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    };
  }

  async transaction<T>(work: Work<T>, { lock }: TransactionOptions = {}): Promise<T> {
    const locked = async (sql: Sql) => {
      if (lock !== undefined) await sql.run(advisoryLock, [`drawbridge ${lock} `]);
      return work(sql);
    };
    try {
      const result = await this.#use(async (client) => {
        const found = await inside(client, beginTransaction, locked);
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

  /**
   * Nodes record every few seconds that they live, so this is seldom older.
   * @throws unavailable: the last transaction could not write
   */
  checkWritable(): void {
    if (this.#unwritable !== null) throw this.#unwritable;
  }

  read<T>(work: Work<T>): Promise<T> {
    return this.#use(async (client) => {
      const result = await inside(client, beginSnapshot, work);
      await client.query(quick("commit")).catch(nothingHappened);
      return result;
    });
  }

  /** In one round trip. */
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
    const ended = Promise.all([...this.#pools.values()].map((pool) => pool.end()));
    // `end` waits for running queries, and a server that hangs would make it wait for long.
    await Promise.race([ended, delay(farewell, undefined, { ref: false })]);
    if (this.#sockets.size > 0) await delay(50);
    for (const socket of this.#sockets) socket.destroy();
    await ended;
  }

  async #use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    // After a restart of the server, all idle connections may be dead.
    let deadOnes = maxConnections;
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
    const client = await this.#connect();
    let isUsable = false;
    try {
      const result = await work(client);
      isUsable = true;
      return result;
    } catch (error) {
      const { cause } = error as Error;
      isUsable = !isLost(cause) && !(this.#pools.size > 1 && isReadOnly(cause)) && (await hasRolledBack(client));
      throw error;
    } finally {
      client.release(!isUsable);
    }
  }

  /** An open connection, or a new one to the first suitable host. */
  async #connect(): Promise<PoolClient> {
    const open = [...this.#pools.values()].find((pool) => pool.totalCount > 0);
    if (open && this.#pools.size > 1) {
      // Its host may be down by now; if all its connections are in use, other hosts are no way out.
      const client = await open.connect().catch((error) => (isBusy(error) ? Promise.reject(error) : null));
      if (client !== null) return client;
    }
    return atFirstHost(this.#address, (host) => {
      const pool = this.#pools.get(host);
      if (pool === undefined) throw storeClosed();
      return pool.connect();
    });
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

function createPool(address: DatabaseAddress, host: DatabaseHost, sockets: Set<Socket>): pg.Pool {
  const lasting = { max: maxConnections, idleTimeoutMillis: idleTime, query_timeout: statementTime + 2_000 };
  const onConnect = (client: pg.ClientBase) => checkTarget(client, address, host);
  const pool = new pg.Pool({ ...clientConfig(address, host, sockets), ...lasting, Client: DatabaseClient, onConnect });
  // Errors of idle connections are ignored; errors of a connection in use also reach its query.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** A failure before the commit: retrying cannot do the work twice. */
class NothingHappened extends Error {
  constructor(cause: unknown) {
    super("nothing happened", { cause });
  }
}

async function inside<T>(client: PoolClient, begin: string, work: Work<T>): Promise<T> {
  // Detects a server that hangs sooner than a statement with a long timeout would.
  await client.query(quick(begin)).catch(nothingHappened);
  return work(sqlOn(client)).catch(nothingHappened);
}

function nothingHappened(cause: unknown): never {
  throw new NothingHappened(cause);
}

/** A transaction that has already ended is no error to PostgreSQL. */
async function hasRolledBack(client: PoolClient): Promise<boolean> {
  return client.query(quick("rollback")).then(
    () => true,
    () => false,
  );
}

/** pg supports a timeout for a single query; its types omit it. */
function quick(text: string): { text: string } {
  const query = { text, query_timeout: databaseTimeout };
  return query;
}

export function sqlOn(client: pg.ClientBase): Sql {
  const ask = (text: string, values: readonly SqlValue[] = []) =>
    client.query(
      text,
      values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value)),
    );
  return {
    all: async <R>(text: string, values?: readonly SqlValue[]) => (await ask(text, values)).rows as R[],
    one: async <R>(text: string, values?: readonly SqlValue[]) => (await ask(text, values)).rows[0] as R | undefined,
    run: async (text, values) => (await ask(text, values)).rowCount ?? 0,
  };
}
