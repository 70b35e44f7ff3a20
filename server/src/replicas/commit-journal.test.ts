import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { change } from "../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { testWith } from "../../test/test-with.ts";
import { CommitJournal, journalName } from "./commit-journal.ts";

const newDirectory = temporaryDirectories();
const torn = '{"revision":4,"id":"c4","at":4,"act';
const fileIn = (directory: string) => join(directory, journalName);

async function commit(journal: CommitJournal, ...revisions: readonly number[]): Promise<void> {
  for (const revision of revisions) {
    const last = { revision, id: `c${revision}`, at: revision, actor: "ci", reason: "" };
    await journal.append("e", [{ ...last, changes: [change("shop/", {}, "project")] }]);
    journal.advance({ head: { epoch: "e", revision }, last });
  }
}

/** With the commits 1 to 3. */
async function started(directory: string): Promise<CommitJournal> {
  const journal = new CommitJournal({ directory });
  await journal.load([], { head: { epoch: "e", revision: 0 }, last: null });
  await commit(journal, 1, 2, 3);
  return journal;
}

/** The revision at which the file ends, and those of its commits. */
function read(directory: string): readonly [number | undefined, readonly number[]] {
  const { end, commits } = new CommitJournal({ directory });
  return [end?.head.revision, commits.map(({ revision }) => revision)];
}

async function restarted(directory: string): Promise<CommitJournal> {
  const journal = new CommitJournal({ directory });
  assert.ok(journal.end);
  await journal.load([], journal.end);
  return journal;
}

const test = testWith(newDirectory);

for (const [what, tail] of Object.entries({
  "a torn last line": torn,
  "a last line without its end": '{"revision":4}',
  "a torn line in the middle": `${torn}{"revision":5}\n`,
  "a gap": '{"revision":9,"id":"c9","at":9,"actor":"ci","reason":"","changes":[],"projects":1}\n',
}))
  test(`${what} is cut off at a restart, and the commits after it are read again`, async (directory) => {
    await started(directory);
    appendFileSync(fileIn(directory), tail);
    await commit(await restarted(directory), 4, 5);
    assert.deepEqual(read(directory), [5, [1, 2, 3, 4, 5]]);
  });

test("an intact file is not rewritten at a restart", async (directory) => {
  await started(directory);
  const before = readFileSync(fileIn(directory), "utf8");
  // Read as a commit that is journal already; rewriting the file would drop it.
  const [, first] = before.split("\n");
  appendFileSync(fileIn(directory), `${first}\n`);
  await restarted(directory);
  assert.equal(readFileSync(fileIn(directory), "utf8"), `${before}${first}\n`);
});

/** The disk takes no append and no new file while the commits are made; of the first one, that tail is left. */
async function failing(directory: string, tail: string, work: () => Promise<void>): Promise<void> {
  const path = fileIn(directory);
  const aside = `${path}.aside`;
  renameSync(path, aside);
  mkdirSync(path);
  await work();
  rmdirSync(path);
  renameSync(aside, path);
  appendFileSync(path, tail);
}

for (const [what, tail] of Object.entries({ nothing: "", "half of a line": torn }))
  test(`after appends that wrote ${what}, the next commit writes the whole file`, async (directory) => {
    const journal = await started(directory);
    await failing(directory, tail, () => commit(journal, 4, 5));
    assert.deepEqual(read(directory), [3, [1, 2, 3]]);
    await commit(journal, 6, 7);
    assert.deepEqual(read(directory), [7, [1, 2, 3, 4, 5, 6, 7]]);
    assert.deepEqual(readdirSync(directory), [".gitignore", journalName]);
  });

test("a file of another format is replaced", async (directory) => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(fileIn(directory), '{"format":0}\n');
  await started(directory);
  assert.deepEqual(read(directory), [3, [1, 2, 3]]);
});

test("commits that the replica on the disk lacks are kept, however many others there are", async (directory) => {
  const journal = await started(directory);
  journal.pin(2);
  const many = Array.from({ length: 600 }, (_, n) => n + 4);
  await commit(journal, ...many);
  assert.equal(journal.commits[0]?.revision, 3);
  journal.pin(many.at(-1) ?? 0);
  await commit(journal, 604);
  assert.equal(journal.commits.length, 500);
});
