import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { AdministratorList } from "drawbridge-rules/wire/member.ts";
import type { InvitedPerson } from "drawbridge-rules/wire/person.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, adminServer, beforeNextCommit, creating, replacing } from "../../../test/admin-server.ts";

const base = "/admin/v1/administrators";

async function serverWith(...ids: readonly string[]): Promise<AdminServer> {
  const server = await adminServer();
  for (const id of ids) {
    const identity = { issuer: "https://id.example", subject: id };
    await server.store.accounts.addPerson({ id, login: id, name: id, createdAt: 0, disabledAt: null }, { identity });
  }
  return server;
}

async function addAdministrator(server: AdminServer, id: string) {
  const answer = await server.ask("PUT", `${base}/${id}`, { headers: creating });
  assert.equal(answer.status, 201, answer.text);
  return answer;
}

function removeAdministrator(server: AdminServer, id: string) {
  return server.ask("DELETE", `${base}/${id}`, { headers: replacing });
}

async function listed(server: AdminServer): Promise<string[]> {
  const { administrators } = (await server.ask("GET", base)).json<AdministratorList>();
  return administrators.map(({ person }) => person);
}

test("administrators are made and unmade, each as an edit of what was read", async () => {
  const server = await serverWith("u_ada", "u_bob");
  const answer = await addAdministrator(server, "u_ada");
  assert.deepEqual(answer.json<ChangeAnswer>().differences, [{ path: "administrators.u_ada", after: "administrator" }]);
  assert.equal((await server.ask("PUT", `${base}/u_ada`, { headers: creating })).status, 412);
  assert.equal((await server.ask("PUT", `${base}/u_bob`)).status, 428);
  await addAdministrator(server, "u_bob");
  assert.deepEqual(await listed(server), ["u_ada", "u_bob"]);
  const etag = answer.headers.get("etag") ?? "";
  assert.equal((await server.ask("DELETE", `${base}/u_ada`, { headers: { "if-match": etag } })).status, 200);
  assert.deepEqual(await listed(server), ["u_bob"]);
  assert.equal((await removeAdministrator(server, "u_ada")).status, 404);
});

test("the last administrator cannot be removed, and of two removed concurrently one stays", async () => {
  const server = await serverWith("u_ada", "u_bob");
  await addAdministrator(server, "u_ada");
  const alone = await removeAdministrator(server, "u_ada");
  assert.deepEqual([alone.status, alone.json<ProblemDocument>().code], [409, "conflict"]);
  await addAdministrator(server, "u_bob");
  const both = await Promise.all([removeAdministrator(server, "u_ada"), removeAdministrator(server, "u_bob")]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await listed(server)).length, 1);
});

test("a disabled or erased administrator does not count as able to sign in", async () => {
  const server = await serverWith("u_ada", "u_bob", "u_cleo");
  for (const id of ["u_ada", "u_bob", "u_cleo"]) await addAdministrator(server, id);
  await server.store.accounts.setDisabled("u_bob", server.now);
  await server.store.accounts.erase("u_cleo");
  assert.equal((await removeAdministrator(server, "u_ada")).status, 409);
  assert.equal((await removeAdministrator(server, "u_cleo")).status, 200);
  assert.equal((await removeAdministrator(server, "u_bob")).status, 200);
  assert.deepEqual(await listed(server), ["u_ada"]);
});

test("only people who can sign in become administrators, and the request takes no body", async () => {
  const server = await serverWith("u_ada");
  assert.equal((await server.ask("PUT", `${base}/u_nobody`, { headers: creating })).status, 422);
  const body = { role: "administrator" };
  assert.equal((await server.ask("PUT", `${base}/u_ada`, { headers: creating, body })).status, 422);
  await server.store.accounts.setDisabled("u_ada", server.now);
  assert.equal((await server.ask("PUT", `${base}/u_ada`, { headers: creating })).status, 422);
});

test("an invited person who has never signed in does not count as able to sign in", async () => {
  const server = await serverWith("u_ada");
  await addAdministrator(server, "u_ada");
  const body = { login: "bob", name: "Bob" };
  const { id } = (await server.ask("POST", "/admin/v1/people", { body })).json<InvitedPerson>();
  await addAdministrator(server, id);
  assert.equal((await removeAdministrator(server, "u_ada")).status, 409);
  assert.equal((await server.ask("POST", "/admin/v1/people/u_ada/disable")).status, 409);
  assert.equal((await server.ask("POST", "/admin/v1/people/u_ada/erase")).status, 409);
  assert.equal((await removeAdministrator(server, id)).status, 200);
});

test("one of two invited administrators who have not signed in yet can be removed", async () => {
  const server = await adminServer();
  const invite = async (login: string) =>
    (await server.ask("POST", "/admin/v1/people", { body: { login, name: login } })).json<InvitedPerson>().id;
  const [ada, bob] = [await invite("ada"), await invite("bob")];
  for (const id of [ada, bob]) await addAdministrator(server, id);
  assert.equal((await removeAdministrator(server, ada)).status, 200);
  assert.equal((await removeAdministrator(server, bob)).status, 409);
});

test("an administrator whose account is gone does not stand in for the last one", async () => {
  const server = await serverWith("u_ada", "u_bob");
  for (const id of ["u_ada", "u_bob"]) await addAdministrator(server, id);
  await server.store.accounts.setDisabled("u_bob", server.now);
  assert.equal((await server.ask("POST", "/admin/v1/people/u_ada/disable")).status, 409);
});

test("a person disabled while becoming an administrator is not one", async () => {
  const server = await serverWith("u_ada", "u_bob");
  await addAdministrator(server, "u_ada");
  beforeNextCommit(server, "", () => server.store.accounts.setDisabled("u_bob", server.now));
  assert.equal((await server.ask("PUT", `${base}/u_bob`, { headers: creating })).status, 409);
  await server.ask("POST", "/admin/v1/people/u_bob/enable");
  assert.deepEqual(await listed(server), ["u_ada"]);
});
