/** Every commit takes its number under the lock of the one head row: commits appear in order and without gaps. */
import { randomBytes } from "node:crypto";
import { DrawbridgeError, UnusableStore } from "drawbridge-rules/values/errors.ts";
import type pg from "pg";
import type { Log } from "../../base/log.ts";
import { type DatabaseAddress, describeDatabase } from "../../base/postgres-url.ts";
import { checkName } from "../input-rules.ts";
import type { Nodes, StoreConnections } from "../nodes.ts";
import { readMigrations } from "../sql/migrations.ts";
import { onlyRow, recordsIn, type Sql } from "../sql/sql.ts";
import { SqlStore } from "../sql/sql-store.ts";
import type { CommitInput, Head, StoreEnd } from "../store.ts";
import { explain, sqlState } from "./postgres-error.ts";
import { DatabaseHosts } from "./postgres-hosts.ts";
import { channel, type Notify, PostgresListener } from "./postgres-listener.ts";
import { checkMigratable, migrate, ownMigrations, refuseNewer } from "./postgres-migrate.ts";
import { PostgresPool } from "./postgres-pool.ts";

export interface PostgresStoreOptions {
  readonly address: DatabaseAddress;
  readonly log?: Pick<Log, "error" | "info">;
  readonly migrations?: string;
}

/**
 * Other processes may use the database, and start at the same time.
 * @throws unavailable (cannot be reached, refuses this program, is newer than it, or belongs to another program)
 */
export async function openPostgresStore({
  address,
  log,
  migrations = ownMigrations,
}: PostgresStoreOptions): Promise<PostgresStore> {
  const known = readMigrations(migrations);
  const hosts = new DatabaseHosts(address, log);
  const needs = await withClient(hosts, async (client) => {
    await migrate(client, describeDatabase(address), known);
    const { rows } = await client.query("select needs from head");
    // A newer program may have migrated it between the two.
    await checkMigratable(client, describeDatabase(address), known);
    return rows[0]?.needs;
  });
  return new PostgresStore(hosts, known.length, needs);
}

/** Changes nothing. `now` is the database's clock, epoch ms. @throws unavailable: it could not be opened */
export async function inspectDatabase({ address, migrations = ownMigrations }: PostgresStoreOptions) {
  const hosts = new DatabaseHosts(address);
  return withClient(hosts, async (client) => {
    await checkMigratable(client, describeDatabase(address), readMigrations(migrations));
    const { rows } = await client.query("select extract(epoch from clock_timestamp()) * 1000 as now");
    return { now: Number(rows[0]?.now), problem: hosts.problem };
  });
}

async function withClient<T>(hosts: DatabaseHosts, work: (client: pg.Client) => Promise<T>): Promise<T> {
  try {
    const client = await hosts.connect();
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    for (const socket of hosts.sockets) socket.destroy();
    throw explain(error, describeDatabase(hosts.address));
  }
}

/** Other nodes wait for a step only where they write the same rows. */
const pace = { time: 100, first: 500, longest: 10_000 };

export class PostgresStore extends SqlStore {
  readonly nodes: Nodes;
  format: number;
  readonly #hosts: DatabaseHosts;
  readonly #pool: PostgresPool;
  readonly #listener: PostgresListener;
  readonly #node: string;
  readonly #place: string;
  readonly #known: number;
  /** As every later migration changes it. */
  readonly #needs: string;

  constructor(hosts: DatabaseHosts, known: number, needs: string) {
    const pool = new PostgresPool(hosts);
    super(pool, pace);
    this.#hosts = hosts;
    this.#pool = pool;
    this.#place = describeDatabase(hosts.address);
    this.#known = known;
    this.#needs = needs;
    this.format = known;
    this.#node = randomBytes(8).toString("hex");
    const notify: Notify = (name, payload) => pool.transaction((sql) => sql.run(ring, [name, payload]));
    this.#listener = new PostgresListener(hosts, this.#node, notify);
    this.nodes = postgresNodes(pool);
    // Notifications skip this node's own commits, so an uncertain one rings here.
    pool.onUncertain = () => this.#listener.ring();
  }

  get connections(): StoreConnections {
    return { ...this.#pool.numbers, isListening: this.#listener.isListening, problem: this.#hosts.problem };
  }

  async clock(): Promise<number> {
    const text = "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now";
    return onlyRow(await this.#pool.glance<{ readonly now: number }>(text)).now;
  }

  override async end(): Promise<StoreEnd> {
    return this.#unlessNewer(super.end());
  }

  override async commit(input: CommitInput): Promise<Head> {
    return this.#unlessNewer(super.commit(input));
  }

  watch(ring: () => void): () => void {
    return this.#listener.watch(ring);
  }

  async checkWritable(): Promise<void> {
    this.#pool.checkWritable();
  }

  async close(): Promise<void> {
    this.#listener.close();
    await this.#pool.close();
  }

  /** A commit's lock has waited for a migration: none can begin before it. */
  protected override async checkFormat(needs: string, sql?: Sql): Promise<void> {
    if (needs !== this.#needs) await this.#refuseNewer(sql);
  }

  protected override async ringOthers(sql: Sql): Promise<void> {
    await sql.run(ring, [channel, this.#node]);
  }

  protected async writeLog(sql: Sql, input: CommitInput, revision: number): Promise<void> {
    const { id: commitId = null, at, actor, reason, overridden, undone = null, restored = null, changes } = input;
    const rows = changes.map(({ project, kind, id, schema, value }) => [project, kind, id, schema, value]);
    const commit = [revision, at, actor, reason, JSON.stringify(overridden), commitId, undone, restored];
    await sql.run(this.#write, [...commit, rows, channel, this.#node]);
  }

  get #write(): string {
    const columns = ["project", "kind", "id", "schema:bigint", "value"];
    return `
      with
        noted as (
          insert into commits (revision, at, actor, reason, overridden, commit_id, undone, restored)
          values ($1, $2, $3, $4, $5, $6, $7, $8)),
        given as materialized ${recordsIn(this.#pool.dialect, "$9", columns)},
        touched as (
          insert into project_commits (project, revision, actor) select distinct project, $1::bigint, $3::text from given),
        logged as (insert into changes (revision, project, kind, id, schema, value) select $1::bigint, given.* from given),
        ended as (
          delete from resources using given as g
          where resources.project = g.project and resources.kind = g.kind and resources.id = g.id and g.value is null),
        put as (
          insert into resources (project, kind, id, schema, value, revision)
          select given.*, $1::bigint from given where value is not null
          on conflict (project, kind, id) do update set schema = excluded.schema, value = excluded.value, revision = excluded.revision)
      select pg_notify($10::text, $11::text)`;
  }

  /** Tables of a newer format may lack what this program asks for. @throws newer_store in place of such an error */
  async #unlessNewer<T>(work: Promise<T>): Promise<T> {
    return work.catch(async (error: unknown) => {
      if (sqlState(error instanceof DrawbridgeError ? error.cause : error)?.startsWith("42")) await this.#refuseNewer();
      throw error;
    });
  }

  /** @throws newer_store */
  async #refuseNewer(within?: Sql): Promise<void> {
    const check = (sql: Sql) => refuseNewer((text) => sql.all(text), this.#place, this.#known);
    try {
      await (within ? check(within) : this.#pool.read(check));
    } catch (error) {
      if (error instanceof UnusableStore) this.format = error.format ?? this.format;
      throw error;
    }
  }
}

const ring = "select pg_notify($1, $2)";

function postgresNodes(pool: PostgresPool): Nodes {
  return {
    async announce(id, version) {
      for (const text of [id, version]) checkName(text);
      await pool.transaction(async (sql) => {
        await sql.run(nodes.announce, [id, version]);
        await sql.run(nodes.forget);
      });
    },
    async leave(id) {
      checkName(id);
      await pool.transaction((sql) => sql.run(nodes.leave, [id]));
    },
    async living(within) {
      return (await pool.read((sql) => sql.one<{ count: number }>(nodes.living, [within])))?.count ?? 0;
    },
  };
}

const nodes = {
  announce: `
    insert into nodes (id, version, heard_at) values ($1, $2, clock_timestamp())
    on conflict (id) do update set version = excluded.version, heard_at = excluded.heard_at`,
  forget: "delete from nodes where heard_at < clock_timestamp() - interval '1 day'",
  leave: "delete from nodes where id = $1",
  living: "select count(*) from nodes where heard_at > clock_timestamp() - $1::bigint * interval '1 millisecond'",
};
