import assert from "node:assert/strict";
import { test } from "node:test";
import type { EdgeList } from "drawbridge-rules/wire/edge.ts";
import type { ChangedEdgeToken, CreatedEdgeToken, EdgeToken, EdgeTokenList } from "drawbridge-rules/wire/edge-token.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, adminServerWithProject, creating } from "../../../test/admin-server.ts";
import { EdgeTokenRing } from "../../edge/edge-token-ring.ts";

async function made(server: AdminServer, body: object = { name: "Frankfurt" }, headers = {}): Promise<CreatedEdgeToken> {
  const answer = await server.ask("POST", "/admin/v1/edge-tokens", { body, headers });
  assert.equal(answer.status, 201, answer.text);
  return answer.json();
}

async function listed(server: AdminServer, query = ""): Promise<readonly EdgeToken[]> {
  return (await server.ask("GET", `/admin/v1/edge-tokens${query}`)).json<EdgeTokenList>().edge_tokens;
}

/** What the token opens after a start on what the store holds. */
async function opens(server: AdminServer, token: string) {
  const ring = new EdgeTokenRing();
  ring.load(await server.store.rows());
  return ring.find(token, server.now)?.token.projects;
}

test("an edge token is shown once, and nothing of it is anywhere afterwards", async () => {
  const server = await adminServerWithProject();
  const { token, id, last4, state, projects } = await made(server, { name: "Frankfurt", projects: ["acme", "acme", "abc"] });
  assert.match(token, /^dbe_[0-9A-Za-z]{36}$/);
  assert.match(id, /^d_[a-z2-9]{10}$/);
  assert.deepEqual([last4, state, projects], [token.slice(-4), "active", ["abc", "acme"]]);
  assert.deepEqual(await opens(server, token), ["abc", "acme"]);
  for (const path of ["edge-tokens", "history", "edges", "tokens"]) {
    const { text } = await server.ask("GET", `/admin/v1/${path}`);
    assert.ok(!text.includes(token), path);
    assert.doesNotMatch(text, /[0-9a-f]{64}|"hash"/, path);
  }
  assert.equal((await made(server)).projects, null);
  assert.deepEqual(
    (await listed(server)).map(({ name }) => name),
    ["Frankfurt", "Frankfurt"],
  );
});

test("what is wrong with a request is all said at once", async () => {
  const server = await adminServerWithProject();
  const wrong = async (body: object) => {
    const answer = await server.ask("POST", "/admin/v1/edge-tokens", { body });
    assert.equal(answer.status, 422, answer.text);
    return answer.json<ProblemDocument>().errors?.map(({ path }) => path);
  };
  const all = { name: "", projects: ["acme", "No Project"], expires_at: "2020-01-01T00:00:00Z", scope: 1 };
  assert.deepEqual((await wrong(all))?.sort(), ["expires_at", "name", "projects.1", "scope"]);
  assert.deepEqual(await wrong({ name: "x", projects: [] }), ["projects"]);
  assert.deepEqual(await wrong({ name: "x", projects: Array.from({ length: 1_001 }, (_, n) => `p-${n}`) }), ["projects"]);
  assert.deepEqual(await wrong({ name: "x", projects: "acme" }), ["projects"]);
  assert.deepEqual(await listed(server), []);
});

test("sent twice with one Idempotency-Key, one token is made, with one text", async () => {
  const server = await adminServerWithProject();
  const headers = { "idempotency-key": "once" };
  const [first, second] = [await made(server, { name: "x" }, headers), await made(server, { name: "x" }, headers)];
  assert.deepEqual(second, first);
  assert.equal((await listed(server)).length, 1);
});

test("revoked is for ever, and says whether it was before; no rollback and no deleted project brings it back", async () => {
  const server = await adminServerWithProject();
  const { id, token } = await made(server, { name: "x", projects: ["acme"] });
  const revoke = async () => {
    const answer = await server.ask("POST", `/admin/v1/edge-tokens/${id}/revoke`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<ChangedEdgeToken>();
  };
  assert.deepEqual(
    [await revoke(), await revoke()].map(({ state, changed }) => [state, changed]),
    [
      ["revoked", true],
      ["revoked", false],
    ],
  );
  assert.equal(await opens(server, token), undefined);
  const rolled = await server.of("POST", "acme/rollback", { body: { to: 1 }, headers: { "if-match": "*" } });
  assert.equal(rolled.status, 200, rolled.text);
  assert.equal(await opens(server, token), undefined);
  assert.equal((await server.ask("POST", "/admin/v1/edge-tokens/d_nobody/revoke")).status, 404);
  assert.deepEqual(
    [await listed(server, "?state=active"), await listed(server, "?state=revoked")].map(({ length }) => length),
    [0, 1],
  );
});

test("history says who made one and who ended it, and for which projects", async () => {
  const server = await adminServerWithProject();
  const { id } = await made(server, { name: "Frankfurt", projects: ["acme"] });
  await server.ask("POST", `/admin/v1/edge-tokens/${id}/revoke?reason=lost`);
  const { commits } = (await server.ask("GET", "/admin/v1/history?kind=edge_token")).json<History>();
  assert.deepEqual(
    commits.map(({ reason, changes }) => [reason, changes[0]?.kind, changes[0]?.id, changes[0]?.after?.state]),
    [
      ["lost", "edge_token", id, "revoked"],
      ["", "edge_token", id, "active"],
    ],
  );
  assert.deepEqual(commits[1]?.changes[0]?.after?.projects, ["acme"]);
});

test("the edges are told as they last said, in pages, with how far behind they are", async () => {
  const server = await adminServerWithProject();
  const { id } = await made(server);
  const { edges } = server.workings;
  const head = await server.store.head();
  const about = { problem: null, version: "1.0.0", tzdata: "2026a", schema: 1, followers: 2, differences: 1 };
  const seen = { isCurrent: false, token: id, tokenName: "Frankfurt", address: "192.0.2.7", seenAt: server.now };
  const gone = edges.list.opened({ ...seen, report: { ...about, edge: "e_aaaa", host: "a", head } });
  edges.list.note({ ...seen, report: { ...about, edge: "e_bbbb", host: "b", head: { ...head, revision: 1 }, problem: "no" } });
  edges.list.note({ ...seen, report: { ...about, edge: "e_cccc", host: "c", head: { epoch: "another", revision: 99 } } });
  edges.list.note({ ...seen, report: { ...about, edge: "e_dddd", host: "d", head: null } });
  await server.of("PUT", "another", { body: { name: "Another" }, headers: creating });
  const all = (await server.ask("GET", "/admin/v1/edges")).json<EdgeList>();
  assert.equal(all.revision, head.revision + 1);
  assert.deepEqual(
    all.edges.map((edge) => [edge.host, edge.revision, edge.behind, edge.problem, edge.connected_since !== null]),
    [
      ["a", head.revision, 1, null, true],
      ["b", 1, head.revision, "no", false],
      ["c", 99, null, null, false],
      ["d", null, null, null, false],
    ],
  );
  assert.deepEqual(
    all.edges.map(({ differences }) => differences),
    [1, 1, 1, 1],
  );
  const page = (await server.ask("GET", "/admin/v1/edges?limit=2")).json<EdgeList>();
  const rest = (await server.ask("GET", `/admin/v1/edges?after=${page.next}`)).json<EdgeList>();
  assert.deepEqual([...page.edges, ...rest.edges], all.edges);
  gone();
  assert.equal((await server.ask("GET", "/admin/v1/edges")).json<EdgeList>().edges[0]?.connected_since, null);
});
