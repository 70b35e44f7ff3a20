import assert from "node:assert/strict";
import { test } from "node:test";
import type { Compaction } from "drawbridge-rules/wire/compaction.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, adminServerWithProject, replacing } from "../../../test/admin-server.ts";
import { signedIn } from "../../../test/signed-in.ts";

const day = 86_400_000;

async function edit(server: AdminServer, minimum: string): Promise<void> {
  const { status } = await server.of("PATCH", "acme/policies/ios", { body: { minimum }, headers: replacing });
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
    assert.match(refused.json<ProblemDocument>().errors?.[0]?.detail ?? "", /^expected a time span of a day or more/, text);
  }
});

test("history marks compacted commits, and keeps their author, time and reason", async () => {
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
});

test("a rollback reaches as far back as values are kept, and its refusal names the limit", async () => {
  const server = await aged();
  await compact(server);
  const tooFar = await server.of("POST", "acme/undo", { body: { to: 2 } });
  assert.equal(tooFar.status, 422);
  assert.deepEqual(tooFar.json<ProblemDocument>().errors, [
    { path: "to", pointer: "#/to", line: 1, detail: "is no longer in the history: expected revision 3 or later" },
  ]);
  assert.equal((await server.of("POST", "acme/undo", { body: { to: 3 } })).status, 200);
  assert.equal((await server.of("GET", "acme/policies/ios")).json<Policy>().minimum, "2.6");
});

test("an edit of a resource read long ago is refused as usual, without the compacted differences", async () => {
  const server = await aged();
  const { epoch } = await server.store.head();
  await compact(server);
  const late = await server.of("PATCH", "acme/policies/ios", { body: { minimum: "3" }, headers: { "if-match": `"${epoch}.2"` } });
  assert.equal(late.status, 412);
  const { since } = late.json<ProblemDocument>();
  assert.deepEqual([since?.revision, since?.differences], [4, undefined]);
});

test("only an administrator compacts, and an unknown field or parameter is not passed over", async () => {
  const server = await aged();
  const { cookie } = await signedIn(server, "owner@acme.test", { acme: "owner" });
  assert.equal((await server.ask("POST", "/admin/v1/compact", { cookie })).status, 403);
  assert.equal((await server.ask("POST", "/admin/v1/compact?dry-run=true")).status, 422);
  assert.equal((await server.ask("POST", "/admin/v1/compact", { body: { before: "2020" } })).status, 422);
  assert.equal(await server.store.floor(), 0);
});
