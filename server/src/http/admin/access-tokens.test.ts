import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessTokenList, ChangedAccessToken, CreatedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, adminServer, adminServerWithProject } from "../../../test/admin-server.ts";
import { personIn } from "../../../test/project-people.ts";
import { AccessTokenRing } from "../../accounts/access-token-ring.ts";

const tokens = "/admin/v1/tokens";
const day = 24 * 60 * 60 * 1000;

async function made(server: AdminServer, body: object = { name: "deploy" }, headers = {}): Promise<CreatedAccessToken> {
  const answer = await server.ask("POST", tokens, { body, headers });
  assert.equal(answer.status, 201, answer.text);
  return answer.json();
}

async function opens(server: AdminServer, token: string): Promise<boolean> {
  return (await server.ask("GET", "/admin/v1/status", { token })).status === 200;
}

test("a token is shown once, opens the API at once, and nothing of it is anywhere afterwards", async () => {
  const server = await adminServer();
  const { token, id, last4 } = await made(server);
  assert.match(token, /^dba_[0-9A-Za-z]{36}$/);
  assert.equal(last4, token.slice(-4));
  assert.equal(await opens(server, token), true);
  const listed = await server.ask("GET", tokens, { token });
  assert.deepEqual(
    listed.json<AccessTokenList>().tokens.map((entry) => entry.id),
    [id],
  );
  assert.ok(!listed.text.includes(token));
  assert.doesNotMatch(listed.text, /[0-9a-f]{64}|"hash"/);
});

test("who did it is the token's id, whatever the body says", async () => {
  const server = await adminServer();
  const { token, id } = await made(server, { name: "ci" });
  await server.of("PUT", "acme", { body: {}, headers: { "if-none-match": "*" }, token });
  const [commit] = (await server.of("GET", "acme/history")).json<History>().commits;
  assert.equal(commit?.actor, id);
});

test("a list names whoever made a token, for as long as they have a name", async () => {
  const server = await adminServerWithProject();
  const ada = await personIn(server, "acme", "ada", "owner");
  await ada.of("POST", "acme/tokens", { body: { name: "deploy", role: "operator" } });
  const maker = async () => {
    const { tokens } = (await server.of("GET", "acme/tokens?query=deploy")).json<AccessTokenList>();
    return [tokens[0]?.made_by, tokens[0]?.made_by_name];
  };
  assert.deepEqual(await maker(), ["u_ada", "ada"]);
  await server.ask("POST", "/admin/v1/people/u_ada/erase");
  assert.deepEqual(await maker(), ["u_ada", null]);
});

test("a token ends at its instant, and when it is revoked, at once and for good", async () => {
  const server = await adminServer();
  const short = await made(server, { name: "short", expires_at: "2026-11-22T12:00:00Z" });
  const { token, id } = await made(server);
  const revoked = (await server.ask("POST", `${tokens}/${id}/revoke`, { token })).json<ChangedAccessToken>();
  assert.deepEqual([revoked.state, revoked.changed], ["revoked", true]);
  assert.equal(await opens(server, token), false);
  assert.equal((await server.ask("POST", `${tokens}/${id}/revoke`)).json<ChangedAccessToken>().changed, false);
  server.now += day - 1;
  assert.equal(await opens(server, short.token), true);
  server.now += 1;
  assert.equal(await opens(server, short.token), false);
  assert.equal((await server.ask("POST", `${tokens}/none/revoke`)).status, 404);
});

test("a token is known again after a restart", async () => {
  const server = await adminServer();
  const { token, id } = await made(server);
  const restarted = await adminServer(server.store);
  assert.equal(await opens(restarted, token), true);
  await restarted.ask("POST", `${tokens}/${id}/revoke`);
  assert.equal(await opens(await adminServer(server.store), token), false);
});

test("a token asked for twice with the same Idempotency-Key is made once; a day later it is not brought back", async () => {
  const server = await adminServer();
  const headers = { "idempotency-key": "k" };
  const first = await made(server, { name: "deploy" }, headers);
  await made(server, { name: "another" });
  assert.deepEqual(await made(server, { name: "deploy" }, headers), first);
  await server.ask("POST", `${tokens}/${first.id}/revoke`);
  server.now += day;
  assert.equal((await server.ask("POST", tokens, { body: { name: "deploy" }, headers })).status, 409);
  assert.equal(await opens(server, first.token), false);
});

test("every problem of a request for a token is said at once", async () => {
  const server = await adminServer();
  const answer = await server.ask("POST", tokens, { body: { name: " ", expires_at: "tomorrow", role: "admin" } });
  assert.deepEqual(
    answer.json<ProblemDocument>().errors?.map(({ path }) => path),
    ["role", "name", "expires_at"],
  );
});

test("without a token of the environment, none of that kind opens anything", () => {
  const none = new AccessTokenRing(null);
  for (const text of ["", "null", "undefined", "0".repeat(64)]) assert.equal(none.find(text, 0), null);
});
