import assert from "node:assert/strict";
import { test } from "node:test";
import { publicMark } from "../replicas/current-rows.ts";
import type { Change, LoggedCommit, Row } from "../store/store.ts";
import { printPublicSegment, printPublicSnapshot, readPublicSegment, readPublicSnapshot } from "./public-lines.ts";

const row = (kind: Row["kind"], value: object, project = "p"): Row => {
  return { project, kind, id: "a", schema: 1, value: JSON.stringify(value), revision: 3 };
};
const state = { head: { epoch: "e1", revision: 7 }, last: publicMark(7, "c_7", 5), zones: "abc" };
const window = row("window", { name: "A", trail: { by: "alice" } });
const commit = (revision: number, changes: readonly Change[]): LoggedCommit => {
  return { revision, id: `c_${revision}`, at: revision, actor: "alice", reason: "secret", changes };
};

async function* iterate(lines: Iterable<string>): AsyncIterable<string> {
  yield* lines;
}

test("a snapshot has the rows that edges get, without authors", async () => {
  const edgeToken = row("token", { kind: "edge" }, "");
  const rows = [window, row("token", { kind: "api" }, ""), row("grant", {}), edgeToken, row("instance", {})];
  const lines = [...printPublicSnapshot({ ...state, rows })];
  assert.doesNotMatch(lines.join(), /alice/);
  const read = await readPublicSnapshot(iterate(lines), "it");
  const expected = [{ ...window, value: `{"name":"A"}` }, edgeToken, row("instance", {})];
  assert.deepEqual(read, { ...state, rows: expected });
});

test("a segment has a line for each commit, also for one without changes for edges", () => {
  const { revision: _, ...change } = window;
  const lines = printPublicSegment(4, [
    commit(5, [change]),
    commit(6, [{ ...change, kind: "grant" }]),
    commit(7, [{ ...change, value: null }]),
  ]);
  assert.doesNotMatch(lines.join(), /alice|secret/);
  const { commits: read, ...ends } = readPublicSegment(lines, "e1", "it");
  assert.deepEqual(ends, { after: 4, revision: 7 });
  assert.deepEqual(
    read.map(({ head, last: { id, at }, changes }) => [head.epoch, head.revision, id, at, changes.map(({ value }) => value)]),
    [
      ["e1", 5, "c_5", 5, [`{"name":"A"}`]],
      ["e1", 6, "c_6", 6, []],
      ["e1", 7, "c_7", 7, [null]],
    ],
  );
  for (const bad of [[], lines.slice(0, -1), lines.toSpliced(2, 1), [...lines, "{}"], ["[]"], ["{}"]])
    assert.throws(() => readPublicSegment(bad, "e1", "it"), { name: "ContentRefusal", message: /^it/ });
});

test("a snapshot of a newer format, without a first line or too large is refused", async () => {
  const [heading = "", first = ""] = printPublicSnapshot({ ...state, rows: [row("instance", {})] });
  const read = (lines: string[], limits = {}) =>
    readPublicSnapshot(iterate(lines), "it", { rows: 10, size: 10_000, event: 1, ...limits });
  await assert.rejects(
    read([heading.replace(`"format":1`, `"format":2`)]),
    /^ContentRefusal: it is from a newer program: it has the format 2/,
  );
  await assert.rejects(read([]), /it has no first line/);
  await assert.rejects(read([heading, first, first, first], { rows: 1 }), /it is too large/);
  await assert.rejects(read([heading, first], { size: 100 }), /it is too large/);
  await assert.rejects(read([heading, heading]), /a kind is damaged/);
});
