import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { change } from "../test/store-contract/change.ts";
import { temporaryDirectories } from "../test/temporary-directory.ts";
import { KnownLog } from "./known-log.ts";

const newDirectory = temporaryDirectories();
const torn = '{"revision":4,"id":"c4","at":4,"act';
const fileIn = (directory: string) => join(directory, "known-commits");

function commit(known: KnownLog, ...revisions: readonly number[]): void {
  for (const revision of revisions) {
    const head = { epoch: "e", revision };
    known.apply([change("shop/", {}, "project")], head, { id: `c${revision}`, at: revision, actor: "ci", reason: "" });
  }
}

/** With the commits 1 to 3. */
function started(directory: string): KnownLog {
  const known = new KnownLog({ directory });
  known.load([], { head: { epoch: "e", revision: 0 }, last: null });
  commit(known, 1, 2, 3);
  return known;
}

/** The revision at which the file ends, and those of its commits. */
function read(directory: string): readonly [number | undefined, readonly number[]] {
  const { end, commits } = new KnownLog({ directory });
  return [end?.head.revision, commits.map(({ revision }) => revision)];
}

function restarted(directory: string): KnownLog {
  const known = new KnownLog({ directory });
  assert.ok(known.end);
  known.load([], known.end);
  return known;
}

for (const [what, tail] of Object.entries({
  "a torn last line": torn,
  "a last line without its end": '{"revision":4}',
  "a torn line in the middle": `${torn}{"revision":5}\n`,
  "a gap": '{"revision":9,"id":"c9","at":9,"actor":"ci","reason":"","changes":[],"projects":1}\n',
})) {
  test(`${what} is cut off at a restart, and the commits after it are read again`, () => {
    const directory = newDirectory();
    started(directory);
    appendFileSync(fileIn(directory), tail);
    commit(restarted(directory), 4, 5);
    assert.deepEqual(read(directory), [5, [1, 2, 3, 4, 5]]);
  });
}

test("an intact file is not rewritten at a restart", () => {
  const directory = newDirectory();
  started(directory);
  const before = readFileSync(fileIn(directory), "utf8");
  // Read as a commit that is known already; rewriting the file would drop it.
  const [, first] = before.split("\n");
  appendFileSync(fileIn(directory), `${first}\n`);
  restarted(directory);
  assert.equal(readFileSync(fileIn(directory), "utf8"), `${before}${first}\n`);
});

/** The disk takes no append and no new file while the commits are made; of the first one, that tail is left. */
function failing(directory: string, tail: string, work: () => void): void {
  const path = fileIn(directory);
  const aside = `${path}.aside`;
  renameSync(path, aside);
  mkdirSync(path);
  work();
  rmdirSync(path);
  renameSync(aside, path);
  appendFileSync(path, tail);
}

for (const [what, tail] of Object.entries({ nothing: "", "half of a line": torn })) {
  test(`after appends that wrote ${what}, the next commit writes the whole file`, () => {
    const directory = newDirectory();
    const known = started(directory);
    failing(directory, tail, () => commit(known, 4, 5));
    assert.deepEqual(read(directory), [3, [1, 2, 3]]);
    commit(known, 6, 7);
    assert.deepEqual(read(directory), [7, [1, 2, 3, 4, 5, 6, 7]]);
    assert.deepEqual(readdirSync(directory), ["known-commits"]);
  });
}

test("a file of another format is replaced", () => {
  const directory = newDirectory();
  mkdirSync(directory, { recursive: true });
  writeFileSync(fileIn(directory), '{"format":0}\n');
  started(directory);
  assert.deepEqual(read(directory), [3, [1, 2, 3]]);
});
