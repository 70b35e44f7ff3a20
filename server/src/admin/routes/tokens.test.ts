/** Rules for one kind of token; those for all keys and tokens are in `credentials.test.ts`. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { TokenKind } from "drawbridge-rules/credentials/token.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { CreatedToken, TokenList } from "drawbridge-rules/wire/token.ts";
import { type AdminServer, creating, replacing } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";
import { personIn } from "../../../test/project-people.ts";
import { acmeTest as test } from "../../../test/server-test.ts";
import { AccessTokenIndex } from "../../accounts/access-token-index.ts";
import { CredentialIndex } from "../../log/credential-index.ts";

const installation = "/admin/v1/tokens";
const acme = "/admin/v1/projects/acme/tokens";

async function createToken(server: AdminServer, path: string, body: object): Promise<CreatedToken> {
  const answer = await server.ask("POST", path, { body: { name: "a token", ...body } });
  assert.equal(answer.status, 201, answer.text);
  return answer.json();
}

/** The token that the text opens something with, after a start on the store's content; undefined means none of that kind. */
async function found(server: AdminServer, kind: TokenKind, text: string) {
  const tokens = new CredentialIndex("token", (token) => token.kind === kind);
  tokens.load(await server.store.rows());
  return tokens.findActive(text, server.now) ?? undefined;
}

test("a list names the person who created a token, for as long as they have a name", async (server) => {
  const ada = await personIn(server, "acme", "ada", "owner");
  await ada.of("POST", "acme/tokens", { body: { name: "deploy", role: "operator" } });
  const creator = async () => {
    const { tokens } = (await server.of("GET", "acme/tokens?query=deploy")).json<TokenList>();
    return [tokens[0]?.created_by, tokens[0]?.created_by_name];
  };
  assert.deepEqual(await creator(), ["u_ada", "ada"]);
  await server.ask("POST", "/admin/v1/people/u_ada/erase");
  assert.deepEqual(await creator(), ["u_ada", null]);
});

it("without a token of the environment, none of that kind opens anything", () => {
  const none = new AccessTokenIndex(null);
  for (const text of ["", "null", "undefined", "0".repeat(64)]) assert.equal(none.requester(text, 0), null);
});

test("a token opens only what its kind is for", async (server) => {
  const texts = {
    access: (await createToken(server, installation, {})).token,
    edge: (await createToken(server, installation, { kind: "edge" })).token,
    calendar: (await createToken(server, acme, { kind: "calendar" })).token,
  };
  for (const [own, text] of Object.entries(texts)) {
    for (const kind of ["access", "edge", "calendar"] as const)
      assert.equal((await found(server, kind, text)) !== undefined, kind === own, `${own} as ${kind}`);
    assert.equal((await server.ask("GET", installation, { token: text })).status, own === "access" ? 200 : 401, own);
    const path = own === "calendar" ? acme : installation;
    const listed = (await server.ask("GET", `${path}?kind=${own}`)).json<TokenList>().tokens;
    assert.deepEqual(pluck(listed, "kind", "last4"), [[own, text.slice(-4)]]);
  }
});

for (const role of ["viewer", "operator", "editor", "owner"] as const)
  test(`the access tokens of a project are the owners' alone, and its calendars everyone's: ${role}`, async (server) => {
    const secret = await createToken(server, acme, { role: "owner" });
    const calendar = await createToken(server, acme, { kind: "calendar" });
    const person = await personIn(server, "acme", "ada", role);
    const [isOwner, isOperator] = [role === "owner", role !== "viewer"];
    const statuses = async (id: string, body: object) => [
      (await person.of("GET", `acme/tokens/${id}`)).status,
      (await person.of("PATCH", `acme/tokens/${id}`, { body: { name: "another" } })).status,
      (await person.of("POST", "acme/tokens", { body: { name: "x", ...body } })).status,
      (await person.of("POST", `acme/tokens/${id}/revoke`)).status,
    ];
    const allowed = (is: boolean, status: number) => (is ? status : 403);
    const actual = await statuses(secret.id, { role: "viewer" });
    const expected = [200, 200, 201, 200].map((status) => allowed(isOwner, status));
    assert.deepEqual(actual, expected);
    assert.deepEqual(await statuses(calendar.id, { kind: "calendar" }), [
      200,
      ...[200, 201, 200].map((status) => allowed(isOperator, status)),
    ]);
    const listed = await person.of("GET", "acme/tokens");
    const kinds = new Set(listed.json<TokenList>().tokens.map(({ kind }) => kind));
    assert.deepEqual([...kinds].sort(), isOwner ? ["access", "calendar"] : ["calendar"]);
    assert.equal(listed.text.includes(secret.id), isOwner);
    assert.equal((await person.of("GET", "acme/tokens?kind=access")).status, allowed(isOwner, 200));
    assert.equal((await person.of("GET", "acme/tokens?kind=calendar")).status, 200);
  });

test("each kind is refused what belongs to another, all of it in one answer", async (server) => {
  const long = Array.from({ length: 1_001 }, (_, n) => `p-${n}`);
  const all = { role: "viewer", instance: "eu-1", projects: ["acme"] } as const;
  const cases: readonly (readonly [path: string, body: object, problems: readonly string[]])[] = [
    [installation, { kind: "calendar" }, ["kind"]],
    [installation, { kind: "nothing" }, ["kind"]],
    [installation, all, ["instance", "projects", "role"]],
    [installation, { ...all, kind: "edge" }, ["instance", "role"]],
    [acme, { kind: "edge" }, ["kind"]],
    [acme, {}, ["role"]],
    [acme, { role: "administrator" }, ["role"]],
    [acme, all, ["instance", "projects"]],
    [acme, { ...all, kind: "calendar" }, ["projects", "role"]],
    [acme, { kind: "calendar", instance: "mars" }, ["instance"]],
    [installation, { kind: "edge", projects: [] }, ["projects"]],
    [installation, { kind: "edge", projects: long }, ["projects"]],
    [installation, { kind: "edge", projects: "acme" }, ["projects"]],
    [installation, { kind: "edge", projects: ["acme", "No Project"], scope: 1 }, ["projects.1", "scope"]],
  ];
  for (const [path, body, problems] of cases) {
    const answer = await server.ask("POST", path, { body: { name: "x", ...body } });
    assert.deepEqual([answer.status, answer.paths], [422, problems], JSON.stringify(body).slice(0, 100));
  }
  for (const path of [installation, acme]) assert.deepEqual((await server.ask("GET", path)).json<TokenList>().tokens, []);
});

test("an edge token names its projects once and in order, and history tells them", async (server) => {
  const { token, id, projects } = await createToken(server, installation, { kind: "edge", projects: ["acme", "acme", "abc"] });
  assert.deepEqual(projects, ["abc", "acme"]);
  assert.deepEqual((await found(server, "edge", token))?.value.projects, ["abc", "acme"]);
  const [commit] = (await server.ask("GET", "/admin/v1/history?kind=token")).json<History>().commits;
  assert.deepEqual([commit?.changes[0]?.id, commit?.changes[0]?.after?.projects], [id, ["abc", "acme"]]);
});

test("the token of a calendar is in its address, opens its instance alone, and history tells which", async (server) => {
  const { token, id, calendar } = await createToken(server, acme, { kind: "calendar", instance: "eu-1" });
  assert.equal(calendar, `https://drawbridge.test/feeds/${token}/calendar.ics`);
  const { project, value } = (await found(server, "calendar", token)) ?? {};
  assert.deepEqual([project, value?.instance], ["acme", "eu-1"]);
  const [change] = (await server.of("GET", "acme/history?limit=1")).json<History>().commits[0]?.changes ?? [];
  assert.deepEqual([change?.kind, change?.id, change?.before], ["token", id, null]);
  assert.deepEqual([change?.after?.kind, change?.after?.instance], ["calendar", "eu-1"]);
});

test("a token goes with its project", async (server) => {
  const { token } = await createToken(server, acme, { kind: "calendar" });
  assert.equal((await server.of("DELETE", "acme", { headers: replacing })).status, 200);
  assert.equal(await found(server, "calendar", token), undefined);
  await server.of("PUT", "acme", { body: {}, headers: creating });
  assert.equal(await found(server, "calendar", token), undefined);
});
