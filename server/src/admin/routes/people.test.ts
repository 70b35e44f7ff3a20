import assert from "node:assert/strict";
import { it } from "node:test";
import type { AccountLink, InvitedPerson, Person, PersonDetail, PersonList } from "drawbridge-rules/wire/person.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { type AdminServer, adminServerWithProject } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { serverTest as test } from "../../../test/server-test.ts";
import { createPerson, sessionOf, signedIn, signIn } from "../../../test/signed-in.ts";
import { hashLink } from "../../accounts/account-link.ts";

const hour = 3_600_000;
const base = "/admin/v1/people";

/** Through a proxy that names another host. */
const invite = (server: AdminServer, login: string, name = "Bob") =>
  server.ask("POST", base, { body: { login, name }, headers: { host: "evil.example", "x-forwarded-host": "evil.example" } });

/** The link, which is of the public URL, as the store has it. */
async function inspectLink(server: AdminServer, { url }: AccountLink) {
  const text = /^https:\/\/drawbridge\.test\/sign-in#link=(dbl_[A-Za-z0-9]{36})$/.exec(url)?.[1] ?? assert.fail(url);
  return server.store.accounts.link(hashLink(text) ?? "", server.now);
}

test("an invited person has an account without a password, and a link of seven days to set one", async (server) => {
  const { status, headers, json } = await invite(server, "Ada@acme.example", "Ada");
  assert.equal(status, 201);
  const { link, ...person } = json<InvitedPerson>();
  assert.match(person.id, /^u_[a-z0-9]{10}$/);
  assert.equal(headers.get("location"), `${base}/${person.id}`);
  assert.deepEqual(person, {
    id: person.id,
    login: "Ada@acme.example",
    name: "Ada",
    administrator: false,
    created_at: "2026-11-21T12:00:00.000+00:00",
    disabled_at: null,
  });
  assert.equal(link.expires_at, "2026-11-28T12:00:00.000+00:00");
  const stored = await inspectLink(server, link);
  assert.deepEqual([stored?.person, stored?.isAdministrator], [person.id, false]);
  const detail = (await server.ask("GET", `${base}/${person.id}`)).json<PersonDetail>();
  assert.deepEqual(detail, {
    ...person,
    roles: [],
    has_password: false,
    has_identity: false,
    identities: [],
    sessions: 0,
    seen_at: null,
    created_tokens: [],
    created_token_count: 0,
  });
});

test("a login is had once, in whatever case, and what is none is said with its place", async (server) => {
  await invite(server, "ada");
  assert.equal((await invite(server, "ADA")).status, 409);
  for (const [body, paths] of [
    [{ login: "a b", name: "" }, ["login", "name"]],
    [{ login: "bob", name: "Bob", password: "set by another person", administrator: true }, ["administrator", "password"]],
  ] as const) {
    const refused = await server.ask("POST", base, { body });
    assert.deepEqual([refused.status, refused.paths], [422, paths]);
  }
  assert.equal((await server.store.accounts.people({ limit: 9 })).length, 1);
});

test("people are listed page by page in order of their logins, and found by any part of login or name", async (server) => {
  for (const login of ["mo", "Bob", "ada", "zoë", "eve"]) await invite(server, login, `Name of ${login}`);
  const list = async (query: string) => (await server.ask("GET", `${base}?${query}`)).json<PersonList>();
  const logins = ({ people }: PersonList) => people.map(({ login }) => login);
  const first = await list("limit=2");
  assert.deepEqual(logins(first), ["ada", "Bob"]);
  const second = await list(`limit=2&after=${first.next}`);
  assert.deepEqual(logins(second), ["eve", "mo"]);
  const last = await list(`limit=2&after=${second.next}`);
  assert.deepEqual([logins(last), last.next], [["zoë"], null]);
  assert.deepEqual(logins(await list("query=NAME%20OF%20Z")), ["zoë"]);
  assert.deepEqual(logins(await list("query=%25")), []);
  assert.equal((await list("limit=5")).next, null);
  for (const query of ["limit=0", "limit=1001", "after=x", "sort=name"])
    assert.equal((await server.ask("GET", `${base}?${query}`)).status, 422, query);
});

test("the list shows each person's ways to sign in, roles and sessions", async (server) => {
  await signedIn(server, "ada", "administrator");
  await invite(server, "bob");
  const shown = async () => {
    const { people } = (await server.ask("GET", base)).json<PersonList>();
    return pluck(people, "login", "administrator", "has_password", "has_identity", "sessions", "seen_at") as unknown[][];
  };
  const seen = new Date(server.now).toISOString().replace("Z", "+00:00");
  assert.deepEqual(await shown(), [
    ["ada", true, true, false, 1, seen],
    ["bob", false, false, false, 0, null],
  ]);
  server.now += 12 * hour;
  assert.deepEqual((await shown())[0]?.slice(4), [0, null], "a session that was idle for so long is over");
});

test("a forgotten password gets a link of one hour, and the earlier link ends", async (server) => {
  const id = await createPerson(server, "ada");
  const make = async () => (await server.ask("POST", `${base}/${id}/link`)).json<AccountLink>();
  const first = await make();
  assert.equal(Date.parse(first.expires_at) - server.now, hour);
  const second = await make();
  assert.equal(await inspectLink(server, first), null);
  assert.equal((await inspectLink(server, second))?.person, id);
  assert.equal((await signIn(server, "ada")).status, 200, "until it is used, all is as it was");
  server.now += hour;
  assert.equal(await inspectLink(server, second), null);
  const invited = (await invite(server, "bob")).json<InvitedPerson>();
  const again = (await server.ask("POST", `${base}/${invited.id}/link`)).json<AccountLink>();
  assert.equal(Date.parse(again.expires_at) - server.now, 7 * 24 * hour, "a person who never signed in is invited again");
});

it("disabling a person signs them out immediately and revokes every role and link, and history records the actor and reason", async () => {
  const server = await adminServerWithProject();
  const boss = await signedIn(server, "boss", "administrator");
  const ada = await signedIn(server, "ada", { acme: "owner" });
  const { status, json } = await server.ask("POST", `${base}/${ada.person}/disable`, { cookie: boss.cookie });
  assert.equal(status, 200);
  assert.equal(json<Person>().disabled_at, "2026-11-21T12:00:00.000+00:00");
  assert.equal((await server.ask("GET", "/admin/v1/session", { cookie: ada.cookie })).status, 401);
  assert.equal((await signIn(server, "ada")).status, 401);
  assert.equal((await server.publisher.state("acme")).grant.has(ada.person), false);
  const [commit] = await server.store.history("acme", { limit: 1 });
  assert.deepEqual([commit?.actor, commit?.reason], [boss.person, "The account was disabled"]);
  const link = await server.ask("POST", `${base}/${ada.person}/link`);
  assert.equal(link.status, 409);
  const { revision } = await server.store.head();
  assert.equal((await server.ask("POST", `${base}/${ada.person}/disable`)).status, 200, "twice is once");
  assert.equal((await server.store.head()).revision, revision);
  const enabled = await server.ask("POST", `${base}/${ada.person}/enable`);
  assert.equal(enabled.json<Person>().disabled_at, null);
  assert.equal((await server.ask("GET", "/admin/v1/session", { cookie: ada.cookie })).status, 401);
  assert.deepEqual((await signIn(server, "ada")).json<WhoAmI>().roles, [], "the password is the same, and there is no role");
});

test("an administrator's sign-out ends all sessions of the person", async (server) => {
  const ada = await signedIn(server, "ada");
  const second = await sessionOf(server, ada.person);
  const { json } = await server.ask("POST", `${base}/${ada.person}/sign-out`);
  assert.deepEqual(json(), { ended: 2 });
  for (const cookie of [ada.cookie, second]) assert.equal((await server.ask("GET", "/admin/v1/session", { cookie })).status, 401);
});

it("history keeps only the id of an erased person, and nothing that identifies them", async () => {
  const server = await adminServerWithProject();
  const boss = await signedIn(server, "boss", "administrator");
  const ada = await signedIn(server, "ada@acme.example", { acme: "editor" });
  const path = "/admin/v1/projects/acme/platforms/ios";
  const headers = { "if-match": (await server.ask("GET", path)).headers.get("etag") ?? "" };
  await server.ask("PUT", path, { cookie: ada.cookie, body: { minimum: "3.0.0" }, headers });
  const { status, json } = await server.ask("POST", `${base}/${ada.person}/erase`, { cookie: boss.cookie });
  assert.deepEqual([status, json()], [200, { id: ada.person }]);
  assert.equal((await server.ask("GET", "/admin/v1/session", { cookie: ada.cookie })).status, 401);
  assert.equal((await server.ask("GET", `${base}/${ada.person}`)).status, 404);
  assert.equal((await server.ask("POST", `${base}/${ada.person}/erase`)).status, 404);
  const log = await server.store.history("acme", { limit: 200 });
  assert.ok(log.some(({ actor }) => actor === ada.person));
  const everything = JSON.stringify([log, await server.store.history("", { limit: 200 }), await server.store.rows()]);
  assert.ok(!everything.includes("acme.example"));
  assert.equal((await server.publisher.state("acme")).grant.has(ada.person), false);
  assert.equal((await invite(server, "ada@acme.example")).status, 201, "the login is free again");
});

test("the last administrator can be neither disabled nor erased, even when two do it to each other concurrently", async (server) => {
  const ada = await signedIn(server, "ada", "administrator");
  for (const verb of ["disable", "erase"]) {
    const { status, json } = await server.ask("POST", `${base}/${ada.person}/${verb}`);
    assert.equal(status, 409);
    assert.match(json<ProblemDocument>().detail, /last administrator who can sign in\./);
  }
  assert.equal((await server.ask("GET", base, { cookie: ada.cookie })).status, 200);
  const bob = await signedIn(server, "bob", "administrator");
  const answers = await Promise.all([
    server.ask("POST", `${base}/${bob.person}/disable`, { cookie: ada.cookie }),
    server.ask("POST", `${base}/${ada.person}/erase`, { cookie: bob.cookie }),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
  assert.equal((await server.publisher.state("")).grant.size, 1);
});

test("an unknown person id is 404 in every path, whatever its form", async (server) => {
  for (const id of ["u_nobody", "%20", "u_%F0%9F%98%80", "a".repeat(5000), "null", "*"]) {
    for (const verb of ["", "/link", "/disable", "/enable", "/sign-out", "/erase"]) {
      const { status } = await server.ask(verb === "" ? "GET" : "POST", `${base}/${id}${verb}`);
      assert.equal(status, 404, `${id.slice(0, 20)}${verb}`);
    }
  }
});
