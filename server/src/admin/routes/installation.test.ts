/** Routes of the whole installation: compaction, backup and what monitoring asks. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Compaction } from "drawbridge-rules/wire/compaction.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type * as wire from "drawbridge-rules/wire/status.ts";
import {
  type AdminServer,
  adminServer,
  adminServerWithProject,
  adminToken,
  metricsToken,
  replacing,
} from "../../../test/admin-server.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { openSqliteStore } from "../../store/sqlite/sqlite-store.ts";

const day = 86_400_000;

async function edit(server: AdminServer, minimum: string): Promise<void> {
  const { status } = await server.of("PATCH", "acme/platforms/ios", { body: { minimum }, headers: replacing });
  assert.equal(status, 200);
}

/** Revision 1 is the project, 2 and 3 are of the day after, 4 is of 450 days later. */
async function aged(): Promise<AdminServer> {
  const server = await adminServerWithProject();
  server.now += day;
  for (const minimum of ["2.5", "2.6"]) await edit(server, minimum);
  server.now += 450 * day;
  await edit(server, "2.7");
  return server;
}

async function compact(server: AdminServer, query = ""): Promise<Compaction> {
  return (await server.ask("POST", `/admin/v1/compact${query}`)).json<Compaction>();
}

test("values superseded before the retention are deleted, and current ones stay", async () => {
  const server = await aged();
  const before = (await server.of("GET", "acme/manifest")).text;
  const found = await compact(server, "?dry_run=true");
  assert.deepEqual([found.dry_run, found.compacted, found.changes], [true, 3, 2]);
  assert.equal((await server.of("GET", "acme/history")).json<History>().compacted, null);
  const done = await compact(server);
  assert.deepEqual([done.dry_run, done.compacted, done.changes, done.bytes], [false, 3, 2, found.bytes]);
  assert.equal((await compact(server)).changes, 0);
  assert.equal((await server.of("GET", "acme/manifest")).text, before);
});

test("values are kept for as long as the request says, and never for less than a day", async () => {
  const server = await aged();
  assert.equal((await compact(server, "?dry_run=true&older_than=P500D")).changes, 0);
  assert.equal((await compact(server, "?dry_run=true&older_than=P1D")).changes, 2);
  for (const text of ["PT23H", "P0D", "400", ""]) {
    const refused = await server.ask("POST", `/admin/v1/compact?older_than=${text}`);
    assert.equal(refused.status, 422, text);
    assert.match(refused.json<ProblemDocument>().errors?.[0]?.detail ?? "", /^expected a duration of a day or more/, text);
  }
});

test("history marks compacted commits and keeps their author, and a rollback reaches as far back as values are kept", async () => {
  const server = await aged();
  await compact(server);
  const { commits, compacted } = (await server.of("GET", "acme/history")).json<History>();
  assert.equal(compacted, 3);
  assert.deepEqual(
    commits.map(({ revision, actor, changes }) => [revision, actor, changes.filter(({ kind }) => kind === "platform").length]),
    [
      [4, "environment", 1],
      [3, "environment", 0],
      [2, "environment", 0],
      [1, "environment", 0],
    ],
  );
  assert.deepEqual(commits[0]?.changes[0]?.differences, [{ path: "minimum", before: "2.6", after: "2.7" }]);
  const tooFar = await server.of("POST", "acme/undo", { body: { to: 2 } });
  assert.equal(tooFar.status, 422);
  assert.deepEqual(tooFar.json<ProblemDocument>().errors, [
    { path: "to", pointer: "#/to", line: 1, detail: "is no longer in the history: expected revision 3 or later" },
  ]);
  assert.equal((await server.of("POST", "acme/undo", { body: { to: 3 } })).status, 200);
  assert.equal((await server.of("GET", "acme/platforms/ios")).json<Platform>().minimum, "2.6");
});

const newDirectory = temporaryDirectories();

async function onDisk(t: TestContext): Promise<AdminServer> {
  const store = await openSqliteStore({ directory: newDirectory() });
  t.after(() => store.close());
  return adminServer(store);
}

function download({ api }: AdminServer): Promise<Response> {
  const headers = { authorization: `Bearer ${adminToken}`, host: "admin.test" };
  return api.fetch(new Request("http://admin.test/admin/v1/backup", { method: "POST", headers }));
}

test("the answer is the file, said with its length, and where the log stood", async (t) => {
  const server = await onDisk(t);
  assert.equal((await server.of("PUT", "acme", { body: { name: "Acme" }, headers: { "if-none-match": "*" } })).status, 201);
  const answer = await download(server);
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.headers.get("content-type"), "application/vnd.sqlite3");
  assert.equal(answer.headers.get("content-length"), String(bytes.length));
  assert.equal(answer.headers.get("etag"), `"${(await server.store.head()).epoch}.1"`);
  assert.equal(bytes.subarray(0, 15).toString(), "SQLite format 3");
});

test("until a download ends or its client is gone, a second one is refused", async (t) => {
  const server = await onDisk(t);
  const first = await download(server);
  const second = await download(server);
  assert.deepEqual([first.status, second.status], [200, 409]);
  assert.match(await second.text(), /Another backup is in progress: try again when it has finished/);
  await first.body?.cancel();
  const third = await download(server);
  assert.equal(third.status, 200);
  await third.arrayBuffer();
  const fourth = await download(server);
  assert.equal(fourth.status, 200);
  await fourth.body?.cancel();
});

test("a store that has other ways says so", async () => {
  const server = await adminServer();
  const answer = await server.ask("POST", "/admin/v1/backup");
  assert.equal(answer.status, 422);
  assert.match(answer.text, /Drawbridge cannot back up this store \(sqlite\)/);
});

const places = ["/status", "/admin/v1/status", "/metrics"];

function withoutStore(server: AdminServer): void {
  const away = () => Promise.reject(new Error("the store was asked"));
  for (const name of ["head", "rows", "whole", "projectRevision", "commitsAfter"] as const)
    Object.defineProperty(server.store, name, { value: away });
}

test("monitoring is answered from memory, even when the store is away", async () => {
  const server = await adminServer();
  const before = (await server.ask("GET", "/status")).json<wire.Status>();
  withoutStore(server);
  for (const path of places) assert.equal((await server.ask("GET", path)).status, 200, path);
  assert.deepEqual((await server.ask("GET", "/status")).json<wire.Status>(), before);
});

test("the metrics token works before the catalog is loaded, and sees that it is not", async () => {
  const server = await adminServer();
  Object.defineProperty(server.catalog, "head", { value: null });
  for (const path of places) {
    assert.equal((await server.ask("GET", path)).status, 503, path);
    assert.equal((await server.ask("GET", path, { token: metricsToken })).status, 200, path);
  }
  const { epoch, revision } = (await server.ask("GET", "/status", { token: metricsToken })).json<wire.Status>();
  assert.deepEqual([epoch, revision], [null, null]);
});
