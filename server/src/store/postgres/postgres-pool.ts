/**
 * Nothing needs a session: settings end with their transaction and nothing is prepared, so that a proxy may change connections.
 */
import { setTimeout as delay } from "node:timers/promises";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import pg, { type PoolClient } from "pg";
import { type DatabaseHost, describeDatabase } from "../../base/postgres-url.ts";
import { storeClosed } from "../commit-rules.ts";
import type { Database, Dialect, Sql, SqlValue, TransactionOptions } from "../sql/sql.ts";
import { clientConfig, DatabaseClient, databaseTimeout, quick } from "./postgres-connection.ts";
import { explain, isBusy, isLost, isReadOnly, isTimeout, isUndone, isUnwritable, uncertain } from "./postgres-error.ts";
import type { DatabaseHosts } from "./postgres-hosts.ts";

/** Per node, in addition to its listener's. Commits run one after the other in any case. */
const maxConnections = 5;

/** Milliseconds until the server cancels a statement; a little later this side gives up. */
const statementTime = 10_000;
const idleTime = 30_000;
/** Milliseconds that a close waits for running queries. */
const farewell = 1_000;
/** Maximum of a transaction that others force to roll back. */
const attempts = 6;
/** Another connection is tried: one that was about to end may be the first. */
const maxMoves = 2;

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
  readonly #hosts: DatabaseHosts;
  readonly #place: string;
  #pool: HostPool | null = null;
  #isClosed = false;
  #unwritable: unknown = null;

  constructor(hosts: DatabaseHosts) {
    this.#hosts = hosts;
    this.#place = describeDatabase(hosts.address);
  }

  get numbers(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.#pool?.pool ?? noConnections;
    return { total, idle, waiting };
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

  /** Nodes record every few seconds that they live, so this is seldom older. @throws unavailable */
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

  glance<R>(text: string): Promise<R | undefined> {
    return this.#use(async (client) => {
      // Statements sent together are one transaction with a list of results, which pg's types lack.
      const results: unknown = await client.query(quick(`${glanceLimits}; ${text}`)).catch(nothingHappened);
      return (results as readonly pg.QueryResult[]).at(-1)?.rows[0];
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const ended = this.#pool?.pool.end();
    // `end` waits for running queries, and a server that hangs would make it wait for long.
    await Promise.race([ended, delay(farewell, undefined, { ref: false })]);
    const { sockets } = this.#hosts;
    if (sockets.size > 0) await delay(50);
    for (const socket of sockets) socket.destroy();
    await ended;
  }

  async #use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    for (let attempt = 1, moves = maxMoves; ; attempt++) {
      if (this.#isClosed) throw storeClosed();
      try {
        return await this.#once(work);
      } catch (error) {
        const cause = error instanceof NothingHappened ? error.cause : error;
        const isElsewhere = error instanceof NothingHappened && this.#mayBeElsewhere(cause) && moves-- > 0;
        if (!isElsewhere && !(isUndone(cause) && attempt < attempts)) throw explain(cause, this.#place);
        await delay(Math.random() * 10 * attempt);
      }
    }
  }

  /** Another connection, possibly to another host, may do what this one could not. */
  #mayBeElsewhere(cause: unknown): boolean {
    if (isReadOnly(cause) || (cause instanceof DrawbridgeError && cause.code === "unavailable")) return true;
    return isLost(cause) && !isBusy(cause) && (this.#hosts.areSeveral || !isTimeout(cause));
  }

  async #once<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const { host, pool } = await this.#findPool();
    const client = await pool.connect().catch((error: unknown) => {
      // If all its connections are in use, other hosts are no way out.
      if (!isBusy(error)) this.#leave(host, pool);
      throw new NothingHappened(error);
    });
    let isUsable = false;
    try {
      const result = await work(client);
      isUsable = true;
      return result;
    } catch (error) {
      const { cause } = error as Error;
      isUsable = !isLost(cause) && !isReadOnly(cause) && (await hasRolledBack(client));
      throw error;
    } finally {
      client.release(!isUsable);
      if (!isUsable) this.#leave(host, pool);
    }
  }

  async #findPool(): Promise<HostPool> {
    const host = await this.#hosts.find();
    if (this.#isClosed) throw storeClosed();
    if (this.#pool !== null && this.#pool.host !== host) this.#leave(this.#pool.host, this.#pool.pool);
    this.#pool ??= { host, pool: createPool(this.#hosts, host) };
    return this.#pool;
  }

  /** After a failed connection, the idle ones may be dead too, as the server restarted or is silent. */
  #leave(host: DatabaseHost, pool: pg.Pool): void {
    if (this.#pool?.pool !== pool || this.#isClosed) return;
    this.#pool = null;
    void pool.end();
    this.#hosts.leave(host);
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

interface HostPool {
  readonly host: DatabaseHost;
  readonly pool: pg.Pool;
}

const noConnections = { totalCount: 0, idleCount: 0, waitingCount: 0 };

function createPool(hosts: DatabaseHosts, host: DatabaseHost): pg.Pool {
  const lasting = { max: maxConnections, idleTimeoutMillis: idleTime, query_timeout: statementTime + 2_000 };
  const onConnect = (client: pg.ClientBase) => hosts.check(client, host);
  const pool = new pg.Pool({
    ...clientConfig(hosts.address, host, hosts.sockets),
    ...lasting,
    Client: DatabaseClient,
    onConnect,
  });
  // Errors of a connection in use also reach its query.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Before the commit: retrying cannot do the work twice. */
class NothingHappened extends Error {
  constructor(cause: unknown) {
    super("nothing happened", { cause });
  }
}

async function inside<T>(client: PoolClient, begin: string, work: Work<T>): Promise<T> {
  // A short statement detects a server that hangs sooner.
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
