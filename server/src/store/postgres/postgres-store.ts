/**
 * The store for many nodes: every commit takes its number under the lock of the one head row, so that commits become visible in
 * order and without gaps, in whichever order they began.
 */
import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { DrawbridgeError, UnusableStore } from "drawbridge-rules/values/errors.ts";
import type pg from "pg";
import { type DatabaseAddress, describeDatabase } from "../../base/postgres-url.ts";
import type { Accounts } from "../accounts.ts";
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
import type { StoreConnections } from "../connections.ts";
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
import { PostgresAccounts } from "./postgres-accounts.ts";
import { PostgresCompaction } from "./postgres-compaction.ts";
import { connectClient } from "./postgres-connection.ts";
import { explain, sqlState } from "./postgres-error.ts";
import { changesAfter, readFloor, readHistory, readNamesAfter } from "./postgres-history.ts";
import { PostgresLastUsed } from "./postgres-last-used.ts";
import { channel, type Notify, PostgresListener } from "./postgres-listener.ts";
import { checkMigratable, migrate, ownMigrations, readMigrations, refuseNewer } from "./postgres-migrate.ts";
import { PostgresNodes } from "./postgres-nodes.ts";
import { PostgresPool, type Statements } from "./postgres-pool.ts";
import { statements } from "./postgres-statements.ts";
import { PostgresUsage } from "./postgres-usage.ts";

export interface PostgresStoreOptions {
  readonly address: DatabaseAddress;
  /** Directory of migrations to use instead of the program's own. */
  readonly migrations?: string;
}

/**
 * Migrates the database to the current form. Other processes may use it, and start at the same time.
 * @throws unavailable (cannot be reached, refuses this program, is newer than it, or belongs to another program)
 */
export async function openPostgresStore({ address, migrations = ownMigrations }: PostgresStoreOptions): Promise<PostgresStore> {
  const known = readMigrations(migrations);
  const needs = await withClient(address, async (client) => {
    await migrate(client, describeDatabase(address), known);
    const { rows } = await client.query("select needs from head");
    // A newer program may have migrated it between the two.
    await checkMigratable(client, describeDatabase(address), known);
    return rows[0]?.needs;
  });
  return new PostgresStore(address, known.length, needs);
}

/**
 * Checks whether the database could be opened, without changing it. Returns its clock, epoch ms.
 * @throws unavailable: it could not
 */
export async function inspectDatabase({ address, migrations = ownMigrations }: PostgresStoreOptions): Promise<number> {
  return withClient(address, async (client) => {
    await checkMigratable(client, describeDatabase(address), readMigrations(migrations));
    const { rows } = await client.query("select extract(epoch from clock_timestamp()) * 1000 as now");
    return Number(rows[0]?.now);
  });
}

async function withClient<T>(address: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const sockets = new Set<Socket>();
  try {
    const client = await connectClient(address, sockets);
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    for (const socket of sockets) socket.destroy();
    throw explain(error, describeDatabase(address));
  }
}

export class PostgresStore implements Store {
  readonly accounts: Accounts;
  readonly lastUsed: PostgresLastUsed;
  readonly usage: PostgresUsage;
  readonly nodes: PostgresNodes;
  readonly #pool: PostgresPool;
  readonly #listener: PostgresListener;
  readonly #compaction: PostgresCompaction;
  readonly #node = randomBytes(8).toString("hex");

  readonly #place: string;
  /** Number of the last migration that this program knows. */
  readonly #known: number;
  /** As every later migration changes it. */
  readonly #needs: string;
  #format: number;

  constructor(address: DatabaseAddress, known: number, needs: string) {
    this.#place = describeDatabase(address);
    this.#known = known;
    this.#needs = needs;
    this.#format = known;
    const sockets = new Set<Socket>();
    this.#pool = new PostgresPool(address, sockets);
    const notify: Notify = (name, payload) => this.#pool.transaction((sql) => sql.run(statements.ring, [name, payload]));
    this.#listener = new PostgresListener(address, sockets, this.#node, notify);
    this.#compaction = new PostgresCompaction(this.#pool);
    this.accounts = new PostgresAccounts(this.#pool);
    this.lastUsed = new PostgresLastUsed(this.#pool);
    this.usage = new PostgresUsage(this.#pool);
    this.nodes = new PostgresNodes(this.#pool);
    // Notifications skip this node's own commits, so an uncertain one has to ring here.
    this.#pool.onUncertain = () => this.#listener.ring();
  }

  get format(): number {
    return this.#format;
  }

  get connections(): StoreConnections {
    return { ...this.#pool.numbers, isListening: this.#listener.isListening };
  }

  async clock(): Promise<number> {
    return Number(onlyRow(await this.#pool.glance<{ now: number | string }>(statements.clock)).now);
  }

  async head(): Promise<Head> {
    // Every node polls this.
    return onlyRow(await this.#pool.glance<Head>(statements.head));
  }

  async end(): Promise<StoreEnd> {
    const end = onlyRow(await this.#unlessNewer(this.#pool.glance<EndRecord>(statements.end)));
    if (end.needs !== this.#needs) await this.#refuseNewer();
    return endOf(end);
  }

  async commitAt(revision: number): Promise<CommitMark | null> {
    return this.#pool.snapshot((sql) => commitAt(sql, revision));
  }

  async renewEpoch(known: LogEnd, epoch: string): Promise<boolean> {
    return this.#pool.transaction(async (sql) => {
      // The lock blocks other commits from here on; a replica refuses it.
      const head = onlyRow(await sql.one<Head>(statements.hold));
      if (!hasLostCommits(head, await commitAt(sql, known.head.revision), known)) return false;
      await sql.run(statements.renew, [epoch]);
      await sql.run(statements.ring, [channel, this.#node]);
      return true;
    });
  }

  async rows(project?: string): Promise<Row[]> {
    if (project === undefined) return this.#pool.snapshot(allRows);
    checkName(project);
    return this.#pool.snapshot((sql) => sql.all<Row>(statements.rowsOfProject, [project]));
  }

  async project(project: string): Promise<StoredProject> {
    checkName(project);
    return this.#pool.snapshot(async (sql) => {
      const { head } = endOf(onlyRow(await sql.one<EndRecord>(statements.end)));
      const found = await sql.one<{ revision: number }>(statements.projectRevision, [project]);
      return { head, revision: found?.revision ?? 0, rows: await sql.all<Row>(statements.rowsOfProject, [project]) };
    });
  }

  async rowsAt(project: string, revision: number): Promise<Row[]> {
    checkName(project);
    return this.#pool.snapshot(async (sql) => {
      checkNotCompacted(revision, await readFloor(sql));
      return sql.all<Row>(statements.rowsAt, [project, revision]);
    });
  }

  async projectRevision(project: string): Promise<number> {
    checkName(project);
    const found = this.#pool.snapshot((sql) => sql.one<{ revision: number }>(statements.projectRevision, [project]));
    return (await found)?.revision ?? 0;
  }

  async commit(input: CommitInput): Promise<Head> {
    checkCommit(input);
    const work = this.#pool.transaction(async (sql) => {
      const { needs, ...head } = onlyRow(await sql.one<Head & Needs>(statements.advance));
      // The lock has waited for a migration: from here on, none can begin before the commit.
      if (needs !== this.#needs) await this.#refuseNewer(sql);
      await checkFollows(sql, input, head);
      await checkExpectations(sql, input);
      await writeClaims(sql, input);
      await writeIdempotency(sql, input);
      await this.#writeLog(sql, input, head.revision);
      return head;
    });
    return this.#unlessNewer(work);
  }

  async claimTo(text: string): Promise<Claim | null> {
    checkName(text);
    return (await this.#pool.snapshot((sql) => sql.one<Claim>(statements.claimTo, [text]))) ?? null;
  }

  async claimOf(project: string, id: string): Promise<Claim | null> {
    checkName(project);
    checkName(id);
    return (await this.#pool.snapshot((sql) => sql.one<Claim>(statements.claimOf, [project, id]))) ?? null;
  }

  async history(project: string, page: HistoryPage): Promise<Commit[]> {
    checkName(project);
    checkPage(page);
    return this.#pool.snapshot((sql) => readHistory(sql, project, page));
  }

  async commitsAfter(revision: number, page: LogPage): Promise<CommitNames[]> {
    checkLogPage(page);
    return this.#pool.snapshot((sql) => readNamesAfter(sql, revision, page));
  }

  async whole(): Promise<WholeStore> {
    return this.#pool.snapshot(async (sql) => {
      const end = endOf(onlyRow(await sql.one<EndRecord>(statements.end)));
      return { ...end, rows: await allRows(sql) };
    });
  }

  async changesAfter(revision: number, limit: number): Promise<LoggedCommit[] | null> {
    checkFollowing(revision, limit);
    return this.#pool.snapshot((sql) => changesAfter(sql, revision, limit));
  }

  watch(ring: () => void): () => void {
    return this.#listener.watch(ring);
  }

  async checkWritable(): Promise<void> {
    this.#pool.checkWritable();
  }

  async floor(): Promise<number> {
    return this.#pool.snapshot(readFloor);
  }

  async compact(before: number, { dryRun = false, within }: CompactionOptions = {}): Promise<Compaction> {
    return this.#compaction.run(before, dryRun, within ?? Number.POSITIVE_INFINITY);
  }

  async recall(key: string, now: number): Promise<IdempotencyRecord | null> {
    checkName(key);
    const values = [key, now - idempotencyLife];
    return (await this.#pool.snapshot((sql) => sql.one<IdempotencyRecord>(statements.recall, values))) ?? null;
  }

  async secret(name: string): Promise<string> {
    checkName(name);
    const kept = (sql: Statements) => sql.one<{ value: string }>(statements.secret, [name]);
    const found = await this.#pool.snapshot(kept);
    if (found) return found.value;
    // If two nodes create it at the same time, the second waits for the first and uses its secret.
    return this.#pool.transaction(async (sql) => {
      await sql.run(statements.addSecret, [name, randomBytes(32).toString("base64url")]);
      return onlyRow(await kept(sql)).value;
    });
  }

  async close(): Promise<void> {
    this.#listener.close();
    await this.#pool.close();
  }

  /** Tables of a newer format may lack what this program asks for. @throws newer_store in place of such an error */
  async #unlessNewer<T>(work: Promise<T>): Promise<T> {
    return work.catch(async (error: unknown) => {
      if (sqlState(error instanceof DrawbridgeError ? error.cause : error)?.startsWith("42")) await this.#refuseNewer();
      throw error;
    });
  }

  /** @throws newer_store: a newer program has migrated the database meanwhile */
  async #refuseNewer(within?: Statements): Promise<void> {
    const check = (sql: Statements) => refuseNewer((text) => sql.all(text), this.#place, this.#known);
    try {
      await (within ? check(within) : this.#pool.snapshot(check));
    } catch (error) {
      if (error instanceof UnusableStore) this.#format = error.format ?? this.#format;
      throw error;
    }
  }

  async #writeLog(sql: Statements, input: CommitInput, revision: number): Promise<void> {
    const { at, actor, reason, overridden, changes, id = null } = input;
    const of = (part: (change: CommitInput["changes"][number]) => unknown) => changes.map(part);
    const names = [of(({ project }) => project), of(({ kind }) => kind), of(({ id }) => id)];
    const values = [...names, of(({ schema }) => schema), of(({ value }) => value)];
    const rung = [channel, this.#node];
    await sql.run(statements.write, [revision, at, actor, reason, JSON.stringify(overridden), ...values, ...rung, id]);
  }
}

/** Rows per fetch: the driver holds all of them, in addition to the objects made from earlier ones. */
const batch = 5000;

async function allRows(sql: Statements): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: readonly string[] = ["", "", ""]; ; ) {
    const found = await sql.all<Row>(statements.rows, [...after, batch]);
    for (const row of found) rows.push(row);
    const last = found.at(-1);
    if (last === undefined || found.length < batch) return rows;
    after = [last.project, last.kind, last.id];
  }
}

/** Oldest program that knows the format. */
interface Needs {
  readonly needs: string;
}

type EndRecord = Head & Needs & Omit<CommitMark, "revision"> & Pick<StoreEnd, "renewedFrom"> & { readonly hasCommit: boolean };

function endOf({ epoch, revision, renewedFrom, hasCommit, id, at, actor, reason }: EndRecord): StoreEnd {
  return { head: { epoch, revision }, renewedFrom, last: hasCommit ? { revision, id, at, actor, reason } : null };
}

async function commitAt(sql: Statements, revision: number): Promise<CommitMark | null> {
  return (await sql.one<CommitMark>(statements.commitAt, [revision])) ?? null;
}

/** @throws LogMismatch */
async function checkFollows(sql: Statements, { follows }: CommitInput, { epoch, revision }: Head): Promise<void> {
  if (!follows) return;
  const before = { epoch, revision: revision - 1 };
  if (!continuesLog(before, await commitAt(sql, follows.head.revision), follows)) throw new LogMismatch();
}

function onlyRow<T>(row: T | undefined): T {
  if (row === undefined) throw new Error("expected a row that is always there");
  return row;
}

async function checkExpectations(sql: Statements, { expect }: CommitInput): Promise<void> {
  if (expect.length === 0) return;
  const found = await sql.all<{ project: string; revision: number }>(statements.touched, [expect.map(({ project }) => project)]);
  const touched = new Map(found.map(({ project, revision }) => [project, revision]));
  for (const { project, revision } of expect) {
    const actual = touched.get(project) ?? 0;
    if (actual !== revision) throw expectationFailed(project, revision, actual);
  }
}

async function writeClaims(sql: Statements, { claim = [], release = [] }: CommitInput): Promise<void> {
  if (release.length > 0) await sql.run(statements.release, [release]);
  if (claim.length === 0) return;
  const of = (part: (claim: Claim) => unknown) => claim.map(part);
  const values = [of(({ text }) => text), of(({ project }) => project), of(({ id }) => id), of(({ imported }) => imported)];
  if ((await sql.run(statements.claim, values)) < claim.length) throw keyInUse();
}

async function writeIdempotency(sql: Statements, { at, idempotency }: CommitInput): Promise<void> {
  await sql.run(statements.sweep, [at - idempotencyLife]);
  if (!idempotency) return;
  const { key, request, result } = idempotency;
  if ((await sql.run(statements.remember, [key, request, result, at])) === 0) throw idempotencyConflict();
}
