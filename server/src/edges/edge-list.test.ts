import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuOf } from "../../test/work-cost.ts";
import { EdgeList, type KnownEdge } from "./edge-list.ts";

function seen(edge: string, seenAt: number): Omit<KnownEdge, "connectedSince"> {
  const report = {
    edge,
    host: "h",
    head: null,
    problem: null,
    version: "1",
    tzdata: "2026a",
    schema: 1,
    followers: 0,
    differences: 0,
  };
  return { report, isCurrent: true, token: "d_1", tokenName: "Frankfurt", address: "192.0.2.1", seenAt };
}

const idsOf = (list: EdgeList, now: number) => list.list(now).map(({ report }) => report.edge);

test("one that has been away for a day is forgotten, and one that follows is not", () => {
  const list = new EdgeList();
  const left = list.opened(seen("e_follows", 0));
  list.note(seen("e_away", 0));
  assert.deepEqual(idsOf(list, 86_400_000), ["e_follows", "e_away"]);
  assert.deepEqual(idsOf(list, 86_400_001), ["e_follows"]);
  left();
  assert.deepEqual(list.list(1)[0]?.connectedSince, null);
  assert.deepEqual(idsOf(list, 86_400_001), []);
});

test("one whose new stream comes before the old one is gone follows until both are", () => {
  const list = new EdgeList();
  const [first, second] = [list.opened(seen("e_1", 1)), list.opened(seen("e_1", 2))];
  first();
  assert.equal(list.list(3)[0]?.connectedSince, 2);
  assert.equal(list.connected, 1);
  second();
  assert.equal(list.list(3)[0]?.connectedSince, null);
  assert.equal(list.connected, 0);
});

test("of edges that are made up, no more are kept than there may be, and none that follows gives way to them", () => {
  const list = new EdgeList();
  list.opened(seen("e_follows", 0));
  for (let i = 0; i < 20_000; i++) list.note(seen(`e_${i}`, i));
  const ids = idsOf(list, 20_000);
  assert.equal(ids.length, 10_000);
  assert.equal(ids[0], "e_follows");
  assert.equal(ids.at(-1), "e_19999");
});

test("a full list takes one in at the price of one that has room", () => {
  const rounds = [1, 2, 3].map(() => {
    const list = new EdgeList();
    for (let i = 0; i < 5_000; i++) list.opened(seen(`e_follows_${i}`, 0));
    const take = (from: number) => {
      for (let i = from; i < from + 5_000; i++) list.note(seen(`e_${i}`, i));
    };
    return { withRoom: cpuOf(() => take(0)), full: cpuOf(() => take(5_000)) };
  });
  const withRoom = Math.min(...rounds.map((round) => round.withRoom));
  const full = Math.min(...rounds.map((round) => round.full));
  assert.ok(full < 20 * withRoom, `${full} µs, after ${withRoom}`);
});
