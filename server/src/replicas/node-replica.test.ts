import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import type { Change, CommitMark } from "../store/store.ts";
import { KnownLog } from "./known-log.ts";
import { CurrentRows, NodeReplica } from "./node-replica.ts";

const newDirectory = temporaryDirectories();
const database = "postgresql db.example:5432/drawbridge";
const problems: string[] = [];
const log = { error: (_: object, text: string) => void problems.push(text) };

/** A node as far as its disk: each commit is appended, and then taken in. */
class Node {
  readonly directory: string;
  readonly current = new CurrentRows();
  readonly known: KnownLog;
  readonly replica: NodeReplica;
  #revision = 0;

  constructor(directory: string, own = database) {
    this.directory = directory;
    this.known = new KnownLog({ directory, onWriteFailed: () => this.replica.remove() });
    const { known, current } = this;
    this.replica = new NodeReplica({ directory, database: own, known, current, checkedAt: () => 5_000, log, now: () => 10_000 });
  }

  async load(epoch = "e", revision = 0): Promise<void> {
    const end = { head: { epoch, revision }, last: null };
    await this.known.load([], end);
    this.current.load([], end.head);
    this.replica.load([], end.head, end.last);
    this.#revision = revision;
  }

  async commit(text: string, kind: Change["kind"] = "instance"): Promise<void> {
    const head = { epoch: "e", revision: ++this.#revision };
    const last: CommitMark = { revision: head.revision, id: `c${head.revision}`, at: 1, actor: "ci", reason: "" };
    const changes: Change[] = [{ project: "shop", kind, id: "eu", schema: 1, value: JSON.stringify({ name: text }) }];
    await this.known.append("e", [{ ...last, changes }]);
    this.known.advance({ head, last });
    this.current.apply(changes, head);
    this.replica.apply(changes, head, last);
  }
}

/** As the next process finds it. */
const found = (directory: string, own?: string) => new Node(directory, own).replica.read();
const values = (directory: string) => found(directory)?.rows.map(({ value }) => value);

async function started(): Promise<Node> {
  const node = new Node(newDirectory());
  await node.load();
  for (const text of ["one", "two"]) await node.commit(text);
  await node.replica.close();
  return node;
}

test("a replica and the commits after it are what was answered, without what does not travel", async () => {
  const node = await started();
  await node.commit("secret", "token");
  await node.commit("three");
  const kept = found(node.directory);
  assert.deepEqual(
    kept?.rows.map(({ kind, value, revision }) => [kind, value, revision]),
    [["instance", '{"name":"three"}', 4]],
  );
  assert.deepEqual([kept?.head, kept?.last?.id], [{ epoch: "e", revision: 4 }, "c4"]);
  assert.equal(kept?.checkedAt, 10_000);
  assert.doesNotMatch(readFileSync(join(node.directory, "node-copy"), "utf8"), /secret/);
});

test("a replica of another database is not read", async () => {
  const { directory } = await started();
  assert.equal(found(directory, "sqlite"), null);
  assert.equal(found(directory, `${database}2`), null);
});

test("a replica that cannot be read is no replica, and the log has the reason", async () => {
  const { directory } = await started();
  const path = join(directory, "node-copy");
  rmSync(path);
  mkdirSync(path);
  problems.length = 0;
  assert.equal(found(directory), null);
  const node = await started();
  rmSync(join(node.directory, "known-commits"));
  const known = {
    since: () => {
      throw new RangeError("out of memory");
    },
    pin: () => {},
  };
  const { directory: own, current } = node;
  const replica = new NodeReplica({ directory: own, database, known, current, checkedAt: () => 5_000, log, now: () => 10_000 });
  assert.equal(replica.read(), null);
  assert.equal(problems.length, 2);
});

test("whichever byte of either file is damaged, or wherever it is cut, it is read as it was written, or not at all", async () => {
  const node = await started();
  await node.commit("three");
  const expected = found(node.directory)?.rows;
  assert.equal(expected?.length, 1);
  const files = ["node-copy", "known-commits"].map((name) => {
    const path = join(node.directory, name);
    return { path, whole: readFileSync(path) };
  });
  let read = 0;
  fc.assert(
    fc.property(fc.nat(1), fc.nat(), fc.integer({ min: 0, max: 255 }), (which, position, flip) => {
      const { path, whole } = files[which] as (typeof files)[number];
      const at = position % whole.length;
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ flip;
      // A crash can leave half of the last commit, which was never answered.
      const shortest = which === 0 ? 0 : whole.lastIndexOf("\n", whole.length - 2) + 1;
      const isCut = flip === 0 && at < shortest;
      writeFileSync(path, isCut ? whole.subarray(0, at) : flip === 0 ? whole : bytes);
      const rows = found(node.directory)?.rows;
      writeFileSync(path, whole);
      if (rows === undefined) return;
      read++;
      assert.deepEqual(rows, expected);
    }),
    { numRuns: 300 },
  );
  assert.ok(read <= 10, `${read} of 300 were read`);
  for (const { path, whole } of files) {
    for (const bytes of [Buffer.alloc(0), whole.subarray(0, whole.length >> 1)]) {
      writeFileSync(path, bytes);
      assert.equal(found(node.directory), null);
    }
    rmSync(path);
    assert.equal(found(node.directory), null);
    writeFileSync(path, whole);
  }
  assert.deepEqual(found(node.directory)?.rows, expected);
});

test("a replica is not read where a commit after it could not be written, and a new one is, later", async () => {
  const node = await started();
  const path = join(node.directory, "known-commits");
  const whole = readFileSync(path);
  rmSync(path);
  // The disk takes neither an append nor a new file of that name.
  mkdirSync(path);
  await node.commit("three");
  assert.equal(existsSync(join(node.directory, "node-copy")), false, "it is older than what is answered");
  rmdirSync(path);
  writeFileSync(path, whole);
  assert.equal(values(node.directory), undefined);
  await node.commit("four");
  await node.replica.close();
  assert.deepEqual(values(node.directory), ['{"name":"four"}']);
  assert.deepEqual(readdirSync(node.directory).sort(), [".gitignore", "known-commits", "node-copy"]);
});

test("the replica of an epoch that the store has left is never read again", async () => {
  const node = await started();
  const replica = readFileSync(join(node.directory, "node-copy"));
  await node.load("f", 2);
  await node.replica.close();
  assert.deepEqual(values(node.directory), []);
  writeFileSync(join(node.directory, "node-copy"), replica);
  assert.equal(values(node.directory), undefined);
});
