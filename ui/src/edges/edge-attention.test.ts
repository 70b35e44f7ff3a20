import assert from "node:assert/strict";
import { test } from "node:test";
import type { Edge } from "drawbridge-rules/wire/edge.ts";
import { behindSince, type EdgeState, edgeAttention, edgeKey, edgeState } from "./edge-state.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const ago = (seconds: number) => new Date(now - 1000 * seconds).toISOString();

function edge(own: Partial<Edge>): Edge {
  return {
    id: "e_1",
    token: "d_1",
    token_name: "Frankfurt",
    host: "edge-1",
    address: "192.0.2.7",
    connected_since: ago(600),
    seen_at: ago(20),
    epoch: "a",
    revision: 7,
    behind: 0,
    problem: null,
    version: "1",
    tzdata: "2026a",
    followers: 0,
    differences: 0,
    ...own,
  };
}

/** `soon edge-1 …` @param behindFor seconds */
function needs(edges: readonly Edge[], behindFor = 0, ended: readonly string[] = []): readonly string[] {
  const since = Object.fromEntries(edges.map((each) => [edgeKey(each), now - 1000 * behindFor]));
  const found = edgeAttention({ edges, ended, behindSince: since }, now);
  return found.map(({ urgency, text }) => `${urgency} ${text}`);
}

test("an edge is in one state, and what is worst of it counts", () => {
  const states: readonly (readonly [Partial<Edge>, EdgeState])[] = [
    [{}, "following"],
    [{ behind: 1 }, "behind"],
    [{ behind: null, revision: null, epoch: null }, "nothing"],
    [{ behind: 3, problem: "too new" }, "problem"],
    [{ connected_since: null }, "away"],
    [{ connected_since: null, problem: "too new" }, "problem"],
    [{ connected_since: null, token: "d_revoked", problem: "too new" }, "ended"],
  ];
  for (const [own, state] of states) assert.equal(edgeState(edge(own), ["d_revoked"]), state, JSON.stringify(own));
});

test("an edge that follows needs no attention, and short delays are not reported", () => {
  assert.deepEqual(needs([edge({})], 3600), []);
  assert.deepEqual(needs([edge({ behind: 2 })], 29), []);
  assert.deepEqual(needs([edge({ behind: 2 })], 31), ["soon Edge edge-1 (Frankfurt) is 2 changes behind"]);
  assert.deepEqual(needs([edge({ connected_since: null, seen_at: ago(119) })]), []);
  assert.match(needs([edge({ connected_since: null, seen_at: ago(121) })]).join(), /^soon .* was last seen 2 minutes ago/);
  assert.match(needs([edge({ problem: "too new" })]).join(), /^now .* can't apply updates/);
  assert.match(needs([edge({ behind: null, revision: null })], 31).join(), /^soon .* has no data to answer from yet/);
});

test("an edge whose token was revoked is expected to be away", () => {
  assert.deepEqual(needs([edge({ connected_since: null, seen_at: ago(3600) })], 0, ["d_1"]), []);
});

test("a few edges are listed by name, and many are summed up", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => edge({ id: `e_${index}`, problem: "too new" }));
  assert.equal(needs(many(3)).length, 3);
  assert.deepEqual(needs(many(400)), ["now 400 edges can't apply updates and answer apps from an old copy"]);
});

test("since when one is behind is kept for as long as it is", () => {
  const behind = edge({ behind: 2 });
  const first = behindSince([behind, edge({ id: "e_2" })], {}, now);
  assert.deepEqual(first, { "d_1/e_1": now });
  assert.deepEqual(behindSince([behind], first, now + 5000), first);
  assert.deepEqual(behindSince([edge({})], first, now + 5000), {});
});
