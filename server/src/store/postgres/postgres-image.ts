import type pg from "pg";
import { type DatabaseAddress, describeDatabase } from "../../base/postgres-url.ts";
import { readMigrations } from "../sql/migrations.ts";
import { tables } from "../tables.ts";
import { type SourceImage, SqlImage, schemaMismatch, targetNotEmpty } from "../transfer.ts";
import { explain } from "./postgres-error.ts";
import { DatabaseHosts } from "./postgres-hosts.ts";
import { migrate, migrationNumber, ownMigrations } from "./postgres-migrate.ts";
import { postgresDialect, sqlOn } from "./postgres-pool.ts";

/** Copying a whole store takes longer than the usual timeouts. */
const patient =
  "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '10min'; set local lock_timeout = '10s'";

/** Nodes may continue: the snapshot is of this moment. @throws unavailable */
export async function postgresSource(address: DatabaseAddress): Promise<SourceImage> {
  return opened(address, async (client, place) => {
    const [form, known] = [await migrationNumber(client), readMigrations(ownMigrations).length];
    if (form !== known) throw schemaMismatch(place, form, known);
    await client.query(`begin isolation level repeatable read read only; ${patient}`);
  });
}

/** @throws unavailable; conflict: the database is not empty */
export async function postgresTarget(address: DatabaseAddress): Promise<SqlImage> {
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

async function opened(address: DatabaseAddress, prepare: (client: pg.Client, place: string) => Promise<void>): Promise<SqlImage> {
  const hosts = new DatabaseHosts(address);
  const close = async () => {
    for (const socket of hosts.sockets) socket.destroy();
  };
  const place = describeDatabase(address);
  try {
    const client = await hosts.connect();
    await prepare(client, place);
    return new SqlImage({
      place,
      sql: sqlOn(client),
      dialect: postgresDialect,
      explain: (error) => explain(error, place),
      async commit() {
        await client.query("commit");
        // Statistics date from empty tables; without new ones, the first queries are slow.
        await client.query("analyze").catch(() => undefined);
      },
      close,
    });
  } catch (error) {
    await close();
    throw explain(error, place);
  }
}
