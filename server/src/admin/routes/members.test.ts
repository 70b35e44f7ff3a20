import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { FoundPerson, Member, MemberList } from "drawbridge-rules/wire/member.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, adminServerWithProject, beforeNextCommit, creating, replacing } from "../../../test/admin-server.ts";

const ada = { id: "u_ada", login: "Ada@acme.example", name: "Ada", createdAt: 0, disabledAt: null };
const bob = { id: "u_bob", login: "bob", name: "Bob", createdAt: 0, disabledAt: null };

async function serverWithPeople(): Promise<AdminServer> {
  const server = await adminServerWithProject();
  for (const person of [ada, bob]) await server.store.accounts.addPerson(person, {});
  return server;
}

async function members(server: AdminServer): Promise<readonly Member[]> {
  return (await server.of("GET", "acme/members")).json<MemberList>().members;
}

test("a member is added, given another role and taken out, each as an edit of what was read", async () => {
  const server = await serverWithPeople();
  assert.equal((await server.of("PUT", "acme/members/u_ada", { body: { role: "editor" } })).status, 428);
  const added = await server.of("PUT", "acme/members/u_ada?reason=new", { body: { role: "editor" }, headers: creating });
  assert.equal(added.status, 201, added.text);
  assert.deepEqual(added.json<ChangeAnswer>().differences, [{ path: "members.u_ada", after: "editor" }]);
  const [member] = await members(server);
  const { revision, etag, ...rest } = member ?? assert.fail();
  assert.deepEqual(rest, { person: "u_ada", name: "Ada", login: "Ada@acme.example", disabled: false, role: "editor" });
  assert.equal(etag, added.headers.get("etag"));
  assert.equal(revision, added.json<ChangeAnswer>().revision);
  const body = { role: "viewer" };
  assert.equal((await server.of("PUT", "acme/members/u_ada", { body, headers: creating })).status, 412);
  const changed = await server.of("PUT", "acme/members/u_ada", { body, headers: { "if-match": etag } });
  assert.deepEqual(changed.json<ChangeAnswer>().differences, [{ path: "members.u_ada", before: "editor", after: "viewer" }]);
  assert.equal((await server.of("DELETE", "acme/members/u_ada", { headers: { "if-match": etag } })).status, 412);
  const fresh = changed.headers.get("etag") ?? "";
  assert.equal((await server.of("DELETE", "acme/members/u_ada", { headers: { "if-match": fresh } })).status, 200);
  assert.deepEqual(await members(server), []);
  assert.equal((await server.of("DELETE", "acme/members/u_ada", { headers: replacing })).status, 404);
});

test("a dry run shows the result, and changes nothing", async () => {
  const server = await serverWithPeople();
  const dry = await server.of("PUT", "acme/members/u_bob?dry_run=true", { body: { role: "owner" } });
  const { changed, dry_run, differences } = dry.json<ChangeAnswer>();
  assert.deepEqual([changed, dry_run, differences], [true, true, [{ path: "members.u_bob", after: "owner" }]]);
  assert.deepEqual(await members(server), []);
});

test("unknown and disabled people cannot become members, and any member can be removed", async () => {
  const server = await serverWithPeople();
  const put = (id: string) => server.of("PUT", `acme/members/${id}`, { body: { role: "viewer" }, headers: creating });
  assert.equal((await put("u_bob")).status, 201);
  await server.store.accounts.setDisabled("u_bob", server.now);
  for (const id of ["u_nobody", "__proto__", "t_first"]) assert.equal((await put(id)).status, 422, id);
  await server.store.accounts.setDisabled("u_ada", server.now);
  assert.equal((await put("u_ada")).json<ProblemDocument>().errors?.[0]?.path, "person");
  assert.deepEqual(
    (await members(server)).map(({ name, disabled }) => [name, disabled]),
    [["Bob", true]],
  );
  await server.store.accounts.erase("u_bob");
  assert.deepEqual(
    (await members(server)).map(({ name, login, disabled }) => [name, login, disabled]),
    [[null, null, true]],
  );
  assert.equal((await server.of("DELETE", "acme/members/u_bob", { headers: replacing })).status, 200);
});

test("a role is one of the four, and nothing else", async () => {
  const server = await serverWithPeople();
  for (const role of ["administrator", "Owner", "", null, 1, ["owner"], "constructor"]) {
    const answer = await server.of("PUT", "acme/members/u_ada", { body: { role }, headers: creating });
    assert.equal(answer.json<ProblemDocument>().errors?.[0]?.path, "role", JSON.stringify(role));
  }
  const more = { role: "viewer", project: "other", person: "u_bob" };
  assert.equal((await server.of("PUT", "acme/members/u_ada", { body: more, headers: creating })).status, 422);
});

test("lookup finds a person by their exact login in any case, and by no part of it", async () => {
  const server = await serverWithPeople();
  const lookUp = (login: unknown) => server.of("POST", "acme/members/lookup", { body: { login } });
  assert.deepEqual((await lookUp("ada@ACME.example")).json<FoundPerson>(), { id: "u_ada", name: "Ada" });
  for (const login of ["ada", "ada@acme.exampl", "%", "ada%", "u_ada", "", " bob", "bob\u0000", "\ud800", "x".repeat(5000)]) {
    assert.equal((await lookUp(login)).status, 404, JSON.stringify(login));
  }
  for (const login of [undefined, null, ["bob"], { $ne: "" }]) assert.equal((await lookUp(login)).status, 422);
  await server.store.accounts.setDisabled("u_bob", server.now);
  assert.equal((await lookUp("bob")).status, 404);
});

test("the last owner of a project may go: an administrator can make another", async () => {
  const server = await serverWithPeople();
  const owner = { body: { role: "owner" }, headers: creating };
  await server.of("PUT", "acme/members/u_ada", owner);
  assert.equal((await server.of("DELETE", "acme/members/u_ada", { headers: replacing })).status, 200);
  assert.equal((await server.of("PUT", "acme/members/u_bob", owner)).status, 201);
});

test("there are no members of a project that there is not", async () => {
  const server = await serverWithPeople();
  assert.equal((await server.of("GET", "other/members")).status, 404);
  const put = await server.of("PUT", "other/members/u_ada", { body: { role: "owner" }, headers: creating });
  assert.equal(put.status, 404);
  assert.equal((await server.of("POST", "other/members/lookup", { body: { login: "bob" } })).status, 404);
});

test("members come in pages", async () => {
  const server = await serverWithPeople();
  for (const { id } of [ada, bob]) {
    await server.of("PUT", `acme/members/${id}`, { body: { role: "viewer" }, headers: creating });
  }
  const first = (await server.of("GET", "acme/members?limit=1")).json<MemberList>();
  const second = (await server.of("GET", `acme/members?limit=1&after=${first.next}`)).json<MemberList>();
  assert.deepEqual(
    [...first.members, ...second.members].map(({ person }) => person),
    ["u_ada", "u_bob"],
  );
  assert.equal(second.next, null);
});

test("a person disabled while becoming a member has no role, even once enabled again", async () => {
  const server = await serverWithPeople();
  beforeNextCommit(server, "acme", () => server.store.accounts.setDisabled("u_ada", server.now));
  const adding = server.of("PUT", "acme/members/u_ada", { body: { role: "owner" }, headers: creating });
  assert.equal((await adding).status, 409);
  await server.store.accounts.setDisabled("u_ada", null);
  assert.deepEqual(await members(server), []);
});
