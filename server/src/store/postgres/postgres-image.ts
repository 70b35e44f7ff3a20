/** The tables of a PostgreSQL database, read in one snapshot or filled in one transaction. */
import type { Socket } from "node:net";
import type pg from "pg";
import {
  type ColumnType,
  type ImageHead,
  keyOf,
  namesOf,
  notEmpty,
  otherForm,
  type SourceImage,
  type TableCopy,
  type TargetImage,
  type Tuple,
  tables,
} from "../transfer.ts";
import { type DatabaseAddress, placeOf } from "./postgres-address.ts";
import { newClient } from "./postgres-connection.ts";
import { explain } from "./postgres-error.ts";
import { formOf, migrate, ownMigrations, readMigrations } from "./postgres-migrate.ts";

/** Rows at a time: of the largest values there are, they fit in memory. */
const mostRows = 100;

/** All of a store takes longer than any statement of a server may. */
const patient =
  "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '10min'; set local lock_timeout = '10s'";

/** Nodes may go on meanwhile: it is read as it is now. @throws unavailable: it cannot be reached, or has another form */
export async function postgresSource(address: DatabaseAddress): Promise<SourceImage> {
  return opened(address, async (client, place) => {
    const [form, known] = [await formOf(client), readMigrations(ownMigrations).length];
    if (form !== known) throw otherForm(place, form, known);
    await client.query(`begin isolation level repeatable read read only; ${patient}`);
  });
}

/** Brings an empty database to its form first. @throws unavailable; conflict: there is something in it */
export async function postgresTarget(address: DatabaseAddress): Promise<TargetImage> {
  return opened(address, async (client, place) => {
    await migrate(client, place, readMigrations(ownMigrations));
    await client.query(`begin isolation level read committed read write; ${patient}`);
    // Reads go on; whoever would write waits, and finds another epoch.
    await client.query(`lock table head, ${tables.map(({ name }) => name)} in exclusive mode`);
    const { rows } = await client.query(
      `select ${tables.map(({ name }) => `exists (select 1 from ${name})`).join(" or ")} as found`,
    );
    if (rows[0].found) throw notEmpty(place);
  });
}

async function opened(
  address: DatabaseAddress,
  prepare: (client: pg.Client, place: string) => Promise<void>,
): Promise<PostgresImage> {
  const sockets = new Set<Socket>();
  const client = newClient(address, sockets);
  const place = placeOf(address);
  try {
    await client.connect();
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
    await this.#ask(`declare copied no scroll cursor for select ${namesOf(table)} from ${table.name} order by ${keyOf(table)}`);
    for (;;) {
      const { rows } = await this.#ask({ text: `fetch ${mostRows} from copied`, rowMode: "array" });
      if (rows.length > 0) yield rows;
      if (rows.length < mostRows) break;
    }
    await this.#ask("close copied");
  }

  async write(table: TableCopy, rows: readonly Tuple[]): Promise<void> {
    const lists = table.columns.map(([, type], at) => `$${at + 1}::${arrays[type]}`);
    await this.#ask({
      text: `insert into ${table.name} (${namesOf(table)}) select * from unnest(${lists})`,
      values: table.columns.map((_, at) => rows.map((row) => row[at])),
    });
  }

  async seal({ epoch, revision, floor }: ImageHead): Promise<void> {
    await this.#ask({ text: "update head set epoch = $1, revision = $2, floor = $3", values: [epoch, revision, floor] });
    await this.#ask("commit");
    // What is known of the tables is of when they were empty. Without it the first questions are slow, and nothing worse.
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
