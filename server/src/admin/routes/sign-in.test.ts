import assert from "node:assert/strict";
import { it } from "node:test";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { SignInOptions, WhoAmI } from "drawbridge-rules/wire/session.ts";
import { adminServerWithProject } from "../../../test/admin-server.ts";
import { serverTest as test } from "../../../test/server-test.ts";
import { cookieIn, createPerson, password, signedIn, signIn } from "../../../test/signed-in.ts";
import { adminApi } from "../admin-api.ts";

const sessionPath = "/admin/v1/session";

it("signing in returns the person and their permissions, and starts a session", async () => {
  const server = await adminServerWithProject();
  const id = await createPerson(server, "Ada@acme.example", { acme: "editor" });
  const { status, headers, json } = await signIn(server, "ada@ACME.example");
  assert.equal(status, 200);
  const body = json<WhoAmI>();
  assert.deepEqual(body, {
    actor: id,
    person: { id, login: "Ada@acme.example", name: "Ada@acme.example Example" },
    administrator: false,
    roles: [{ project: "acme", role: "editor" }],
    session: { created_at: "2026-11-21T12:00:00.000+00:00", expires_at: "2026-11-28T12:00:00.000+00:00" },
  });
  const setCookie = headers.get("set-cookie") ?? "";
  assert.match(setCookie, /^__Host-drawbridge=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=604800$/);
  const again = await server.ask("GET", sessionPath, { cookie: cookieIn(setCookie) });
  assert.deepEqual(again.json(), body);
});

test("a wrong password, an unknown login, a missing password and a disabled account are refused alike", async (server) => {
  await createPerson(server, "ada");
  const gone = await createPerson(server, "bob");
  await server.store.accounts.setDisabled(gone, server.now);
  const invited = { id: "u_eve", login: "eve", name: "Eve", createdAt: 0, disabledAt: null };
  await server.store.accounts.addPerson(invited, {});
  const answers: unknown[] = [];
  for (const [login, secret] of [
    ["ada", "not the right one"],
    ["unknown", password],
    ["bob", password],
    ["eve", password],
    ["ada", password.toUpperCase()],
    ["ada", `${password} `],
    ["ada", "\ud800 lone surrogate"],
    ["a\0da", password],
  ] as const) {
    const { status, text, headers } = await signIn(server, login, { secret });
    assert.equal(headers.has("set-cookie"), false, login);
    answers.push([status, text]);
  }
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  assert.equal((answers[0] as [number])[0], 401);
});

test("too many attempts are answered 429 with the seconds to wait, without a hashing, and the right password then opens", async (server) => {
  await createPerson(server, "ada");
  const wrong = () => signIn(server, "ada", { secret: "not the right one", address: "192.0.2.1" });
  const limits: (string | null)[] = [];
  for (let n = 0; n < 5; n++) {
    const { status, headers } = await wrong();
    assert.deepEqual([status, headers.get("ratelimit-policy")], [401, '"attempts";q=5;w=3600']);
    limits.push(headers.get("ratelimit"));
  }
  assert.deepEqual(limits, ['"attempts";r=4', '"attempts";r=3', '"attempts";r=2', '"attempts";r=1', '"attempts";r=0;t=1']);
  const before = server.services.passwords.hashings;
  const { status, headers, json } = await wrong();
  assert.equal(status, 429);
  assert.deepEqual([headers.get("retry-after"), headers.get("ratelimit")], ["1", '"attempts";r=0;t=1']);
  assert.equal(json<ProblemDocument>().code, "rate_limited");
  assert.equal((await signIn(server, "ada", { address: "192.0.2.1" })).status, 429);
  assert.equal((await signIn(server, "ada", { address: "192.0.2.2" })).status, 200, "another address is let in");
  assert.equal(server.services.passwords.hashings - before, 1);
  server.now += 1000;
  const { status: opened, headers: after } = await signIn(server, "ada", { address: "192.0.2.1" });
  assert.deepEqual([opened, after.get("ratelimit")], [200, '"attempts";r=5']);
});

test("guesses at one-time links count for the address as guesses at passwords do", async (server) => {
  const address = "192.0.2.1";
  const statuses: number[] = [];
  for (let n = 0; n < 51; n++) {
    const link = `dbl_${n}`;
    statuses.push((await server.ask("POST", "/admin/v1/account-links/inspect", { token: null, address, body: { link } })).status);
  }
  assert.deepEqual([statuses.filter((status) => status === 404).length, statuses.at(-1)], [50, 429]);
  assert.equal((await signIn(server, "ada", { address })).status, 429);
});

test("where sign-in is not available, every attempt gets the reason, and no password works", async (server) => {
  await createPerson(server, "ada");
  const api = adminApi({ ...server.services, publicUrl: () => "http://drawbridge.lan:8081" });
  const asked = await api.fetch(new Request("http://x.test/admin/v1/sign-in"));
  const options = (await asked.json()) as SignInOptions;
  assert.equal(options.offered, false);
  assert.match(options.reason ?? "", /http:\/\/drawbridge\.lan:8081.*DRAWBRIDGE_PUBLIC_URL/);
  const body = JSON.stringify({ login: "ada", password });
  const headers = { "content-type": "application/json", host: "localhost", "x-forwarded-proto": "https" };
  const answer = await api.fetch(new Request("http://localhost/admin/v1/session", { method: "POST", body, headers }));
  assert.equal(answer.status, 403);
  assert.equal(((await answer.json()) as ProblemDocument).detail, options.reason);
});

test("a sign-in from another site's page is refused, so that it cannot switch the user's account", async (server) => {
  await createPerson(server, "mallory");
  for (const headers of [
    { origin: "https://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: "https://drawbridge.test" },
  ]) {
    const { status } = await signIn(server, "mallory", { headers: headers as unknown as Record<string, string> });
    assert.equal(status, 403);
  }
  const { status } = await signIn(server, "mallory", { headers: { "content-type": "text/plain" } });
  assert.equal(status, 415, "a form of another site can send nothing that is JSON");
});

test("a sign-in creates a new session and ends the one that was sent: a planted session id is worthless", async (server) => {
  await createPerson(server, "ada");
  const { cookie: planted } = await signedIn(server, "mallory");
  const { status, headers } = await signIn(server, "ada", { headers: { cookie: planted } });
  assert.equal(status, 200);
  const own = cookieIn(headers.get("set-cookie"));
  assert.notEqual(own, planted);
  assert.equal((await server.ask("GET", sessionPath, { cookie: planted })).status, 401);
  const invented = `__Host-drawbridge=${"A".repeat(43)}`;
  const again = await signIn(server, "ada", { headers: { cookie: invented } });
  assert.notEqual(cookieIn(again.headers.get("set-cookie")), invented);
  assert.equal((await server.ask("GET", sessionPath, { cookie: invented })).status, 401);
  assert.equal((await server.ask("GET", sessionPath, { cookie: own })).status, 200, "another session of hers goes on");
});

test("an invalid login or password is reported without repeating it", async (server) => {
  for (const body of [
    { login: "ada" },
    { login: "", password: "a secret that is said" },
    { login: { $ne: null }, password: { $ne: null } },
    { login: "ada", password: "a secret that is said", person: "u_1" },
    { login: "ada", password: "a secret that is said".repeat(200) },
  ]) {
    const { status, text } = await server.ask("POST", sessionPath, { token: null, body });
    assert.equal(status, 422, JSON.stringify(body));
    assert.ok(!text.includes("a secret that is said"));
  }
});

test("a password that was changed while it was looked at opens nothing", async (server) => {
  const id = await createPerson(server, "ada");
  const kept = await server.store.accounts.password(id);
  const attempt = signIn(server, "ada");
  await server.store.accounts.changePassword(id, kept ?? "", await server.services.passwords.hash("another, and longer"), null);
  assert.equal((await attempt).status, 401);
  assert.deepEqual(await server.store.accounts.sessionsOf(id), []);
});
