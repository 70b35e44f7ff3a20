/**
 * Brings the tables to the form that this program knows. A migration is a numbered file, carried out in one transaction together
 * with its record. However many nodes start at once, one of them does it: the lock is the transaction's own, and ends with it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { NeedsOperator } from "drawbridge-rules/values/errors.ts";
import type pg from "pg";
import { sqlState } from "./postgres-error.ts";

/** Directory of the migrations that belong to this program. */
export const ownMigrations = fileURLToPath(new URL("./migrations/", import.meta.url));

export interface Migration {
  readonly number: number;
  /** e.g. `0001-initial.sql` */
  readonly name: string;
  readonly sql: string;
}

/** The files of `directory`, which are numbered 0001, 0002 … without a gap. */
export function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith(".sql"));
  return names.sort().map((name, index) => {
    const number = Number(name.slice(0, 4));
    if (number !== index + 1) throw new Error(`${directory}: expected a migration ${index + 1} before ${name}`);
    return { number, name, sql: readFileSync(join(directory, name), "utf8") };
  });
}

/**
 * Carries out what is missing, each whole or not at all; where nothing is, it only reads.
 * @param place how a sentence about this database begins
 * @throws unavailable: it belongs to a newer program or to another one, is too old, or does not hold every text; a pg error
 */
export async function migrate(client: pg.Client, place: string, migrations: readonly Migration[]): Promise<void> {
  await refuseUnfit(client, place);
  if ((await currentForm(client)).form === migrations.length) return;
  for (const migration of migrations) await carryOut(client, place, migration, migrations.length);
}

/** Reads only. @throws as `migrate`, where that would refuse to begin */
export async function inspect(client: pg.Client, place: string, migrations: readonly Migration[]): Promise<void> {
  await refuseUnfit(client, place);
  refuseForeign(await currentForm(client), place, migrations.length);
}

/** "Drbr" as a number: who else uses advisory locks of this database has another one. */
const lock = 0x44726272;

/** The oldest that its makers still mend. */
const oldest = 150_000;

/** A migration may be long, and so may the wait for the node that does it. */
const patient =
  "set local lock_timeout = '10min'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '1min'";

interface Form {
  /** Number of the last migration. */
  readonly form: number;
  /** Whether its migrations were ever noted. */
  readonly isOurs: boolean;
  /** Whether anything else is there. */
  readonly hasTables: boolean;
}

async function carryOut(client: pg.Client, place: string, migration: Migration, known: number): Promise<void> {
  await client.query(`begin isolation level read committed read write; ${patient}`);
  try {
    await client.query("select pg_advisory_xact_lock($1)", [lock]);
    const now = await currentForm(client);
    refuseForeign(now, place, known);
    if (now.form < migration.number) await write(client, place, migration, now);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

async function write(client: pg.Client, place: string, { number, name, sql }: Migration, { isOurs }: Form): Promise<void> {
  try {
    if (!isOurs) await client.query(records);
    await client.query(sql);
    await client.query("insert into drawbridge_migrations (number, name) values ($1, $2)", [number, name]);
  } catch (error) {
    if (!isOfTheStatement(error)) throw error;
    const message = `${place} could not be brought to its present form, and is as it was: ${name} failed (${(error as Error).message}).`;
    throw new NeedsOperator(message, error);
  }
}

/** Data or tables that are not as the migration expects them; a missing right is not of those. */
function isOfTheStatement(error: unknown): boolean {
  const code = sqlState(error);
  return code !== null && /^(22|23|42)/.test(code) && code !== "42501";
}

/** @throws unavailable: it belongs to a newer program, or to another one */
function refuseForeign({ form, isOurs, hasTables }: Form, place: string, known: number): void {
  if (!isOurs && hasTables) {
    const message = `${place} has the tables of another program. Make a database for Drawbridge alone, or a schema (docs/postgresql.md).`;
    throw new NeedsOperator(message);
  }
  if (form <= known) return;
  throw new NeedsOperator(
    `${place} was written by a newer Drawbridge (form ${form}; this one knows ${known}). ` +
      "Start the newer version again, or put back a backup from before it.",
  );
}

/** Number of the last migration that was carried out; 0: of none. @throws a pg error */
export async function formOf(client: pg.Client): Promise<number> {
  return (await currentForm(client)).form;
}

/** One statement: what one of its parts sees, the others see. */
async function currentForm(client: pg.Client): Promise<Form> {
  const { rows } = await client.query(`
    with tables as (
      select relname from pg_class
      where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'))
    select exists (select 1 from tables where relname = 'drawbridge_migrations') as "isOurs",
      exists (select 1 from tables) as "hasTables"`);
  const [{ isOurs, hasTables }] = rows;
  if (!isOurs) return { form: 0, isOurs, hasTables };
  const last = await client.query("select coalesce(max(number), 0) as form from drawbridge_migrations");
  return { form: last.rows[0].form, isOurs, hasTables };
}

const records = `
  create table drawbridge_migrations (
    number bigint primary key,
    name text not null,
    at timestamptz not null default now()
  )`;

/** @throws unavailable */
async function refuseUnfit(client: pg.Client, place: string): Promise<void> {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::bigint as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, current_schema() as schema`);
  const [{ number, version, encoding, schema }] = rows;
  const problem =
    number < oldest
      ? `is a PostgreSQL ${version}; Drawbridge needs 15 or newer.`
      : encoding !== "UTF8"
        ? `has the encoding ${encoding}, which does not hold every text: make it with \`encoding 'UTF8' template template0\`.`
        : schema === null
          ? "has no schema that this user's search_path names: make one (docs/postgresql.md)."
          : null;
  if (problem !== null) throw new NeedsOperator(`${place} ${problem}`);
}
