import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangedFeedToken, CreatedFeedToken, FeedToken, FeedTokenList } from "drawbridge-rules/wire/feed-token.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, adminServerWithProject, creating, replacing } from "../../../test/admin-server.ts";
import { hashOfCredential } from "../../base/credential-hash.ts";
import { FeedTokenRing } from "../feeds/feed-token-ring.ts";

async function made(server: AdminServer, body: object = { name: "calendar" }, headers = {}): Promise<CreatedFeedToken> {
  const answer = await server.of("POST", "acme/feed-tokens", { body, headers });
  assert.equal(answer.status, 201, answer.text);
  return answer.json();
}

async function listed(server: AdminServer, project = "acme"): Promise<readonly FeedToken[]> {
  return (await server.of("GET", `${project}/feed-tokens`)).json<FeedTokenList>().feed_tokens;
}

/** What the token opens after a start on what the store holds. */
async function opens(server: AdminServer, token: string) {
  const ring = new FeedTokenRing();
  ring.load(await server.store.rows());
  return ring.find(token, server.now);
}

test("a feed token is shown once, in its addresses too, and nothing of it is anywhere afterwards", async () => {
  const server = await adminServerWithProject();
  const { token, id, calendar, atom, last4, state } = await made(server, { name: "on call", instance: "eu-1" });
  assert.match(token, /^dbf_[0-9A-Za-z]{36}$/);
  assert.match(id, /^f_[a-z2-9]{10}$/);
  assert.deepEqual([last4, state], [token.slice(-4), "active"]);
  assert.equal(calendar, `https://drawbridge.test/feeds/${token}/calendar.ics`);
  assert.equal(atom, `https://drawbridge.test/feeds/${token}/maintenance.atom`);
  assert.deepEqual(await opens(server, token), { project: "acme", instance: "eu-1" });
  for (const path of ["acme/feed-tokens", "acme/history", "acme", "acme/manifest", "acme/keys"]) {
    const { text } = await server.of("GET", path);
    assert.ok(!text.includes(token), path);
    assert.doesNotMatch(text, /[0-9a-f]{64}|"hash"/, path);
  }
  assert.deepEqual(
    (await listed(server)).map((entry) => [entry.id, entry.name, entry.instance]),
    [[id, "on call", "eu-1"]],
  );
});

test("what is wrong with a request is all said at once; an instance that is not there is too", async () => {
  const server = await adminServerWithProject();
  const wrong = await server.of("POST", "acme/feed-tokens", { body: { name: "", expires_at: "2020-01-01T00:00:00Z", scope: 1 } });
  assert.equal(wrong.status, 422);
  assert.deepEqual(
    wrong
      .json<ProblemDocument>()
      .errors?.map(({ path }) => path)
      .sort(),
    ["expires_at", "name", "scope"],
  );
  const missing = await server.of("POST", "acme/feed-tokens", { body: { name: "x", instance: "mars" } });
  assert.deepEqual([missing.status, missing.json<ProblemDocument>().errors?.[0]?.path], [422, "instance"]);
  assert.deepEqual(await listed(server), []);
});

test("revoking is for good, and may be asked twice", async () => {
  const server = await adminServerWithProject();
  const { id, token } = await made(server);
  const revoke = async () => (await server.of("POST", `acme/feed-tokens/${id}/revoke`)).json<ChangedFeedToken>();
  const first = await revoke();
  assert.deepEqual([first.state, first.changed], ["revoked", true]);
  assert.equal(await opens(server, token), null);
  server.now += 1_000;
  const second = await revoke();
  assert.deepEqual([second.revoked_at, second.changed, second.revision], [first.revoked_at, false, first.revision]);
  assert.equal((await server.of("POST", "acme/feed-tokens/f_nobody/revoke")).status, 404);
});

test("a rollback brings no token back, and takes none away", async () => {
  const server = await adminServerWithProject();
  const { revision } = await server.store.head();
  const { id, token } = await made(server);
  await server.of("PATCH", "acme", { body: { name: "New" }, headers: replacing });
  assert.equal((await server.of("POST", "acme/rollback", { body: { to: revision } })).status, 200);
  assert.deepEqual(await opens(server, token), { project: "acme", instance: null });
  const active = (await server.store.head()).revision;
  await server.of("POST", `acme/feed-tokens/${id}/revoke`);
  await server.of("PATCH", "acme", { body: { name: "Newer" }, headers: replacing });
  await server.of("POST", "acme/rollback", { body: { to: active } });
  assert.equal(await opens(server, token), null);
});

test("a token goes with its project", async () => {
  const server = await adminServerWithProject();
  const { token } = await made(server);
  assert.equal((await server.of("DELETE", "acme", { headers: replacing })).status, 200);
  assert.equal(await opens(server, token), null);
  await server.of("PUT", "acme", { body: {}, headers: creating });
  assert.equal(await opens(server, token), null);
});

test("the same request with the same Idempotency-Key makes one token and shows it again; after a day it brings none back", async () => {
  const server = await adminServerWithProject();
  const headers = { "idempotency-key": "calendar 1" };
  const answers = await Promise.all(Array.from({ length: 5 }, () => made(server, { name: "a" }, headers)));
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal((await listed(server)).length, 1);
  await server.of("POST", `acme/feed-tokens/${answers[0]?.id}/revoke`);
  server.now += 86_400_000;
  assert.equal((await server.of("POST", "acme/feed-tokens", { body: { name: "a" }, headers })).status, 409);
});

test("a token of one project is nothing in another", async () => {
  const server = await adminServerWithProject();
  await server.of("PUT", "other", { body: {}, headers: creating });
  const { id } = await made(server);
  assert.deepEqual(await listed(server, "other"), []);
  assert.equal((await server.of("POST", `other/feed-tokens/${id}/revoke`)).status, 404);
  assert.doesNotMatch((await server.of("GET", "other/history")).text, new RegExp(id));
});

test("history shows who made it and what it shows, without its hash", async () => {
  const server = await adminServerWithProject();
  const { id, token } = await made(server, { name: "on call", instance: "us-1" });
  const { text, json } = await server.of("GET", "acme/history?limit=1");
  const [change] = json<History>().commits[0]?.changes ?? [];
  assert.deepEqual([change?.kind, change?.id, change?.before], ["feed_token", id, null]);
  assert.deepEqual([change?.after?.name, change?.after?.instance], ["on call", "us-1"]);
  assert.ok(!text.includes(hashOfCredential(token)));
});

test("a feed token is not taken in as a read key, which would ship it inside apps", async () => {
  const server = await adminServerWithProject();
  const { token } = await made(server);
  const answer = await server.of("POST", "acme/keys/import", { body: { name: "pasted", value: token } });
  assert.equal(answer.status, 422);
  assert.match(answer.text, /has the form of a feed token/);
});
