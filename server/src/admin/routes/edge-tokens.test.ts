import assert from "node:assert/strict";
import { test } from "node:test";
import type { EdgeList } from "drawbridge-rules/wire/edge.ts";
import type { CreatedEdgeToken, EdgeTokenList } from "drawbridge-rules/wire/edge-token.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { type AdminServer, adminServerWithProject, creating } from "../../../test/admin-server.ts";
import { CredentialIndex } from "../../log/credential-index.ts";

async function createToken(server: AdminServer, body: object = { name: "Frankfurt" }): Promise<CreatedEdgeToken> {
  const answer = await server.ask("POST", "/admin/v1/edge-tokens", { body });
  assert.equal(answer.status, 201, answer.text);
  return answer.json();
}

/** Projects that the token opens after a start from the store's content. */
async function opens(server: AdminServer, token: string) {
  const tokens = new CredentialIndex("edge_token");
  tokens.load(await server.store.rows());
  return tokens.findActive(token, server.now)?.value.projects;
}

test("an edge token names its projects once and in order, and history tells them", async () => {
  const server = await adminServerWithProject();
  const { token, id, projects } = await createToken(server, { name: "Frankfurt", projects: ["acme", "acme", "abc"] });
  assert.deepEqual(projects, ["abc", "acme"]);
  assert.deepEqual(await opens(server, token), ["abc", "acme"]);
  const [commit] = (await server.ask("GET", "/admin/v1/history?kind=edge_token")).json<History>().commits;
  assert.deepEqual([commit?.changes[0]?.id, commit?.changes[0]?.after?.projects], [id, ["abc", "acme"]]);
  assert.equal((await createToken(server)).projects, null);
});

test("all problems of a request are reported together", async () => {
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
  assert.deepEqual((await server.ask("GET", "/admin/v1/edge-tokens")).json<EdgeTokenList>().edge_tokens, []);
});

test("edges are listed in pages, with their last report and how far behind they are", async () => {
  const server = await adminServerWithProject();
  const { id } = await createToken(server);
  const { edges } = server.services;
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
