import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { CommitJournal, type JournalCommit } from "./commit-journal.ts";
import { ContentRefusal } from "./row-fields.ts";

const directories = temporaryDirectories();

/** A journal whose file is not left open. */
async function withJournal(test: (journal: CommitJournal) => Promise<void>): Promise<void> {
  const directory = directories();
  mkdirSync(directory);
  const journal = new CommitJournal(directory, 1_000_000);
  await test(journal);
  await journal.close();
}

/** As the next process finds it. */
function again({ path }: CommitJournal): CommitJournal {
  return new CommitJournal(path.replace(/.edge-commits$/, ""), 1_000_000);
}

const commit = (revision: number, epoch = "a"): JournalCommit => ({
  head: { epoch, revision },
  commit: `c${revision}`,
  after: revision - 1,
  changes: [{ project: "shop", kind: "instance", id: "eu", schema: 1, value: `{"name":"é ${revision}"}` }],
});

const revisionsIn = (journal: CommitJournal) => journal.read().commits.map(({ head }) => head.revision);

test("what was appended is there after a crash, as it was", () =>
  withJournal(async (journal) => {
    assert.deepEqual(journal.read(), { commits: [], isWhole: true });
    for (const revision of [1, 2]) await journal.append(commit(revision));
    assert.deepEqual(again(journal).read(), { commits: [commit(1), commit(2)], isWhole: true });
  }));

test("what a replica has is taken out, and of another epoch all of it", () =>
  withJournal(async (journal) => {
    for (const revision of [1, 2, 3]) await journal.append(commit(revision));
    await journal.forget({ epoch: "a", revision: 2 });
    assert.deepEqual(revisionsIn(again(journal)), [3]);
    await journal.append(commit(4));
    assert.deepEqual(revisionsIn(again(journal)), [3, 4]);
    await journal.forget({ epoch: "b", revision: 1 });
    assert.deepEqual(revisionsIn(again(journal)), []);
  }));

test("a line that a crash left half written is passed over, and written over", () =>
  withJournal(async (journal) => {
    for (const revision of [1, 2]) await journal.append(commit(revision));
    const text = readFileSync(journal.path, "utf8");
    for (let length = text.indexOf("\n") + 1; length < text.length - 1; length += 7) {
      writeFileSync(journal.path, text.slice(0, length));
      const next = again(journal);
      assert.deepEqual(next.read(), { commits: [commit(1)], isWhole: true });
      await next.append(commit(2));
      assert.deepEqual(revisionsIn(again(next)), [1, 2]);
      await next.close();
    }
  }));

test("whichever byte is spoilt, no commit is read that was not written, and that some are lost is said", () =>
  withJournal(async (journal) => {
    const commits = [1, 2, 3].map((revision) => commit(revision));
    for (const one of commits) await journal.append(one);
    const whole = readFileSync(journal.path);
    assert.deepEqual(again(journal).read(), { commits, isWhole: true });
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (place, by) => {
        const spoilt = Buffer.from(whole);
        spoilt[place] = (spoilt[place] ?? 0) ^ by;
        writeFileSync(journal.path, spoilt);
        const read = again(journal).read();
        assert.deepEqual(read.commits, commits.slice(0, read.commits.length));
        assert.ok(!read.isWhole || read.commits.length < 3);
      }),
    );
  }));

test("a file that is too large is not read", () =>
  withJournal(async (journal) => {
    await journal.append(commit(1));
    const small = new CommitJournal(journal.path.replace(/.edge-commits$/, ""), 10);
    assert.throws(() => small.read(), ContentRefusal);
  }));
