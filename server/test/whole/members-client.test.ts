/** Members, administrators and a project's tokens by the client that the command line and the console use. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AdminClient } from "../../../client/src/admin.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directory = temporaryDirectories()();
let program: Program;
let admin: AdminClient;

before(async () => {
  const store = await openSqliteStore({ directory });
  for (const id of ["u_ada", "u_bob"]) {
    await store.accounts.addPerson({ id, login: `${id}@acme.example`, name: id, createdAt: 0, disabledAt: null }, {});
  }
  await store.close();
  program = await startProgram({ directory });
  admin = new AdminClient({ url: program.urls.admin, token: program.token });
  await admin.projects.put("acme", { name: "Acme" }, null);
});

after(() => program.stop());

test("a member is found by login, made, given another role and taken out", async () => {
  const { id } = await admin.members.lookUp("acme", "U_ADA@acme.example");
  assert.equal(id, "u_ada");
  const { etag } = await admin.members.put("acme", id, { role: "viewer" }, null, { reason: "new here" });
  await admin.members.put("acme", id, { role: "editor" }, etag);
  const [member] = await admin.members.list("acme");
  assert.deepEqual([member?.login, member?.role], ["u_ada@acme.example", "editor"]);
  await assert.rejects(admin.members.delete("acme", id, etag ?? ""), { code: "stale" });
  await admin.members.delete("acme", id, member?.etag ?? "");
  assert.deepEqual(await admin.members.list("acme"), []);
});

test("administrators are made and unmade, and the last one stays", async () => {
  await admin.administrators.put("u_ada", null);
  await admin.administrators.put("u_bob", null);
  const [ada, bob] = await admin.administrators.list();
  await admin.administrators.delete("u_ada", ada?.etag ?? "");
  await assert.rejects(admin.administrators.delete("u_bob", bob?.etag ?? ""), { code: "conflict" });
});

test("a project's token opens its project with its role until it is revoked, and says when it was used", async () => {
  const { id, token } = await admin.projectTokens.create("acme", { name: "deploy", role: "operator" });
  const deploy = new AdminClient({ url: program.urls.admin, token });
  assert.equal((await deploy.projects.get("acme")).value.id, "acme");
  await assert.rejects(deploy.projects.patch("acme", { ttl: "PT1M" }, "*"), { status: 403 });
  const [listed] = await admin.projectTokens.list("acme");
  assert.deepEqual([listed?.id, listed?.role, listed?.last_used_at === null], [id, "operator", false]);
  assert.equal((await admin.projectTokens.revoke("acme", id)).state, "revoked");
  await assert.rejects(deploy.projects.get("acme"), { status: 401 });
});
