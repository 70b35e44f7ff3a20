import assert from "node:assert/strict";
import { test } from "node:test";
import type { EdgeList } from "drawbridge-rules/wire/edge.ts";
import { adminServerWithProject, creating } from "../../../test/admin-server.ts";
import { pluck } from "../../../test/pluck.ts";

test("edges are listed in pages, with their last report and how far behind they are", async () => {
  const server = await adminServerWithProject();
  const { edges } = server.services;
  const head = await server.store.head();
  const about = { problem: null, version: "1.0.0", tzdata: "2026a", schema: 1, followers: 2, differences: 1 };
  const seen = { isCurrent: false, token: "d_frankfurt", tokenName: "Frankfurt", address: "192.0.2.7", seenAt: server.now };
  const gone = edges.list.opened({ ...seen, report: { ...about, edge: "e_aaaa", host: "a", head } });
  edges.list.note({ ...seen, report: { ...about, edge: "e_bbbb", host: "b", head: { ...head, revision: 1 }, problem: "no" } });
  edges.list.note({ ...seen, report: { ...about, edge: "e_cccc", host: "c", head: { epoch: "another", revision: 99 } } });
  edges.list.note({ ...seen, report: { ...about, edge: "e_dddd", host: "d", head: null } });
  await server.of("PUT", "another", { body: { name: "Another" }, headers: creating });
  const all = (await server.ask("GET", "/admin/v1/edges")).json<EdgeList>();
  assert.equal(all.revision, head.revision + 1);
  const actual = all.edges.map((edge) => [edge.host, edge.revision, edge.behind, edge.problem, edge.connected_since !== null]);
  assert.deepEqual(actual, [
    ["a", head.revision, 1, null, true],
    ["b", 1, head.revision, "no", false],
    ["c", 99, null, null, false],
    ["d", null, null, null, false],
  ]);
  assert.deepEqual(pluck(all.edges, "differences"), [1, 1, 1, 1]);
  const page = (await server.ask("GET", "/admin/v1/edges?limit=2")).json<EdgeList>();
  const rest = (await server.ask("GET", `/admin/v1/edges?after=${page.next}`)).json<EdgeList>();
  assert.deepEqual([...page.edges, ...rest.edges], all.edges);
  gone();
  assert.equal((await server.ask("GET", "/admin/v1/edges")).json<EdgeList>().edges[0]?.connected_since, null);
});
