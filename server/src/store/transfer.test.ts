/** A round trip through both engines preserves all content; only the epoch differs. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import { forAllAsync } from "../../test/for-all.ts";
import { openPostgres } from "../../test/postgres.ts";
import { addressOf } from "../../test/postgres-store.ts";
import { change, commitOf, failsWith, failure } from "../../test/store-contract/change.ts";
import { everythingAsked, fill, filling } from "../../test/store-filling.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { postgresSource, postgresTarget } from "./postgres/postgres-image.ts";
import { openPostgresStore } from "./postgres/postgres-store.ts";
import { sqliteSource, sqliteTarget } from "./sqlite/sqlite-image.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";
import { tables } from "./tables.ts";
import { type SourceImage, type SqlImage, transfer } from "./transfer.ts";

const newDirectory = temporaryDirectories();
const postgres = await openPostgres();
after(() => postgres.close());

interface Place {
  source(): Promise<SourceImage>;
  target(): Promise<SqlImage>;
  store(): Promise<Store>;
}

function inSqlite(directory = newDirectory()): Place {
  return {
    source: async () => sqliteSource(directory),
    target: async () => sqliteTarget(directory),
    store: () => openSqliteStore({ directory }),
  };
}

async function inPostgres(): Promise<Place> {
  const address = addressOf(await postgres.database());
  return {
    source: () => postgresSource(address),
    target: () => postgresTarget(address),
    store: () => openPostgresStore({ address }),
  };
}

async function copy(from: Place, to: Place, epoch: string) {
  await using open = new AsyncDisposableStack();
  const source = open.adopt(await from.source(), (image) => image.close());
  const target = open.adopt(await to.target(), (image) => image.close());
  return await transfer(source, target, epoch);
}

async function inStore<T>(place: Place, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await place.store();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const engines: Readonly<Record<string, () => Place | Promise<Place>>> = { SQLite: inSqlite, PostgreSQL: inPostgres };

it("from SQLite to PostgreSQL and back: every question is answered as before, but for the epoch", () =>
  forAllAsync([filling], 6, async (content) => {
    const [start, middle, end] = [inSqlite(), await inPostgres(), inSqlite()];
    const before = await inStore(start, async (store) => {
      await fill(store, content);
      return everythingAsked(store);
    });
    await copy(start, middle, "there");
    const there = await inStore(middle, (store) => everythingAsked(store));
    assert.equal(there.head.epoch, "there");
    assert.deepEqual({ ...there, head: null }, { ...before, head: null });
    assert.equal(there.head.revision, before.head.revision);
    const { rows } = await copy(middle, end, "back");
    assert.equal(rows.commits, before.head.revision);
    await inStore(end, async (store) => {
      assert.deepEqual(await everythingAsked(store), { ...before, head: { ...before.head, epoch: "back" } });
      assert.equal((await store.commit(commitOf([change("a/x", 1)]))).revision, before.head.revision + 1);
    });
  }));

describe("the list of what is copied", () => {
  const listed = tables.map(({ name, columns }) => [name, columns.map(([column]) => column).sort()]).sort();
  const heads = ["beside", "epoch", "floor", "needs", "renewed_from", "revision"];

  it("has every table and column of SQLite", async () => {
    const directory = newDirectory();
    await (await openSqliteStore({ directory })).close();
    const db = new DatabaseSync(join(directory, "drawbridge.db"), { readOnly: true });
    const found = db
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .all()
      .map(({ name }) => [
        name,
        db
          .prepare("select name from pragma_table_info(?)")
          .all(String(name))
          .map((c) => c.name)
          .sort(),
      ]);
    db.close();
    // A copy computes the checksums again.
    const copied = found.map(([name, columns]) => [name, (columns as string[]).filter((column) => column !== "checksum")]);
    assert.deepEqual(copied.filter(([name]) => name !== "head").sort(), listed);
    assert.deepEqual(found.find(([name]) => name === "head")?.[1], [...heads, "only"].sort());
  });

  it("has every table and column of PostgreSQL, with its type", async () => {
    const url = await postgres.database();
    await (await openPostgresStore({ address: addressOf(url) })).close();
    const columns = await postgres.run(
      url,
      `select table_name as name, column_name as column, data_type as type from information_schema.columns
       where table_schema = 'public' and table_name not in ('drawbridge_migrations', 'nodes')`,
    );
    const types = { text: "text", integer: "bigint", boolean: "boolean" };
    const expected = tables.flatMap(({ name, columns: own }) => own.map(([column, type]) => `${name}.${column} ${types[type]}`));
    const head = heads.map(
      (column) => `head.${column} ${["epoch", "needs", "renewed_from"].includes(column) ? "text" : "bigint"}`,
    );
    const actual = columns.map(({ name, column, type }) => `${name}.${column} ${type}`).sort();
    assert.deepEqual(actual, [...expected, ...head, "head.one boolean"].sort());
  });
});

describe("a copy", () => {
  for (const [name, make] of Object.entries(engines)) {
    it(`is refused where something is in ${name}, and changes nothing there`, async () => {
      const [from, to] = [inSqlite(), await make()];
      await inStore(from, (store) => store.commit(commitOf([change("a/x", 1)])));
      const before = await inStore(to, async (store) => {
        await store.commit(commitOf([change("a/x", 2)]));
        return [await store.head(), await store.rows()];
      });
      await failsWith("conflict", copy(from, to, "e"), /is not empty: copy to an empty store instead/);
      await inStore(to, async (store) => assert.deepEqual([await store.head(), await store.rows()], before));
    });

    it(`into ${name} that breaks off leaves nothing, and can be made again`, async () => {
      const [from, to] = [inSqlite(), await make()];
      await inStore(from, (store) => store.commit(commitOf([change("a/x", 1)])));
      const source = await from.source();
      const target = await to.target();
      target.rows = async function* () {
        yield [["other"]];
      };
      const error = await failure(transfer(source, target, "e"));
      assert.match(error.message, /did not store commits correctly: 1 of 1 rows were read back, or other ones/);
      await source.close();
      await target.close();
      await copy(from, to, "again");
      await inStore(to, async (store) => {
        assert.deepEqual(await store.head(), { epoch: "again", revision: 1 });
        assert.equal((await store.rows()).length, 1);
      });
    });
  }

  it("leaves the source as it was", async () => {
    const directory = newDirectory();
    const from = inSqlite(directory);
    await inStore(from, (store) => store.commit(commitOf([change("a/x", 1)])));
    const before = readFileSync(join(directory, "drawbridge.db"));
    await copy(from, inSqlite(), "e");
    assert.deepEqual(readFileSync(join(directory, "drawbridge.db")), before);
  });
});
