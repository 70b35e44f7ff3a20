import assert from "node:assert/strict";
import { test } from "node:test";
import { FullLogWriter } from "../../test/full-log.ts";
import { MemoryObjects } from "../../test/memory-objects.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import { change, commitOf } from "../../test/store-contract/change.ts";
import { readCommitSegment, readFullCommits } from "./full-lines.ts";

test("the commits of the log are those that the store would return", async () => {
  const store = openMemoryStore("e1");
  const full = new FullLogWriter(new MemoryObjects(), store);
  await store.commit(commitOf([change("a/x", { n: 1 })], { id: "c1" }));
  await full.snapshot();
  for (let i = 2; i <= 6; i++) {
    await store.commit(
      commitOf([change("a/x", { n: i }), change("b/y", null), change("/g", { n: i }, "grant")], { id: `c${i}` }),
    );
    if (i % 2 === 0) await full.segment();
  }
  await full.segment();
  for (const revision of [1, 2, 5]) {
    const last = await store.commitAt(revision);
    const found = await readFullCommits(full.log, { head: { epoch: "e1", revision }, last });
    assert.deepEqual(found, await store.changesAfter(revision, 10));
    if (last === null || revision === 1) continue;
    const actual = await readFullCommits(full.log, { head: { epoch: "e1", revision }, last: { ...last, id: "z" } });
    assert.deepEqual(actual, revision === 5 ? [] : found);
  }
  for (const head of [
    { epoch: "e1", revision: 6 },
    { epoch: "e1", revision: 7 },
    { epoch: "e2", revision: 1 },
  ])
    assert.deepEqual(await readFullCommits(full.log, { head, last: null }), []);
  const lines = (await full.log.segment("e1", 2)) ?? [];
  assert.equal(readCommitSegment(lines, "e1", "it").commits.length, 2);
  for (const bad of [[], lines.slice(0, 2), lines.toSpliced(1, 1), [...lines, "{}"]])
    assert.throws(() => readCommitSegment(bad, "e1", "it"), { name: "ContentRefusal" });
});
