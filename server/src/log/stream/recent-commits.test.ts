import assert from "node:assert/strict";
import { test } from "node:test";
import { RecentCommits } from "./recent-commits.ts";

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
