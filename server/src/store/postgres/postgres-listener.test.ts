import assert from "node:assert/strict";
import { after, test } from "node:test";
import pg from "pg";
import { DeafProxy } from "../../../test/deaf-proxy.ts";
import { openPostgres } from "../../../test/postgres.ts";
import { change, commitOf } from "../../../test/store-contract/change.ts";
import { until } from "../../../test/until.ts";
import { parseDatabaseUrl } from "../../base/postgres-url.ts";
import { openPostgresStore, type PostgresStore } from "./postgres-store.ts";

const postgres = await openPostgres();
after(() => postgres.close());

async function storeAt(url: string): Promise<PostgresStore> {
  const address = parseDatabaseUrl(url);
  assert.ok(address);
  return openPostgresStore({ address });
}

test("a node listens once it has heard itself, and others do not take that for a commit", async () => {
  const url = await postgres.database();
  const [a, b] = [await storeAt(url), await storeAt(url)];
  try {
    assert.equal(a.connections.isListening, false);
    let rings = 0;
    b.watch(() => rings++);
    await until(async () => b.connections.isListening);
    const before = rings;
    a.watch(() => undefined);
    await until(async () => a.connections.isListening);
    assert.equal(rings, before);
    await a.commit(commitOf([change("a/x", 1)]));
    await until(async () => rings > before);
  } finally {
    await Promise.all([a.close(), b.close()]);
  }
});

test("a node behind a pooler that delivers no notifications does not listen, and listens when they come", async () => {
  const url = await postgres.database();
  await using proxy = await DeafProxy.open(postgres.port);
  const store = await storeAt(proxy.urlOf(url));
  try {
    let rings = 0;
    store.watch(() => rings++);
    await until(async () => proxy.kept > 0);
    assert.equal(store.connections.isListening, false);
    const other = await storeAt(url);
    await other.commit(commitOf([change("a/x", 1)]));
    await other.close();
    await until(async () => proxy.kept > 1);
    assert.equal(store.connections.isListening, false);
    assert.equal(rings, 1, "only as it began to listen");
    proxy.isDeaf = false;
    proxy.cut();
    await until(async () => store.connections.isListening);
  } finally {
    await store.close();
  }
});

test("a table that another program locks is held up, and not out of reach", async () => {
  const url = await postgres.database();
  const store = await storeAt(url);
  const locking = new pg.Client({ connectionString: url });
  await locking.connect();
  try {
    await locking.query("begin; lock table head in access exclusive mode");
    const asked = [store.head(), store.end(), store.project("acme"), store.commit(commitOf([change("a/x", 1)]))];
    await Promise.all(asked.map((each) => assert.rejects(each, /is blocked: another program holds a lock/)));
    await locking.query("rollback");
    assert.equal((await store.head()).revision, 0);
  } finally {
    await Promise.all([locking.end(), store.close()]);
  }
});
