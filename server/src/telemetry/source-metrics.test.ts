import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "../base/metrics.ts";
import { EdgeList, type KnownEdge } from "../edges/edge-list.ts";
import { edgeMetrics } from "./source-metrics.ts";

const about = {
  host: "a",
  head: null,
  problem: null,
  version: "1.0.0",
  tzdata: "2026a",
  schema: 1,
  followers: 0,
  differences: 0,
};

function seen(edge: string, seenAt: number, more: { readonly isCurrent?: boolean; readonly problem?: string } = {}) {
  const { isCurrent = true, problem = null } = more;
  const report: KnownEdge["report"] = { ...about, edge, problem };
  return { report, isCurrent, token: "d_1", tokenName: "x", address: "192.0.2.7", seenAt };
}

test("each edge is counted once, by its last report; an edge that disconnected counts as away two minutes later, whatever it reported", () => {
  const list = new EdgeList();
  const clock = { now: 1_000_000 };
  const metrics = new Registry();
  metrics.add(...edgeMetrics({ edges: { hub: { size: 0, cut: 0 }, list }, now: () => clock.now }));
  const counts = () => {
    const found = metrics.read().find(({ metric }) => metric.name === "drawbridge_edges");
    return Object.fromEntries((found?.samples ?? []).map((sample) => [sample.labels[0], sample.value]));
  };
  assert.deepEqual(counts(), { current: 0, behind: 0, problem: 0, away: 0 });
  const gone = list.opened(seen("e_aaaa", clock.now));
  list.opened(seen("e_bbbb", clock.now, { isCurrent: false }));
  list.opened(seen("e_cccc", clock.now, { isCurrent: false, problem: "the replica is damaged" }))();
  assert.deepEqual(counts(), { current: 1, behind: 1, problem: 1, away: 0 });
  list.note(seen("e_bbbb", clock.now));
  gone();
  assert.deepEqual(counts(), { current: 2, behind: 0, problem: 1, away: 0 });
  clock.now += 120_001;
  assert.deepEqual(counts(), { current: 1, behind: 0, problem: 0, away: 2 });
});
