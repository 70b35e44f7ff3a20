/** The tables of a PostgreSQL database, read in one snapshot or filled in one transaction. */
import type { Socket } from "node:net";
import type pg from "pg";
import { type DatabaseAddress, describeDatabase } from "../../base/postgres-url.ts";
import {
  type ColumnType,
  columnNames,
  type ImageHead,
  keyColumns,
  type SourceImage,
  schemaMismatch,
  type TableCopy,
  type TargetImage,
  type Tuple,
  tables,
  targetNotEmpty,
} from "../transfer.ts";
import { connectClient } from "./postgres-connection.ts";
import { explain } from "./postgres-error.ts";
import { migrate, migrationNumber, ownMigrations, readMigrations } from "./postgres-migrate.ts";

/** Rows per batch: even the largest values fit in memory. */
const maxRows = 100;

/** Copying a whole store takes longer than the usual timeouts. */
const patient =
  "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '10min'; set local lock_timeout = '10s'";

/**
 * Nodes may continue: the snapshot is of this moment.
 * @throws unavailable: the database cannot be reached, or has another form
 */
export async function postgresSource(address: DatabaseAddress): Promise<SourceImage> {
  return opened(address, async (client, place) => {
    const [form, known] = [await migrationNumber(client), readMigrations(ownMigrations).length];
    if (form !== known) throw schemaMismatch(place, form, known);
    await client.query(`begin isolation level repeatable read read only; ${patient}`);
  });
}

/** Creates the tables of an empty database first. @throws unavailable; conflict: the database is not empty */
export async function postgresTarget(address: DatabaseAddress): Promise<TargetImage> {
  return opened(address, async (client, place) => {
    await migrate(client, place, readMigrations(ownMigrations));
    await client.query(`begin isolation level read committed read write; ${patient}`);
    // Reads continue; writers wait, and then find another epoch.
    await client.query(`lock table head, ${tables.map(({ name }) => name)} in exclusive mode`);
    const { rows } = await client.query(
      `select ${tables.map(({ name }) => `exists (select 1 from ${name})`).join(" or ")} as found`,
    );
    if (rows[0].found) throw targetNotEmpty(place);
  });
}

async function opened(
  address: DatabaseAddress,
  prepare: (client: pg.Client, place: string) => Promise<void>,
): Promise<PostgresImage> {
  const sockets = new Set<Socket>();
  const place = describeDatabase(address);
  try {
    const client = await connectClient(address, sockets);
    await prepare(client, place);
    return new PostgresImage(client, place, sockets);
  } catch (error) {
    for (const socket of sockets) socket.destroy();
    throw explain(error, place);
  }
}

class PostgresImage implements TargetImage {
  readonly place: string;
  readonly #client: pg.Client;
  readonly #sockets: ReadonlySet<Socket>;

  constructor(client: pg.Client, place: string, sockets: ReadonlySet<Socket>) {
    this.#client = client;
    this.place = place;
    this.#sockets = sockets;
  }

  async head(): Promise<ImageHead> {
    return (await this.#ask("select epoch, revision, floor from head")).rows[0];
  }

  async *rows(table: TableCopy): AsyncGenerator<Tuple[]> {
    await this.#ask(
      `declare copied no scroll cursor for select ${columnNames(table)} from ${table.name} order by ${keyColumns(table)}`,
    );
    for (;;) {
      const { rows } = await this.#ask({ text: `fetch ${maxRows} from copied`, rowMode: "array" });
      if (rows.length > 0) yield rows;
      if (rows.length < maxRows) break;
    }
    await this.#ask("close copied");
  }

  async write(table: TableCopy, rows: readonly Tuple[]): Promise<void> {
    const lists = table.columns.map(([, type], at) => `$${at + 1}::${arrays[type]}`);
    await this.#ask({
      text: `insert into ${table.name} (${columnNames(table)}) select * from unnest(${lists})`,
      values: table.columns.map((_, at) => rows.map((row) => row[at])),
    });
  }

  async seal({ epoch, revision, floor }: ImageHead): Promise<void> {
    await this.#ask({ text: "update head set epoch = $1, revision = $2, floor = $3", values: [epoch, revision, floor] });
    await this.#ask("commit");
    // Table statistics date from when the tables were empty; without new ones, the first queries are slow.
    await this.#ask("analyze").catch(() => undefined);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #ask(query: string | pg.QueryConfig | pg.QueryArrayConfig): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(query as pg.QueryConfig);
    } catch (error) {
      throw explain(error, this.place);
    }
  }
}

const arrays: Readonly<Record<ColumnType, string>> = { text: "text[]", integer: "bigint[]", boolean: "boolean[]" };
