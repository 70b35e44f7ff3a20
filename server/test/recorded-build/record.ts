/** Records the store of this version, and its answers: `node server/test/recorded-build/record.ts`. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { programVersion } from "../../../release/artifact-trees.ts";
import { ownMigrations } from "../../src/store/postgres/postgres-migrate.ts";
import { readMigrations } from "../../src/store/sql/migrations.ts";
import { tables } from "../../src/store/tables.ts";
import { openPostgres, type Postgres } from "../postgres.ts";
import { runCommand } from "../recorded-io.ts";
import { startProgram } from "../running-program.ts";
import { type Captured, sendAll } from "./recording.ts";
import { reading, steps } from "./steps.ts";

const target = join(import.meta.dirname, programVersion);
if (existsSync(target)) throw new Error(`${target} is there: the store of a released version is recorded once`);
const directory = mkdtempSync(join(tmpdir(), "drawbridge-recording-"));
const data = join(directory, "data");
const clock = { now: Date.parse("2026-11-21T12:00:00Z") };
const start = () => startProgram({ directory: data, now: () => clock.now });
const program = await start();
function tick(): void {
  clock.now += 1000;
}

const captured: Captured = { token: program.token };
const answers = await sendAll(program, steps, tick, captured);
await program.stop();
const postgres = await openPostgres();
const database = await postgres.database();
const backup = join(directory, "store.db");
await done("backup", "--local", "--to", backup);
const [inPlace, saved] = [join(data, "drawbridge.db"), backup].map((file) => readFileSync(file));

await done("copy", "--from", data, "--to", "postgresql");
const sql = await dump(postgres, database);
await postgres.close();

const again = await start();
const opened = await sendAll(again, reading, () => undefined, captured);
await again.stop();
const contents = {
  "answers.json": JSON.stringify({ captured, answers, opened }),
  "drawbridge.db": inPlace ?? "",
  "backup.db": saved ?? "",
  "postgresql.sql": sql,
};
mkdirSync(target);
for (const [name, content] of Object.entries(contents))
  writeFileSync(join(target, `${name}.gz`), gzipSync(content, { level: 9 }));
rmSync(directory, { recursive: true });

async function done(...argv: readonly string[]): Promise<void> {
  const env = { DRAWBRIDGE_DATA: data, ...(argv[0] === "copy" ? { DRAWBRIDGE_DATABASE_URL: database } : {}) };
  const { code, err } = await runCommand(argv, { env, now: () => clock.now });
  if (code !== 0) throw new Error(err);
}

/** The database as SQL: its migrations of today, and its rows. `pg_dump` writes what older servers refuse. */
async function dump(server: Postgres, url: string): Promise<string> {
  const lines = [
    "create table drawbridge_migrations (number bigint primary key, name text not null, at timestamptz not null default now());",
    ...readMigrations(ownMigrations).map(({ sql }) => sql),
    "delete from head;",
  ];
  for (const name of ["drawbridge_migrations", "head", ...tables.map((table) => table.name)]) {
    const [row] = await server.run(url, `select json_agg(t)::text as rows from "${name}" t`);
    if (row?.rows == null) continue;
    const rows = String(row.rows).replaceAll("'", "''");
    lines.push(`insert into "${name}" select * from json_populate_recordset(null::"${name}", '${rows}');`);
  }
  return `${lines.join("\n")}\n`;
}
