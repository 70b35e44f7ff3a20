/** A node beside one of a newer version on one PostgreSQL. SQL simulates the newer version: no released one has another form. */
import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import pg from "pg";
import { ownMigrations } from "../../src/store/postgres/postgres-migrate.ts";
import { readMigrations } from "../../src/store/sql/migrations.ts";
import { openPostgres } from "../postgres.ts";
import { createProject, startProgram } from "../running-program.ts";
import { until } from "../until.ts";

const postgres = await openPostgres();
after(() => postgres.close());

const platform = "/admin/v1/projects/acme/platforms/ios";
const unread = { "if-none-match": "*" };
const whatever = { "if-match": "*" };

async function startNode(t: TestContext, pollEvery = 200) {
  const url = await postgres.database();
  const start = () =>
    startProgram({
      pollEvery,
      env: { DRAWBRIDGE_ADMIN_TOKEN: `dba_${"x".repeat(40)}`, DRAWBRIDGE_DATABASE_URL: url },
    });
  const node = await start();
  t.after(() => node.stop());
  const key = await createProject(node, { platforms: { ios: { minimum: "2.4", store: "none" } } });
  const answer = async () => {
    const headers = { "x-api-key": key };
    const response = await fetch(`${node.urls.config}/api/v1/config?platform=ios&current_version=2.5.0`, { headers });
    return `${response.status} ${response.headers.get("etag")} ${await response.text()}`;
  };
  return { url, start, node, answer };
}

test("an old node that meets a newer form goes on answering what it has, changes nothing, and says why", async (t) => {
  const { url, start, node, answer } = await startNode(t);
  const before = await answer();
  assert.match(before, /^200 .*"force_upgrade":false/);

  const newer = `'{"rules":{"minimum":"2.9"}}'`;
  await postgres.run(
    url,
    `with committed as (
       insert into commits (revision, at, actor, reason, overridden) select max(revision) + 1, max(at), 'newer', '', '[]' from commits
       returning revision
     ), changed as (
       insert into changes (revision, project, kind, id, schema, value) select revision, 'acme', 'platform', 'ios', 2, ${newer} from committed
     ), held as (
       update resources set schema = 2, value = ${newer}, revision = (select revision from committed) where kind = 'platform'
     )
     update head set revision = (select revision from committed)`,
  );
  const refused = await node.admin("PATCH", platform, { minimum: "3.0" }, whatever);
  assert.deepEqual([refused.status, refused.body.code], [503, "unavailable"]);
  assert.match(String(refused.body.detail), /Upgrade this node: until then it answers from memory and refuses changes/);
  const elsewhere = await node.admin("PUT", "/admin/v1/projects/other", { name: "Other" }, unread);
  assert.equal(elsewhere.status, 503);
  assert.equal(await answer(), before);

  await assert.rejects(start(), /A newer Drawbridge has written to this store \(form 2 of values; this one knows 1\)\. Upgrade/);
});

const newest = readMigrations(ownMigrations).length;
/** A migration of a newer program. */
const migration = `insert into drawbridge_migrations (number, name) values (${newest + 1}, 'newer'); update head set needs = '7.8.9'`;

test("a running node refuses changes from the moment at which a newer one has migrated the database, and reads go on", async (t) => {
  // It hardly polls: its own commit meets the migration.
  const { url, node, answer } = await startNode(t, 60_000);
  const before = await answer();
  const newer = new pg.Client(url);
  await newer.connect();
  await newer.query(`begin; ${migration}`);
  const waiting = node.admin("PATCH", platform, { minimum: "3.0" }, whatever);
  await until(
    () => postgres.run(url, "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"),
    ({ length }) => length > 0,
  );
  await newer.query("commit");
  await newer.end();
  const refused = await waiting;
  assert.deepEqual([refused.status, refused.body.code], [409, "newer_store"]);
  assert.match(String(refused.body.detail), new RegExp(`has format ${newest + 1}, which requires Drawbridge 7\\.8\\.9 or newer`));
  assert.equal(await answer(), before);
  const rows = await postgres.run(url, "select value from resources where kind = 'platform'");
  assert.match(String(rows[0]?.value), /"2\.4"/);
});

test("a running node shows a database that was migrated to other tables in /status, and refuses every change", async (t) => {
  const { url, node, answer } = await startNode(t);
  const before = await answer();
  await postgres.run(url, `${migration}; alter table head rename column renewed_from to replaced`);
  const { body } = await until(
    () => node.admin("GET", "/status"),
    ({ body }) => (body.sources as { readonly code: string }[])[0]?.code === "newer_store",
  );
  assert.equal(body.format, newest + 1);
  const refused = await node.admin("POST", "/admin/v1/projects/acme/keys", { name: "another" });
  assert.deepEqual([refused.status, refused.body.code], [409, "newer_store"]);
  assert.equal(await answer(), before);
});
