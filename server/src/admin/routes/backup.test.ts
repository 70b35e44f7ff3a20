import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type AdminServer, adminServer, adminToken } from "../../../test/admin-server.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { openSqliteStore } from "../../store/sqlite/sqlite-store.ts";

const newDirectory = temporaryDirectories();

async function onDisk(t: TestContext): Promise<AdminServer> {
  const store = await openSqliteStore({ directory: newDirectory() });
  t.after(() => store.close());
  return adminServer(store);
}

function ask({ api }: AdminServer): Promise<Response> {
  const headers = { authorization: `Bearer ${adminToken}`, host: "admin.test" };
  return api.fetch(new Request("http://admin.test/admin/v1/backup", { method: "POST", headers }));
}

test("the answer is the file, said with its length, and where the log stood", async (t) => {
  const server = await onDisk(t);
  assert.equal((await server.of("PUT", "acme", { body: { name: "Acme" }, headers: { "if-none-match": "*" } })).status, 201);
  const answer = await ask(server);
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.headers.get("content-type"), "application/vnd.sqlite3");
  assert.equal(answer.headers.get("content-length"), String(bytes.length));
  assert.equal(answer.headers.get("etag"), `"${(await server.store.head()).epoch}.1"`);
  assert.equal(bytes.subarray(0, 15).toString(), "SQLite format 3");
});

test("until a download ends or its client is gone, a second one is refused", async (t) => {
  const server = await onDisk(t);
  const first = await ask(server);
  const second = await ask(server);
  assert.deepEqual([first.status, second.status], [200, 409]);
  assert.match(await second.text(), /Another backup is in progress: try again when it has finished/);
  await first.body?.cancel();
  const third = await ask(server);
  assert.equal(third.status, 200);
  await third.arrayBuffer();
  const fourth = await ask(server);
  assert.equal(fourth.status, 200);
  await fourth.body?.cancel();
});

test("a store that has other ways says so", async () => {
  const server = await adminServer();
  const answer = await server.ask("POST", "/admin/v1/backup");
  assert.equal(answer.status, 422);
  assert.match(answer.text, /Drawbridge cannot back up this store \(sqlite\)/);
});
