import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";
import { pluck } from "../../../test/pluck.ts";
import { openPostgres } from "../../../test/postgres.ts";
import { addressOf, as, openAt } from "../../../test/postgres-store.ts";
import { change, commitOf, failsWith, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { readMigrations } from "../sql/migrations.ts";
import { ownMigrations } from "./postgres-migrate.ts";
import { inspectDatabase } from "./postgres-store.ts";

const postgres = await openPostgres();
after(() => postgres.close());
const newDirectory = temporaryDirectories();

const own = readMigrations(ownMigrations).length;
const nextName = `${String(own + 1).padStart(4, "0")}-colour.sql`;
const colour = "alter table commits add column colour text not null default 'red'";

describe("a migration of PostgreSQL", () => {
  it("is carried out once when six processes do", async () => {
    const url = await postgres.database();
    const outputs = await Promise.all(Array.from({ length: 6 }, () => promisify(execFile)(process.execPath, opener(url))));
    assert.equal(new Set(outputs.map(({ stdout }) => stdout)).size, 1, "one epoch");
    assert.equal((await records(url)).length, own);
  });

  it("keeps everything", async () => {
    const url = await withOneRow();
    const { epoch } = await headAt(url);
    const store = await openAt(url, withNext(colour));
    assert.deepEqual(pluck(await store.rows(), "value"), ["1"]);
    assert.deepEqual(await store.commit(commitOf([change("a/x", 2)])), { epoch, revision: 2 });
    await store.close();
  });

  it("a failing migration leaves the database as it was, and the error names it", async () => {
    const url = await withOneRow();
    await failsWith(
      "unavailable",
      openAt(url, withNext(`${colour}; drop table no_such_table`)),
      new RegExp(`is unchanged: ${nextName} failed \\(table "no_such_table" does not exist\\)`),
    );
    assert.equal((await records(url)).length, own);
    const columns = await postgres.run(url, "select 1 from information_schema.columns where table_name = 'commits'");
    assert.equal(columns.length, 8);
    assert.equal((await headAt(url)).revision, 1);
  });
});

describe("a database on PostgreSQL that is not for this program", () => {
  it("and is a newer Drawbridge's is refused and not touched", async () => {
    const url = await withOneRow();
    await (await openAt(url, withNext(colour))).close();
    const error = await failure(openAt(url));
    assert.equal(error.code, "unavailable");
    const sentence = `has format ${own + 1}, which requires Drawbridge 0\\.2\\.0 or newer; this version knows format ${own}\\. Start that version again`;
    assert.match(error.message, new RegExp(sentence));
    assert.equal((await records(url)).length, own + 1);
    assert.match((await failure(inspectDatabase({ address: addressOf(url) }))).message, new RegExp(sentence));
  });

  it("and has the tables of another program is refused and not touched", async () => {
    const url = await postgres.database();
    await postgres.run(url, "create table bookmarks (url text)");
    const error = await failure(openAt(url));
    assert.match(error.message, /has tables of another program\. Create a separate database or schema/);
    const tables = await postgres.run(url, "select tablename from pg_tables where schemaname = 'public'");
    assert.deepEqual(tables, [{ tablename: "bookmarks" }]);
  });

  it("and does not hold every text is refused", async () => {
    await postgres.run(postgres.url, "create database latin encoding 'LATIN1' locale 'C' template template0");
    const error = await failure(openAt(postgres.url.replace(/postgres$/, "latin")));
    assert.match(error.message, /has the encoding LATIN1, which cannot store every text/);
  });

  it("and gives this user no place is refused, with what to do", async () => {
    const url = await postgres.database();
    const [name] = url.split("/").slice(-1);
    await postgres.run(url, "create role visitor login password 'visitor'; revoke all on schema public from public");
    const visitors = as(url, "visitor", "visitor");
    assert.match((await failure(openAt(visitors))).message, /has no schema in this user's search_path/);
    await postgres.run(url, "grant usage on schema public to visitor");
    const error = await failure(openAt(visitors));
    assert.match(
      error.message,
      new RegExp(`The database ${name} on 127\\.0\\.0\\.1:\\d+ denies this user a permission: the user must own`),
    );
    assert.ok(!error.message.includes("visitor:"));
  });
});

describe("a role that owns nothing but its database", () => {
  it("is enough, and tables of extensions do not get in the way", async () => {
    await postgres.run(postgres.url, "create role drawbridge login password 'p@ss/word'");
    await postgres.run(postgres.url, "create database of_its_own owner drawbridge");
    const url = as(postgres.url.replace(/postgres$/, "of_its_own"), "drawbridge", "p@ss/word");
    await postgres.run(postgres.url.replace(/postgres$/, "of_its_own"), "create extension if not exists pg_stat_statements");
    const store = await openAt(url);
    assert.equal((await store.commit(commitOf([change("a/x", 1)]))).revision, 1);
    await store.close();
    await inspectDatabase({ address: addressOf(url) });
  });
});

describe("a role that owns no table", () => {
  it("may read and write them, where there is nothing to migrate", async () => {
    const url = await withOneRow();
    const rights = "select, insert, update, delete on all tables in schema public";
    await postgres.run(url, `create role tenant login password 't'; grant ${rights} to tenant`);
    const store = await openAt(as(url, "tenant", "t"));
    await store.commit(commitOf([change("a/x", 2)]));
    assert.equal((await store.compact(Number.MAX_SAFE_INTEGER)).changes, 1);
    await store.close();
    assert.match((await failure(openAt(as(url, "tenant", "t"), withNext(colour)))).message, /denies this user a permission/);
  });
});

async function records(url: string): Promise<Record<string, unknown>[]> {
  return postgres.run(url, "select number::int as number, name from drawbridge_migrations order by number");
}

async function headAt(url: string) {
  const store = await openAt(url);
  try {
    return await store.head();
  } finally {
    await store.close();
  }
}

async function withOneRow(): Promise<string> {
  const url = await postgres.database();
  const store = await openAt(url);
  await store.commit(commitOf([change("a/x", 1)]));
  await store.close();
  return url;
}

function withNext(sql: string): string {
  const directory = newDirectory();
  cpSync(ownMigrations, directory, { recursive: true });
  writeFileSync(join(directory, nextName), sql);
  return directory;
}

/** A process that opens the store, prints its epoch and ends. */
function opener(url: string): string[] {
  const module = new URL("./postgres-store.ts", import.meta.url).href;
  const code = `
    import { openPostgresStore } from ${JSON.stringify(module)};
    const store = await openPostgresStore({ address: ${JSON.stringify(addressOf(url))} });
    console.log((await store.head()).epoch);
    await store.close();`;
  return ["--input-type=module", "--eval", code];
}
