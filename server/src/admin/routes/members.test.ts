import assert from "node:assert/strict";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { AdministratorList, FoundPerson, InvitedMember, Member, MemberList } from "drawbridge-rules/wire/member.ts";
import type { InvitedPerson, PersonDetail } from "drawbridge-rules/wire/person.ts";
import { type AdminServer, adminServerWithProject, beforeNextCommit, creating, replacing } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { personIn } from "../../../test/project-people.ts";
import { testWith } from "../../../test/test-with.ts";
import { hashCredential } from "../../base/hash.ts";

async function serverWithPeople(): Promise<AdminServer> {
  const server = await adminServerWithProject();
  for (const [id, login, name] of [
    ["u_ada", "Ada@acme.example", "Ada"],
    ["u_bob", "bob", "Bob"],
  ] as const) {
    const identity = { issuer: "https://id.example", subject: id };
    await server.store.accounts.addPerson({ id, login, name, createdAt: 0, disabledAt: null }, { identity });
  }
  return server;
}

async function members(server: AdminServer): Promise<readonly Member[]> {
  return (await server.of("GET", "acme/members")).json<MemberList>().members;
}

const test = testWith(serverWithPeople);

test("a member is added, given another role and taken out, each as an edit of what was read", async (server) => {
  assert.equal((await server.of("PUT", "acme/members/u_ada", { body: { role: "editor" } })).status, 428);
  const added = await server.of("PUT", "acme/members/u_ada?reason=new", { body: { role: "editor" }, headers: creating });
  assert.equal(added.status, 201, added.text);
  assert.deepEqual(added.json<ChangeAnswer>().differences, [{ path: "members.u_ada", after: "editor" }]);
  const [member] = await members(server);
  const { revision, etag, ...rest } = member ?? assert.fail();
  assert.deepEqual(rest, { person: "u_ada", name: "Ada", login: "Ada@acme.example", disabled: false, role: "editor" });
  assert.equal(etag, added.headers.get("etag"));
  assert.equal(revision, added.json<ChangeAnswer>().revision);
  const body = { role: "owner" };
  assert.equal((await server.of("PUT", "acme/members/u_ada", { body, headers: creating })).status, 412);
  const changed = await server.of("PUT", "acme/members/u_ada", { body, headers: { "if-match": etag } });
  assert.deepEqual(changed.json<ChangeAnswer>().differences, [{ path: "members.u_ada", before: "editor", after: "owner" }]);
  assert.equal((await server.of("DELETE", "acme/members/u_ada", { headers: { "if-match": etag } })).status, 412);
  const fresh = changed.headers.get("etag") ?? "";
  assert.equal((await server.of("DELETE", "acme/members/u_ada", { headers: { "if-match": fresh } })).status, 200);
  assert.deepEqual(await members(server), []);
  assert.equal((await server.of("DELETE", "acme/members/u_ada", { headers: replacing })).status, 404);
});

test("unknown and disabled people cannot become members, and any member can be removed", async (server) => {
  const put = (id: string) => server.of("PUT", `acme/members/${id}`, { body: { role: "viewer" }, headers: creating });
  assert.equal((await put("u_bob")).status, 201);
  await server.store.accounts.setDisabled("u_bob", server.now);
  for (const id of ["u_nobody", "__proto__", "t_first"]) assert.equal((await put(id)).status, 404, id);
  await server.store.accounts.setDisabled("u_ada", server.now);
  assert.deepEqual((await put("u_ada")).paths, ["person"]);
  assert.deepEqual(pluck(await members(server), "name", "disabled"), [["Bob", true]]);
  await server.store.accounts.erase("u_bob");
  assert.deepEqual(pluck(await members(server), "name", "login", "disabled"), [[null, null, true]]);
  assert.equal((await server.of("DELETE", "acme/members/u_bob", { headers: replacing })).status, 200);
});

test("lookup finds a person by their exact login in any case, and by no part of it", async (server) => {
  const lookUp = (login: unknown) => server.of("POST", "acme/members/lookup", { body: { login } });
  assert.deepEqual((await lookUp("ada@ACME.example")).json<FoundPerson>(), { id: "u_ada", name: "Ada" });
  for (const login of ["ada", "ada@acme.exampl", "%", "ada%", "u_ada", "", " bob", "bob\u0000", "\ud800", "x".repeat(5000)])
    assert.equal((await lookUp(login)).status, 404, JSON.stringify(login));
  for (const login of [undefined, null, ["bob"], { $ne: "" }]) assert.equal((await lookUp(login)).status, 422);
  await server.store.accounts.setDisabled("u_bob", server.now);
  assert.equal((await lookUp("bob")).status, 404);
});

test("an owner invites a person with a role: one commit, one account without other permissions, and a link that lets them in", async (server) => {
  const owner = await personIn(server, "acme", "olive", "owner");
  const body = { login: "new@acme.example", name: "New", role: "operator" };
  const invite = (more = {}, query = "") => owner.of("POST", `acme/members${query}`, { body: { ...body, ...more } });
  const { status, text, json } = await invite({}, "?reason=on+call");
  assert.equal(status, 201, text);
  const { person, link, role, revision } = json<InvitedMember>();
  assert.match(link.url, /#link=dbl_/);
  const [commit] = await server.store.history("acme", { limit: 1 });
  assert.deepEqual(
    [commit?.revision, commit?.actor, commit?.reason, commit?.changes.map(({ kind, id }) => [kind, id])],
    [revision, owner.actor, "on call", [["grant", person]]],
  );
  assert.equal(role, "operator");
  const known = (await server.ask("GET", `/admin/v1/people/${person}`)).json<PersonDetail>();
  assert.deepEqual([known.administrator, known.roles], [false, [{ project: "acme", role: "operator" }]]);
  const hash = hashCredential(link.url.split("=")[1] ?? "");
  assert.deepEqual(await server.store.accounts.link(hash, server.now), {
    ...{ hash, person, isAdministrator: false },
    expiresAt: server.now + 7 * 86_400_000,
  });
  // An account that exists is not touched: a link to it would let the inviter in.
  for (const login of ["bob", "NEW@acme.example"]) assert.equal((await invite({ login })).status, 409);
  assert.equal((await invite({ login: "a b", role: "administrator" })).status, 422);
  assert.equal((await server.store.accounts.people({ limit: 10 })).length, 4);
});

test("an invitation that is not committed creates no account, and of two with one login one is", async (server) => {
  await server.of("PUT", "acme/protection", { body: { four_eyes: false, reason_required: true }, headers: replacing });
  const count = async () => (await server.store.accounts.people({ limit: 10 })).length;
  const before = await count();
  const body = { login: "new", name: "New", role: "viewer" };
  assert.equal((await server.of("POST", "acme/members", { body })).status, 422);
  assert.equal((await server.of("POST", "nothing/members", { body })).status, 404);
  assert.equal(await count(), before);
  const both = await Promise.all([1, 2].map(() => server.of("POST", "acme/members?reason=x", { body })));
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  assert.equal(await count(), before + 1);
});

test("the owners of a project add at most 100 people in a day", async (server) => {
  const owner = await personIn(server, "acme", "olive", "owner");
  const invite = (n: number) => owner.of("POST", "acme/members", { body: { login: `p${n}`, name: "P", role: "viewer" } });
  for (let n = 1; n < 100; n++) assert.equal((await invite(n)).status, 201);
  assert.equal((await invite(100)).status, 409);
  server.now += 86_400_001;
  assert.equal((await invite(100)).status, 201);
});

test("a person disabled while becoming a member has no role, even once enabled again", async (server) => {
  beforeNextCommit(server, "acme", () => server.store.accounts.setDisabled("u_ada", server.now));
  const adding = server.of("PUT", "acme/members/u_ada", { body: { role: "owner" }, headers: creating });
  assert.equal((await adding).status, 409);
  await server.store.accounts.setDisabled("u_ada", null);
  assert.deepEqual(await members(server), []);
});

const base = "/admin/v1/administrators";

async function addAdministrator(server: AdminServer, id: string) {
  const answer = await server.ask("PUT", `${base}/${id}`, { headers: creating });
  assert.equal(answer.status, 201, answer.text);
  return answer;
}

const removeAdministrator = (server: AdminServer, id: string) => server.ask("DELETE", `${base}/${id}`, { headers: replacing });

async function listed(server: AdminServer): Promise<string[]> {
  const { administrators } = (await server.ask("GET", base)).json<AdministratorList>();
  return administrators.map(({ person }) => person);
}

test("administrators are made and unmade, each as an edit of what was read", async (server) => {
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

test("the last administrator cannot be removed, and of two removed concurrently one stays", async (server) => {
  await addAdministrator(server, "u_ada");
  const alone = await removeAdministrator(server, "u_ada");
  assert.equal(alone.said, "409 conflict");
  await addAdministrator(server, "u_bob");
  const both = await Promise.all([removeAdministrator(server, "u_ada"), removeAdministrator(server, "u_bob")]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await listed(server)).length, 1);
});

test("an administrator who is disabled, was erased or has never signed in does not count as able to sign in", async (server) => {
  const invite = async (login: string) =>
    (await server.ask("POST", "/admin/v1/people", { body: { login, name: login } })).json<InvitedPerson>().id;
  const [cleo, dan] = [await invite("cleo"), await invite("dan")];
  for (const each of ["u_ada", "u_bob", cleo, dan]) await addAdministrator(server, each);
  await server.store.accounts.setDisabled("u_bob", server.now);
  await server.store.accounts.erase(cleo);
  assert.equal((await removeAdministrator(server, "u_ada")).status, 409);
  for (const verb of ["disable", "erase"])
    assert.equal((await server.ask("POST", `/admin/v1/people/u_ada/${verb}`)).status, 409, verb);
  for (const each of ["u_bob", cleo, dan]) assert.equal((await removeAdministrator(server, each)).status, 200, each);
  assert.deepEqual(await listed(server), ["u_ada"]);
});

test("only people who can sign in become administrators, and the request takes no body", async (server) => {
  assert.equal((await server.ask("PUT", `${base}/u_nobody`, { headers: creating })).status, 404);
  const body = { role: "administrator" };
  assert.equal((await server.ask("PUT", `${base}/u_ada`, { headers: creating, body })).status, 422);
  await server.store.accounts.setDisabled("u_ada", server.now);
  assert.equal((await server.ask("PUT", `${base}/u_ada`, { headers: creating })).status, 422);
});
