import assert from "node:assert/strict";
import { test } from "node:test";
import { pluck } from "../../../test/pluck.ts";
import { EncodedCommit } from "../../edges/edge-hub.ts";
import { edgeScope } from "../../replicas/edge-protocol.ts";
import type { Head, LoggedCommit } from "../../store/store.ts";
import { Backfill, type ChangesAfter, RecentCommits } from "./recent-commits.ts";

const all = edgeScope(null);

function backfill(changesAfter: ChangesAfter, size?: number): Backfill<EncodedCommit> {
  const keep = (head: Head, { id, changes }: LoggedCommit) => new EncodedCommit(head, changes, { commit: id, digests: null });
  return new Backfill(changesAfter, keep, size);
}

/** A log of so many commits, each with a value of so many letters, and what of it was read. */
function logOf(commits: number, letters: number) {
  const reads: [after: number, limit: number][] = [];
  const log = Array.from({ length: commits }, (_, i): LoggedCommit => {
    const row = { project: "p", kind: "instance", id: `i${i}`, schema: 1, value: JSON.stringify("x".repeat(letters)) } as const;
    return { revision: i + 1, id: null, at: 0, actor: "the-actor", reason: "a reason that stays here", changes: [row] };
  });
  const changesAfter = async (after: number, limit: number) => {
    reads.push([after, limit]);
    await new Promise((resolve) => setImmediate(resolve));
    return log.slice(after, after + limit);
  };
  return { changesAfter, reads };
}

async function followed(past: Backfill<EncodedCommit>, from = 0): Promise<number[]> {
  const found: number[] = [];
  for (let revision = from; ; ) {
    const commit = await past.after({ epoch: "e", revision });
    if (commit === null) return found;
    revision = commit.head.revision;
    found.push(revision);
  }
}

test("however many missed something, it is read once, and is one text for all, without the author", async () => {
  const { changesAfter, reads } = logOf(250, 10);
  const past = backfill(changesAfter);
  const found = await Promise.all(Array.from({ length: 500 }, () => followed(past)));
  for (const revisions of found)
    assert.deepEqual(
      revisions,
      Array.from({ length: 250 }, (_, i) => i + 1),
    );
  const commits = reads.filter(([after]) => after < 250).map(([after]) => after);
  assert.deepEqual(commits, [0, 100, 200]);
  const texts = await Promise.all([1, 2].map(async () => (await past.after({ epoch: "e", revision: 1 }))?.textOf(all)));
  assert.ok(texts[0]);
  assert.equal(texts[0], texts[1]);
  assert.ok(!texts[0].toString().includes("the-actor") && !texts[0].toString().includes("stays here"));
});

test("large commits are read a few at a time, and each one is sent", async () => {
  const { changesAfter, reads } = logOf(40, 1_000);
  assert.equal((await followed(backfill(changesAfter, 10_000))).length, 40);
  assert.ok(
    reads.slice(1).every(([, limit]) => limit <= 6),
    JSON.stringify(reads),
  );
});

test("one that is larger than all that is kept is told too", async () =>
  assert.deepEqual(await followed(backfill(logOf(3, 50_000).changesAfter, 10_000)), [1, 2, 3]));

test("commits read from another epoch are not sent", async () => {
  const past = backfill(logOf(3, 10).changesAfter);
  const [old] = await Promise.all([past.after({ epoch: "e", revision: 0 }), past.after({ epoch: "f", revision: 0 })]);
  assert.equal(old, null);
  assert.equal((await past.after({ epoch: "f", revision: 0 }))?.head.epoch, "f");
});

test("a log that cannot be read is so for all that wait, and is asked again by the next", async () => {
  const { changesAfter } = logOf(3, 10);
  let isAway = true;
  const past = backfill(async (after, limit) => {
    if (isAway) throw new Error("away");
    return changesAfter(after, limit);
  });
  const answers = await Promise.allSettled([0, 1, 2].map((revision) => past.after({ epoch: "e", revision })));
  assert.deepEqual(pluck(answers, "status"), ["rejected", "rejected", "rejected"]);
  isAway = false;
  assert.deepEqual(await followed(past), [1, 2, 3]);
});

const at = (revision: number, epoch = "e1") => ({ epoch, revision });

function recentCommits(limits: { readonly commits: number; readonly size: number }) {
  return new RecentCommits<{ readonly revision: number; readonly size: number }>(limits);
}

test("what is kept has no gap, and what it begins after is known", () => {
  const recent = recentCommits({ commits: 3, size: 1_000_000 });
  const push = (revision: number, epoch?: string) => recent.push(at(revision, epoch), { revision, size: 1 });
  assert.deepEqual([recent.head, recent.after(0)], [null, null]);
  recent.reset(at(10));
  for (let revision = 11; revision <= 15; revision++) push(revision);
  assert.equal(recent.from, 12);
  const actual = [12, 13, 14, 15].map((revision) => recent.next(revision)?.revision);
  assert.deepEqual(actual, [13, 14, 15, undefined]);
  const found = [11, 12, 14, 15].map((revision) => recent.after(revision)?.map((commit) => commit.revision));
  assert.deepEqual(found, [undefined, [13, 14, 15], [15], []]);
  // Heard twice, it is there once.
  push(15);
  assert.equal(recent.head?.revision, 15);
  push(17);
  assert.deepEqual([recent.from, recent.next(16)?.revision, recent.next(17)], [16, 17, null]);
  push(18, "e2");
  assert.deepEqual([recent.head, recent.from], [at(18, "e2"), 17]);
  recent.reset(null);
  assert.deepEqual([recent.head, recent.after(18)], [null, null]);
});

test("large commits push out more of the others, and one that is larger than all pushes out itself", () => {
  const recent = recentCommits({ commits: 100, size: 5_000 });
  for (let revision = 1; revision <= 4; revision++) recent.push(at(revision), { revision, size: 1_400 });
  assert.equal(recent.from, 1);
  recent.push(at(5), { revision: 5, size: 10_000 });
  assert.equal(recent.from, 5);
});
