/** Members, administrators and a project's tokens by the client that the command line and the console use. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AdminClient, createAdminClient } from "../../../client/src/admin.ts";
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
  admin = createAdminClient({ url: program.urls.admin, token: program.token });
  await admin.putProject({ project: "acme", body: { name: "Acme" }, etag: null });
});

after(() => program.stop());

test("a member is found by login, made, given another role and taken out", async () => {
  const { id } = await admin.lookUpPerson({ project: "acme", body: { login: "U_ADA@acme.example" } });
  assert.equal(id, "u_ada");
  const { etag } = await admin.putMember({
    project: "acme",
    person: id,
    body: { role: "viewer" },
    etag: null,
    reason: "new here",
  });
  await admin.putMember({ project: "acme", person: id, body: { role: "editor" }, etag });
  const [member] = await admin.listAll("listMembers", { project: "acme" });
  assert.deepEqual([member?.login, member?.role], ["u_ada@acme.example", "editor"]);
  await assert.rejects(admin.deleteMember({ project: "acme", person: id, etag: etag ?? "" }), { code: "stale" });
  await admin.deleteMember({ project: "acme", person: id, etag: member?.etag ?? "" });
  assert.deepEqual(await admin.listAll("listMembers", { project: "acme" }), []);
});

test("administrators are made and unmade, and the last one stays", async () => {
  await admin.putAdministrator({ person: "u_ada", etag: null });
  await admin.putAdministrator({ person: "u_bob", etag: null });
  const [ada, bob] = await admin.listAll("listAdministrators");
  await admin.deleteAdministrator({ person: "u_ada", etag: ada?.etag ?? "" });
  await assert.rejects(admin.deleteAdministrator({ person: "u_bob", etag: bob?.etag ?? "" }), { code: "conflict" });
});

test("a project's token opens its project with its role until it is revoked, and says when it was used", async () => {
  const { id, token } = await admin.createProjectToken({ project: "acme", body: { name: "deploy", role: "operator" } });
  const deploy = createAdminClient({ url: program.urls.admin, token });
  assert.equal((await deploy.getProject({ project: "acme" })).value.id, "acme");
  await assert.rejects(deploy.patchProject({ project: "acme", body: { ttl: "PT1M" }, etag: "*" }), { status: 403 });
  const [listed] = await admin.listAll("listProjectTokens", { project: "acme" });
  assert.deepEqual([listed?.id, listed?.role, listed?.last_used_at === null], [id, "operator", false]);
  assert.equal((await admin.revokeProjectToken({ project: "acme", token: id })).state, "revoked");
  await assert.rejects(deploy.getProject({ project: "acme" }), { status: 401 });
});
