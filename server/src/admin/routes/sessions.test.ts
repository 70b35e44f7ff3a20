import assert from "node:assert/strict";
import { it } from "node:test";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { SessionList, WhoAmI } from "drawbridge-rules/wire/session.ts";
import type { CreatedToken } from "drawbridge-rules/wire/token.ts";
import { type AdminServer, adminServerWithProject } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { serverTest as test } from "../../../test/server-test.ts";
import { cookieIn, password, sessionOf, signedIn, signIn } from "../../../test/signed-in.ts";
import { sessionIdle, sessionLife } from "../../accounts/session.ts";

const minute = 60_000;

const whoAmI = (server: AdminServer, cookie: string) => server.ask("GET", "/admin/v1/session", { cookie });

test("a session ends twelve hours after it was last used, and seven days after the sign-in, however much it is used", async (server) => {
  const { cookie, person } = await signedIn(server, "ada");
  const idle = await sessionOf(server, person);
  const began = server.now;
  for (; server.now < began + sessionLife; server.now += sessionIdle / 2) {
    assert.equal((await whoAmI(server, cookie)).status, 200);
    if (server.now === began + sessionIdle) for (let n = 0; n < 2; n++) assert.equal((await whoAmI(server, idle)).status, 401);
  }
  assert.equal((await whoAmI(server, cookie)).status, 401);
});

test("that a session was used is written every five minutes at most", async (server) => {
  const { cookie, person } = await signedIn(server, "ada");
  const began = server.now;
  const seenAt = async () => (await server.store.accounts.sessionsOf(person))[0]?.seenAt;
  for (const [later, seen] of [
    [1, 0],
    [5 * minute - 1, 0],
    [5 * minute, 5 * minute],
    [10 * minute - 1, 5 * minute],
    [10 * minute, 10 * minute],
    [-60 * minute, -60 * minute],
  ] as const) {
    server.now = began + later;
    assert.equal((await whoAmI(server, cookie)).status, 200);
    assert.equal(await seenAt(), began + seen);
  }
});

test("signing out ends that session and clears the cookie, and signing out everywhere ends all of the person's", async (server) => {
  const { cookie, person } = await signedIn(server, "ada");
  const others = await Promise.all([1, 2, 3].map(() => sessionOf(server, person)));
  const bob = await signedIn(server, "bob");
  const out = await server.ask("DELETE", "/admin/v1/session", { cookie });
  assert.equal(out.status, 204);
  assert.equal(out.headers.get("set-cookie"), "__Host-drawbridge=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0");
  assert.equal((await whoAmI(server, cookie)).status, 401);
  const { status, headers, json } = await server.ask("POST", "/admin/v1/sessions/end", { cookie: others[0] ?? "" });
  assert.deepEqual([status, json()], [200, { ended: 3 }]);
  assert.match(headers.get("set-cookie") ?? "", /Max-Age=0$/);
  for (const each of others) assert.equal((await whoAmI(server, each)).status, 401);
  assert.equal((await whoAmI(server, bob.cookie)).status, 200);
});

test("one's sessions are listed, last seen first, without those that are over", async (server) => {
  const { cookie, person } = await signedIn(server, "ada");
  server.now += 10 * minute;
  await sessionOf(server, person);
  await signedIn(server, "bob");
  const list = async () => (await server.ask("GET", "/admin/v1/sessions", { cookie })).json<SessionList>().sessions;
  assert.deepEqual(pluck(await list(), "current", "created_at"), [
    [false, "2026-11-21T12:10:00.000+00:00"],
    [true, "2026-11-21T12:00:00.000+00:00"],
  ]);
  server.now += sessionIdle - minute;
  await whoAmI(server, cookie);
  server.now += minute;
  assert.deepEqual((await list()).length, 1);
});

test("one of one's sessions is ended by its name and by no one else, and the others go on", async (server) => {
  const { cookie, person } = await signedIn(server, "ada");
  server.now += minute;
  const other = await sessionOf(server, person);
  const third = await sessionOf(server, person);
  const list = async () => (await server.ask("GET", "/admin/v1/sessions", { cookie })).json<SessionList>().sessions;
  const ids = (await list()).map(({ id }) => id);
  assert.equal(new Set(ids).size, 3);
  assert.deepEqual(pluck(await list(), "id"), ids, "a session keeps its name");
  const hashes = (await server.store.accounts.sessionsOf(person)).map(({ hash }) => hash);
  for (const id of ids) assert.ok(/^s_[0-9a-f]{16}$/.test(id) && !hashes.some((hash) => hash.includes(id.slice(2))), id);
  const last = (await list()).find(({ current }) => !current)?.id ?? assert.fail();
  const end = (id: string, as: string) => server.ask("DELETE", `/admin/v1/sessions/${id}`, { cookie: as });
  const ended = await end(last, cookie);
  assert.deepEqual([ended.status, ended.headers.has("set-cookie")], [204, false]);
  const left = [(await whoAmI(server, other)).status, (await whoAmI(server, third)).status].sort();
  assert.deepEqual(left, [200, 401]);
  assert.equal((await end(last, cookie)).status, 404, "it has ended already");
  const bob = await signedIn(server, "bob", "administrator");
  for (const id of [...ids, "s_", "s_0123456789abcdef", "__proto__"])
    assert.equal((await end(id, bob.cookie)).status, 404, "not even an administrator ends another person's");
  assert.equal((await whoAmI(server, cookie)).status, 200);
  const own = (await list()).find(({ current }) => current)?.id ?? assert.fail();
  const out = await end(own, cookie);
  assert.equal(out.status, 204);
  assert.match(out.headers.get("set-cookie") ?? "", /Max-Age=0$/);
  assert.equal((await whoAmI(server, cookie)).status, 401);
});

test("another password takes the present one, ends all other sessions and links, and leaves this session under another id", async (server) => {
  const { cookie, person } = await signedIn(server, "ada");
  const [before] = await server.store.accounts.sessionsOf(person);
  const other = await sessionOf(server, person);
  server.now += 60 * minute;
  const link = { hash: "h", expiresAt: server.now + 1, person, isAdministrator: false };
  await server.store.accounts.addLink(link);
  const body = { current: password, password: "another, and longer" };
  const { status, json, headers } = await server.ask("POST", "/admin/v1/session/password", { cookie, body });
  assert.deepEqual([status, json()], [200, { ended: 1 }]);
  const setCookie = headers.get("set-cookie") ?? "";
  assert.match(setCookie, /^__Host-drawbridge=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=601200$/);
  const statuses = [cookie, other, cookieIn(setCookie)].map(async (each) => (await whoAmI(server, each)).status);
  assert.deepEqual(await Promise.all(statuses), [401, 401, 200]);
  const [after, ...more] = await server.store.accounts.sessionsOf(person);
  assert.deepEqual([after, more], [{ ...before, hash: after?.hash, seenAt: server.now }, []], "and ends when it would have");
  assert.equal(await server.store.accounts.link("h", server.now), null);
  assert.equal((await signIn(server, "ada")).status, 401);
  assert.equal((await signIn(server, "ada", { secret: "another, and longer" })).status, 200);
});

test("a password is not changed without the present one, which cannot be guessed here either, nor to a bad one", async (server) => {
  const { cookie } = await signedIn(server, "ada");
  const change = (current: string, next: string) =>
    server.ask("POST", "/admin/v1/session/password", { cookie, body: { current, password: next }, address: "192.0.2.1" });
  for (const next of ["short", "passwordpassword", "ada Example"]) {
    const { status, paths } = await change(password, next);
    assert.deepEqual([status, paths], [422, ["password"]]);
  }
  for (let n = 0; n < 5; n++) {
    const { status, paths } = await change("not the right one", "another, and longer");
    assert.deepEqual([status, paths], [422, ["current"]]);
  }
  const { status, headers } = await change(password, "another, and longer");
  assert.deepEqual([status, headers.get("retry-after")], [429, "1"]);
  assert.equal((await signIn(server, "ada", { address: "192.0.2.9" })).status, 200, "it is as it was");
});

test("a token that counts as its maker has no session to end and no password to change", async (server) => {
  const { cookie, person } = await signedIn(server, "ada", "administrator");
  const made = await server.ask("POST", "/admin/v1/tokens", { cookie, body: { name: "script" } });
  const { token, id } = made.json<CreatedToken>();
  assert.deepEqual((await server.ask("GET", "/admin/v1/session", { token })).json<WhoAmI>(), {
    actor: id,
    person: { id: person, login: "ada", name: "ada Example" },
    administrator: true,
    roles: [],
    session: null,
  });
  const asked: [string, string, object?][] = [
    ["DELETE", "session"],
    ["GET", "sessions"],
    ["DELETE", "sessions/s_0123456789abcdef"],
    ["POST", "sessions/end"],
    ["POST", "session/password", { current: password, password: "another, and longer" }],
  ];
  for (const [method, path, body] of asked)
    assert.equal((await server.ask(method, `/admin/v1/${path}`, { token, body })).status, 403, path);
  assert.equal((await whoAmI(server, cookie)).status, 200);
});

it("where there is an Authorization, it alone counts: a good cookie helps no bad token, and lends a good one nothing", async () => {
  const server = await adminServerWithProject();
  const { cookie } = await signedIn(server, "ada", "administrator");
  for (const authorization of ["", " ", "Bearer ", "Bearer undefined", `Bearer ${"x".repeat(40)}`, "Basic YTpi", "Cookie"]) {
    const { status } = await server.ask("GET", "/admin/v1/status", { cookie, headers: { authorization } });
    assert.equal(status, 401, authorization);
  }
  const role = { name: "script", role: "viewer" };
  const made = await server.of("POST", "acme/tokens", { body: role });
  const { token } = made.json<CreatedToken>();
  assert.equal((await server.ask("GET", "/admin/v1/tokens", { cookie, token })).status, 403);
});

it("a write with a session from another site's page is refused and changes nothing, and so is a read", async () => {
  const server = await adminServerWithProject();
  const { cookie } = await signedIn(server, "ada", "administrator");
  const head = await server.store.head();
  const foreign = [
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { "sec-fetch-site": "same-origin", origin: "http://admin.test" },
  ];
  const routes = server.api.paths.filter(({ method }) => method !== "GET");
  for (const headers of foreign) {
    for (const { method, path } of routes) {
      const filled = path.replace("{project}", "acme").replaceAll(/\{.+?\}/g, "ios");
      const { status } = await server.ask(method, filled, { cookie, headers, body: {} });
      assert.equal(status, 403, `${method} ${filled}`);
    }
  }
  assert.deepEqual(await server.store.head(), head);
  const bare = new Request("http://admin.test/admin/v1/sessions/end", { method: "POST", headers: { cookie } });
  const refused = await server.api.fetch(bare);
  assert.equal(refused.status, 403);
  assert.match(((await refused.json()) as ProblemDocument).detail, /Sec-Fetch-Site or Origin/);
  const read = await server.ask("GET", "/admin/v1/people", { cookie, headers: { "sec-fetch-site": "cross-site" } });
  assert.equal(read.status, 403);
  assert.equal((await whoAmI(server, cookie)).status, 200);
});

it("a role or session lost while a body is being sent stops the change", async () => {
  const server = await adminServerWithProject();
  const { cookie, person } = await signedIn(server, "ada", { acme: "editor" });
  const boss = await signedIn(server, "bob", "administrator");
  const before = (await server.of("GET", "acme/instances/eu-1")).text;
  const edits = () => [{ kind: "grant", id: person, value: null } as const];
  const request = { project: "acme", actor: "x", reason: "", edits };
  assert.equal(await statusAfter(server, cookie, () => server.publisher.publish(request)), 404);
  assert.equal(await statusAfter(server, boss.cookie, () => server.store.accounts.endSessions(boss.person)), 401);
  assert.equal((await server.of("GET", "acme/instances/eu-1")).text, before);
});

/** Status of an edit when something happens after half of its body has arrived. */
async function statusAfter({ api }: AdminServer, cookie: string, happens: () => Promise<unknown>): Promise<number> {
  const { readable, writable } = new TransformStream();
  const writer = writable.getWriter();
  const headers = { cookie, origin: "https://drawbridge.test", "content-type": "application/json", "if-match": "*" };
  const path = "http://admin.test/admin/v1/projects/acme/instances/eu-1";
  const answer = api.fetch(new Request(path, { method: "PUT", headers, body: readable, duplex: "half" } as RequestInit));
  await writer.write(Buffer.from('{"name":'));
  await happens();
  await writer.write(Buffer.from('"New"}'));
  await writer.close();
  return (await answer).status;
}
