/** A node beside one of a newer version on one PostgreSQL. SQL simulates the newer version: no released one has another form. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openPostgres } from "../postgres.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newDirectory = temporaryDirectories();
const postgres = await openPostgres();
after(() => postgres.close());

const platform = "/admin/v1/projects/acme/policies/ios";
const unread = { "if-none-match": "*" };
const whatever = { "if-match": "*" };

test("an old node that meets a newer form goes on answering what it has, changes nothing, and says why", async (t) => {
  const url = await postgres.database();
  const start = () =>
    startProgram({
      directory: newDirectory(),
      env: { DRAWBRIDGE_ADMIN_TOKEN: `dba_${"x".repeat(40)}`, DRAWBRIDGE_DATABASE_URL: url, DRAWBRIDGE_DATABASE_POLL: "PT0.2S" },
    });
  const node = await start();
  t.after(() => node.stop());
  assert.equal((await node.admin("PUT", "/admin/v1/projects/acme", { name: "Acme" }, unread)).status, 201);
  assert.equal((await node.admin("PUT", platform, { minimum: "2.4", store: "none" }, unread)).status, 201);
  const { body } = await node.admin("POST", "/admin/v1/projects/acme/keys", { name: "app" });
  const answer = async () => {
    const headers = { "x-api-key": String(body.key) };
    const response = await fetch(`${node.urls.config}/api/v1/config?platform=ios&current_version=2.5.0`, { headers });
    return `${response.status} ${response.headers.get("etag")} ${await response.text()}`;
  };
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
