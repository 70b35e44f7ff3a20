import assert from "node:assert/strict";
import { test } from "node:test";
import type { CreatedFeedToken, FeedToken, FeedTokenList } from "drawbridge-rules/wire/feed-token.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, adminServerWithProject, creating, replacing } from "../../../test/admin-server.ts";
import { CredentialIndex } from "../../log/credential-index.ts";

async function createToken(server: AdminServer, body: object = { name: "calendar" }): Promise<CreatedFeedToken> {
  const answer = await server.of("POST", "acme/feed-tokens", { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.json();
}

async function listed(server: AdminServer, project = "acme"): Promise<readonly FeedToken[]> {
  return (await server.of("GET", `${project}/feed-tokens`)).json<FeedTokenList>().feed_tokens;
}

/** Feed that the token opens after a start from the store's content. */
async function opens(server: AdminServer, token: string) {
  const tokens = new CredentialIndex("feed_token");
  tokens.load(await server.store.rows());
  const known = tokens.findActive(token, server.now);
  return known && { project: known.project, instance: known.value.instance };
}

test("a feed token is in its addresses, opens its instance alone, and history tells which", async () => {
  const server = await adminServerWithProject();
  const { token, id, calendar } = await createToken(server, { name: "on call", instance: "eu-1" });
  assert.equal(calendar, `https://drawbridge.test/feeds/${token}/calendar.ics`);
  assert.deepEqual(await opens(server, token), { project: "acme", instance: "eu-1" });
  const [change] = (await server.of("GET", "acme/history?limit=1")).json<History>().commits[0]?.changes ?? [];
  assert.deepEqual([change?.kind, change?.id, change?.before], ["feed_token", id, null]);
  assert.deepEqual([change?.after?.name, change?.after?.instance], ["on call", "eu-1"]);
});

test("an instance that does not exist is refused", async () => {
  const server = await adminServerWithProject();
  const missing = await server.of("POST", "acme/feed-tokens", { body: { name: "x", instance: "mars" } });
  assert.deepEqual([missing.status, missing.json<ProblemDocument>().errors?.[0]?.path], [422, "instance"]);
  assert.deepEqual(await listed(server), []);
});

test("a rollback to before a token leaves it active", async () => {
  const server = await adminServerWithProject();
  const { revision } = await server.store.head();
  const { token } = await createToken(server);
  await server.of("PATCH", "acme", { body: { name: "New" }, headers: replacing });
  assert.equal((await server.of("POST", "acme/undo", { body: { to: revision } })).status, 200);
  assert.deepEqual(await opens(server, token), { project: "acme", instance: null });
});

test("a token goes with its project", async () => {
  const server = await adminServerWithProject();
  const { token } = await createToken(server);
  assert.equal((await server.of("DELETE", "acme", { headers: replacing })).status, 200);
  assert.equal(await opens(server, token), null);
  await server.of("PUT", "acme", { body: {}, headers: creating });
  assert.equal(await opens(server, token), null);
});

test("a token of one project is nothing in another", async () => {
  const server = await adminServerWithProject();
  await server.of("PUT", "other", { body: {}, headers: creating });
  const { id } = await createToken(server);
  assert.deepEqual(await listed(server, "other"), []);
  assert.equal((await server.of("POST", `other/feed-tokens/${id}/revoke`)).status, 404);
  assert.doesNotMatch((await server.of("GET", "other/history")).text, new RegExp(id));
});

test("a feed token cannot be imported as a read key, which would ship it inside apps", async () => {
  const server = await adminServerWithProject();
  const { token } = await createToken(server);
  const answer = await server.of("POST", "acme/keys/import", { body: { name: "pasted", value: token } });
  assert.equal(answer.status, 422);
  assert.match(answer.text, /has the form of a feed token/);
});
