import assert from "node:assert/strict";
import { it } from "node:test";
import { type AdminServer, adminServer, type TestAnswer } from "../../../test/admin-server.ts";
import { serverTest as test } from "../../../test/server-test.ts";

const password = "a ferry, a bridge and a tunnel";

async function invited(server: AdminServer, login = "ada"): Promise<{ readonly id: string; readonly link: string }> {
  const { status, json } = await server.ask("POST", "/admin/v1/people", { body: { login, name: "Ada" } });
  assert.equal(status, 201);
  const { id, link } = json<{ id: string; link: { url: string } }>();
  return { id, link: textIn(link.url) };
}

async function newLink(server: AdminServer, id: string): Promise<string> {
  const { status, json } = await server.ask("POST", `/admin/v1/people/${id}/link`);
  assert.equal(status, 201);
  return textIn(json<{ url: string }>().url);
}

function textIn(url: string): string {
  assert.match(url, /^https:\/\/drawbridge\.test\/sign-in#link=dbl_\w{36}$/);
  return new URL(url).hash.slice("#link=".length);
}

function inspect(server: AdminServer, link: string): Promise<TestAnswer> {
  return server.ask("POST", "/admin/v1/account-links/inspect", { token: null, body: { link } });
}

function redeem(server: AdminServer, link: string, more: object = {}): Promise<TestAnswer> {
  return server.ask("POST", "/admin/v1/account-links/redeem", { token: null, body: { link, password, ...more } });
}

const cookieOf = ({ headers }: TestAnswer): string => headers.getSetCookie()[0]?.split(";")[0] ?? assert.fail("no cookie");

async function who(server: AdminServer, cookie: string): Promise<number> {
  return (await server.ask("GET", "/admin/v1/session", { token: null, headers: { cookie } })).status;
}

test("an invitation names its person, sets the password, signs in, and works once", async (server) => {
  const { link } = await invited(server);
  assert.deepEqual((await inspect(server, link)).json(), { kind: "invitation", login: "ada" });
  const redeemed = await redeem(server, link);
  assert.equal(redeemed.status, 200, redeemed.text);
  const { person, administrator, roles } = redeemed.json<{ person: { login: string }; administrator: boolean; roles: [] }>();
  assert.deepEqual([person.login, administrator, roles], ["ada", false, []]);
  assert.equal(await who(server, cookieOf(redeemed)), 200);
  assert.equal((await redeem(server, link)).status, 404);
  const login = { login: "ada", password };
  assert.equal((await server.ask("POST", "/admin/v1/session", { token: null, body: login })).status, 200);
});

test("a new password ends the sessions of the old one", async (server) => {
  const { id, link } = await invited(server);
  const before = cookieOf(await redeem(server, link));
  const later = await newLink(server, id);
  assert.deepEqual((await inspect(server, later)).json(), { kind: "password", login: "ada" });
  assert.equal(await who(server, before), 200, "a link that is not used ends nothing");
  const after = cookieOf(await redeem(server, later, { password: `${password} and a road` }));
  assert.deepEqual([await who(server, before), await who(server, after)], [401, 200]);
});

it("disabled and erased people cannot sign in with a link", async () => {
  for (const verb of ["disable", "erase"]) {
    const server = await adminServer();
    const { id, link } = await invited(server);
    assert.equal((await server.ask("POST", `/admin/v1/people/${id}/${verb}`)).status, 200);
    assert.equal((await inspect(server, link)).status, 404);
    assert.equal((await redeem(server, link)).status, 404);
  }
});

test("a link cannot change its owner's login or name, and failed attempts repeat nothing and do not use it up", async (server) => {
  const { link } = await invited(server, "ada.lovelace@acme.example");
  for (const [more, paths] of [
    [{ login: "root", name: "Root" }, ["login", "name"]],
    [{ password: "Ada.Lovelace@acme.example" }, ["password"]],
  ] as const) {
    const refused = await redeem(server, link, more);
    assert.deepEqual(refused.paths, paths);
    assert.ok(!refused.text.includes("Lovelace") && !refused.text.includes(link), refused.text);
  }
  assert.equal((await redeem(server, link)).status, 200);
});

test("redeeming a link ends the session of another account", async (server) => {
  const one = cookieOf(await redeem(server, (await invited(server, "one")).link));
  const { link } = await invited(server, "two");
  const asked = { token: null, headers: { cookie: one, origin: "https://drawbridge.test" }, body: { link, password } };
  const two = cookieOf(await server.ask("POST", "/admin/v1/account-links/redeem", asked));
  assert.deepEqual([await who(server, one), await who(server, two)], [401, 200]);
});
