/** One transaction has a migration and its record, and a lock: of nodes that start together, one migrates. */
import { NeedsOperator } from "drawbridge-rules/values/errors.ts";
import type pg from "pg";
import { programFile } from "../../base/program-files.ts";
import { type Migration, newerStore } from "../sql/migrations.ts";
import { sqlState } from "./postgres-error.ts";

export const ownMigrations = programFile("server/src/store/postgres/migrations");

/**
 * Only reads if no migration is missing.
 * @param place subject of messages, naming the database
 * @throws unavailable: it belongs to a newer program or to another one, is too old, or cannot store every text; a pg error
 */
export async function migrate(client: pg.Client, place: string, migrations: readonly Migration[]): Promise<void> {
  await refuseUnfit(client, place);
  if ((await currentForm(rowsOf(client))).form === migrations.length) return;
  for (const migration of migrations) await carryOut(client, place, migration, migrations.length);
}

/** Only reads. @throws the errors with which `migrate` would refuse to begin */
export async function checkMigratable(client: pg.Client, place: string, migrations: readonly Migration[]): Promise<void> {
  await refuseUnfit(client, place);
  await refuseNewer(rowsOf(client), place, migrations.length);
}

type Ask = (text: string) => Promise<readonly Record<string, unknown>[]>;

function rowsOf(client: pg.Client): Ask {
  return async (text) => (await client.query(text)).rows;
}

/** @param known number of this program's migrations @throws newer_store, or unavailable: it belongs to another program */
export async function refuseNewer(ask: Ask, place: string, known: number): Promise<void> {
  refuseForeign(await currentForm(ask), place, known);
}

/** "Drbr" as a number: other users of advisory locks have other numbers. */
const lock = 0x44726272;

const oldest = 150_000;

/** A migration, and waiting for the node that runs it, may take long. */
const patient =
  "set local lock_timeout = '10min'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = '1min'";

interface Form {
  readonly form: number;
  readonly isOurs: boolean;
  readonly hasTables: boolean;
  /** Oldest program that knows the form; null means unknown. */
  readonly needs: string | null;
}

async function carryOut(client: pg.Client, place: string, migration: Migration, known: number): Promise<void> {
  await client.query(`begin isolation level read committed read write; ${patient}`);
  try {
    await client.query("select pg_advisory_xact_lock($1)", [lock]);
    const now = await currentForm(rowsOf(client));
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
    const message = `${place} could not be migrated and is unchanged: ${name} failed (${(error as Error).message}).`;
    throw new NeedsOperator(message, error);
  }
}

/** A missing permission is no error of the statement. */
function isOfTheStatement(error: unknown): boolean {
  const code = sqlState(error);
  return code !== null && /^(22|23|42)/.test(code) && code !== "42501";
}

function refuseForeign({ form, isOurs, hasTables, needs }: Form, place: string, known: number): void {
  if (!isOurs && hasTables) {
    const message = `${place} has tables of another program. Create a separate database or schema for Drawbridge (/docs/postgresql).`;
    throw new NeedsOperator(message);
  }
  if (form <= known) return;
  throw newerStore(place, form, known, needs, "restore a backup from before the upgrade");
}

/** 0 means none. @throws a pg error */
export async function migrationNumber(client: pg.Client): Promise<number> {
  return (await currentForm(rowsOf(client))).form;
}

/** One statement, so that all its parts see the same state. */
async function currentForm(ask: Ask): Promise<Form> {
  const [tables] = (await ask(`
    with tables as (
      select relname from pg_class
      where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'))
    select exists (select 1 from tables where relname = 'drawbridge_migrations') as "isOurs",
      exists (select 1 from tables) as "hasTables"`)) as [Pick<Form, "isOurs" | "hasTables">];
  if (!tables.isOurs) return { form: 0, needs: null, ...tables };
  // As JSON: tables of another format may lack the column.
  const [last] = (await ask(`
    select coalesce(max(number), 0) as form, (select to_jsonb(head) ->> 'needs' from head) as needs
    from drawbridge_migrations`)) as [Pick<Form, "form" | "needs">];
  return { ...last, ...tables };
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
      ? `runs PostgreSQL ${version}; Drawbridge requires 15 or newer.`
      : encoding !== "UTF8"
        ? `has the encoding ${encoding}, which cannot store every text: create it with \`encoding 'UTF8' template template0\`.`
        : schema === null
          ? "has no schema in this user's search_path: create one (/docs/postgresql)."
          : null;
  if (problem !== null) throw new NeedsOperator(`${place} ${problem}`);
}
