import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { pluck } from "../../../test/pluck.ts";
import { change, commitOf, failsWith, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { readMigrations } from "../sql/migrations.ts";
import { ownMigrations } from "./sqlite-migrate.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();
/** The number of the program's migrations, and the number for one more in a file name. */
const own = readMigrations(ownMigrations).length;
const nextNumber = String(own + 1).padStart(4, "0");
const nextName = `${nextNumber}-colour.sql`;
const colour = "alter table commits add column colour text not null default 'red'";

describe("a migration", () => {
  it("keeps everything, and a copy of how it was lies beside", async () => {
    const directory = await withOneRow();
    const store = await openSqliteStore({ directory, migrations: withNext(colour) });
    assert.deepEqual(pluck(await store.rows(), "value"), ["1"]);
    assert.equal((await store.commit(commitOf([change("a/x", 2)]))).revision, 2);
    const { epoch } = await store.head();
    await store.close();
    const [copy = ""] = copies(directory);
    assert.match(copy, new RegExp(`^drawbridge\\.db\\.before-${nextNumber}-20\\d{6}T\\d{6}Z$`));
    assert.equal(statSync(join(directory, copy)).mode & 0o777, 0o600);
    const old = newDirectory();
    mkdirSync(old);
    copyFileSync(join(directory, copy), join(old, "drawbridge.db"));
    const restored = await openSqliteStore({ directory: old });
    assert.deepEqual(pluck(await restored.rows(), "value"), ["1"]);
    assert.equal((await restored.head()).revision, 1);
    assert.notEqual((await restored.head()).epoch, epoch, "a copy counts the same revisions again with other content");
    await restored.close();
  });

  it("makes no copy of a new database, nor where there is nothing to change", async () => {
    const directory = newDirectory();
    const migrations = withNext(colour);
    for (let n = 0; n < 2; n++) await (await openSqliteStore({ directory, migrations })).close();
    assert.deepEqual(copies(directory), []);
  });

  it("a failing migration leaves the database as it was", async () => {
    const directory = await withOneRow();
    await assert.rejects(
      openSqliteStore({ directory, migrations: withNext(`${colour}; drop table no_such_table`) }),
      /no_such_table/,
    );
    const db = new DatabaseSync(join(directory, "drawbridge.db"));
    assert.equal(db.prepare("pragma user_version").get()?.user_version, own);
    assert.equal(db.prepare("pragma table_info(commits)").all().length, 8);
    db.close();
    const store = await openSqliteStore({ directory });
    assert.deepEqual(pluck(await store.rows(), "value"), ["1"]);
    await store.close();
  });

  it("is found by its number, and none may be missing", () => {
    assert.deepEqual(
      readMigrations(withNext(colour))
        .map((m) => [m.number, m.name])
        .filter(([number]) => number === 1 || Number(number) > own),
      [
        [1, "0001-initial.sql"],
        [own + 1, nextName],
      ],
    );
    const gap = withNext(colour);
    renameSync(join(gap, nextName), join(gap, "9999-colour.sql"));
    assert.throws(() => readMigrations(gap), new RegExp(`expected a migration ${own + 1} before 9999-colour\\.sql`));
  });
});

describe("a database of another program", () => {
  it("a database of a newer Drawbridge is refused and not touched", async () => {
    const directory = await withOneRow();
    await (await openSqliteStore({ directory, migrations: withNext(colour) })).close();
    const before = contents(directory);
    await failsWith(
      "unavailable",
      openSqliteStore({ directory }),
      new RegExp(
        `has format ${own + 1}, which requires Drawbridge 0\\.2\\.0 or newer; this version knows format ${own}\\. Start that version again, or restore the copy`,
      ),
    );
    assert.deepEqual(contents(directory), before);
  });

  it("a database of another program is refused and not touched", async () => {
    const directory = newDirectory();
    mkdirSync(directory);
    const other = new DatabaseSync(join(directory, "drawbridge.db"));
    other.exec("create table bookmarks (url text)");
    other.close();
    const before = contents(directory);
    assert.match((await failure(openSqliteStore({ directory }))).message, /belongs to another program\. Move it away/);
    assert.deepEqual(contents(directory), before);
  });
});

async function withOneRow(): Promise<string> {
  const directory = newDirectory();
  const store = await openSqliteStore({ directory });
  await store.commit(commitOf([change("a/x", 1)]));
  await store.close();
  return directory;
}

function withNext(sql: string): string {
  const directory = newDirectory();
  cpSync(ownMigrations, directory, { recursive: true });
  writeFileSync(join(directory, nextName), sql);
  return directory;
}

const copies = (directory: string): string[] => readdirSync(directory).filter((name) => name.includes("before"));

function contents(directory: string): [string, string][] {
  return readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), "base64")]);
}
