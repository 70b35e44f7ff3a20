/** Nodes that share a PostgreSQL: one log, notified by each other or not. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import pg from "pg";
import { pluck } from "../../../test/pluck.ts";
import { openPostgres } from "../../../test/postgres.ts";
import { openAt } from "../../../test/postgres-store.ts";
import { change, commitOf } from "../../../test/store-contract/change.ts";
import { testWith } from "../../../test/test-with.ts";
import { until } from "../../../test/until.ts";
import { checkedStore } from "../checked-store.ts";

const postgres = await openPostgres();
after(() => postgres.close());

const it = testWith(async (t) => {
  const url = await postgres.database();
  const [a, b] = [await openAt(url), await openAt(url)];
  t.after(() => Promise.all([a.close(), b.close()]));
  return { url, a, b };
});

it("two nodes have one log, one secret and one first account", async ({ a, b }) => {
  const commits = Array.from({ length: 20 }, (_, n) => (n % 2 ? a : b).commit(commitOf([change(`a/${n}`, n)])));
  const revisions = (await Promise.all(commits)).map(({ revision }) => revision);
  const actual = revisions.sort((x, y) => x - y);
  const expected = Array.from({ length: 20 }, (_, n) => n + 1);
  assert.deepEqual(actual, expected);
  assert.deepEqual(await a.whole(), await b.whole());
  assert.equal(new Set(await Promise.all([a, b, a, b].map((store) => store.secret("cursor")))).size, 1);
  const person = { id: "u_1", login: "ada", name: "Ada", createdAt: 0, disabledAt: null };
  const made = await Promise.allSettled([a, b].map((store, n) => store.accounts.addPerson({ ...person, id: `u_${n}` }, {})));
  assert.deepEqual(made.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
});

it("nodes that compact at the same time count once what goes", async ({ a, b }) => {
  for (let n = 0; n < 60; n++) await a.commit(commitOf([change(`a/${n % 7}`, n)], { at: n }));
  const before = await a.rowsAt("a", 60);
  const done = await Promise.all([a.compact(1_000), b.compact(1_000)]);
  const actual = done.reduce((sum, { changes }) => sum + changes, 0);
  assert.equal(actual, 53);
  assert.deepEqual(await b.rowsAt("a", 60), before);
});

it("a node has the clock of the database, also through the store that a server works with", async ({ a }) => {
  const checked = checkedStore(a);
  for (const read of [() => a.clock(), () => checked.clock?.() ?? Promise.resolve(0)]) {
    const before = Date.now();
    const at = await read();
    // The same machine: PostgreSQL counts microseconds, of which the rest is cut off.
    assert.ok(before - 1 <= at && at <= Date.now(), `${before} ${at}`);
  }
});

it("commits that finish in another order than they started are never skipped", async ({ url, a, b }) => {
  // It began first and has its place in the order of transactions, and does nothing until the others are through.
  const early = new pg.Client({ connectionString: url });
  await early.connect();
  await early.query("begin; select pg_current_xact_id()");
  for (let n = 1; n <= 3; n++) await a.commit(commitOf([change("a/x", n)]));
  await early.query("update head set revision = revision + 1");
  // This commit holds the next number, and later ones wait: if a later one were seen first, it would hide this one.
  const late = a.commit(commitOf([change("a/x", 5)]));
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await until(async () => (await postgres.run(url, waiting)).length === 1);
  assert.deepEqual(await b.changesAfter(3, 10), []);
  await early.query("insert into commits values (4, 0, 'early', '', '[]'); commit");
  await late;
  assert.deepEqual(pluck((await b.changesAfter(3, 10)) ?? [], "revision"), [4, 5]);
  await early.end();
});

it("a node listens once it has heard itself, and is rung for what another commits alone", async ({ a, b }) => {
  assert.equal(a.connections.isListening, false);
  let rings = 0;
  const end = a.watch(() => rings++);
  await until(() => rings === 1 && a.connections.isListening);
  b.watch(() => undefined);
  await until(() => b.connections.isListening);
  await a.commit(commitOf([change("a/x", 1)]));
  await b.commit(commitOf([change("a/x", 2)]));
  await until(() => rings === 2);
  // Notifications arrive in their order: an earlier one, had it rung, would have been heard before.
  assert.equal(rings, 2);
  end();
  await until(() => !a.connections.isListening);
});

test("a node behind a pooler that delivers no notifications does not listen, and listens when they come", async () => {
  const url = await postgres.database();
  // In place of a pooler in transaction mode.
  const deaf = `
    create schema pooler; create table pooler.lost (word text);
    create function public.pg_notify(text, text) returns void language sql as 'insert into pooler.lost values ($2)';
    alter database ${new URL(url).pathname.slice(1)} set search_path = public, pg_catalog`;
  await postgres.run(url, deaf);
  const lost = async () => (await postgres.run(url, "select word from pooler.lost")).length;
  const [a, b] = [await openAt(url), await openAt(url)];
  let rings = 0;
  a.watch(() => rings++);
  await until(async () => (await lost()) > 0);
  assert.equal(a.connections.isListening, false);
  await b.commit(commitOf([change("a/x", 1)]));
  assert.ok((await lost()) > 1);
  assert.equal(rings, 1, "only as it began to listen");
  await postgres.run(url, "drop function public.pg_notify");
  await postgres.run(url, "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%'");
  await until(() => a.connections.isListening);
  await Promise.all([a.close(), b.close()]);
});

it("announced nodes count until they leave or fall silent, by the clock of the database", async ({ url, a, b }) => {
  const living = () => a.nodes.living(30_000);
  assert.equal(await living(), 0);
  await a.nodes.announce("a", "1.0.0");
  await b.nodes.announce("b", "1.0.0");
  await b.nodes.announce("b", "1.1.0");
  assert.equal(await living(), 2);
  assert.deepEqual(await postgres.run(url, "select version from nodes where id = 'b'"), [{ version: "1.1.0" }]);
  await postgres.run(url, "update nodes set heard_at = heard_at - interval '40 s' where id = 'a'");
  assert.equal(await living(), 1);
  await a.nodes.announce("a", "1.0.0");
  await b.nodes.leave("b");
  assert.equal(await living(), 1);
  await postgres.run(url, "update nodes set heard_at = heard_at - interval '2 days'");
  await b.nodes.announce("c", "1.1.0");
  assert.deepEqual(await postgres.run(url, "select id from nodes"), [{ id: "c" }]);
});
