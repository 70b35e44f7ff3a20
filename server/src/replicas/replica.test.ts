/** The replica of a node (rows of a store) and of an edge (rows of an origin): what the next process finds on the disk. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Kind } from "drawbridge-rules/project/kind.ts";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import fc from "fast-check";
import { forAll } from "../../test/for-all.ts";
import { goodRows } from "../../test/lying-origin.ts";
import { pluck } from "../../test/pluck.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import type { Change, CommitMark, Row } from "../store/store.ts";
import { journalName } from "./commit-journal.ts";
import { Replica } from "./replica.ts";
import { ReplicaFile, type SavedReplica } from "./replica-file.ts";

const newDirectory = temporaryDirectories();
const database = "postgresql db.example:5432/drawbridge";
const origin = "https://origin.example";
const problems: string[] = [];
const log = { error: (fields: object) => void problems.push((fields as { reason: string }).reason) };
const files = ["replica", journalName] as const;

const replicaIn = (directory: string, source = database) =>
  new Replica({ directory, source, checkedAt: () => 5_000, log, now: () => 10_000 });
const markOf = (revision: number): CommitMark => ({ revision, id: `c${revision}`, at: 1, actor: "ci", reason: "" });
const rowOf = (name: string): Row => {
  return { project: "shop", kind: "instance", id: "eu", schema: 1, value: JSON.stringify({ name }), revision: 1 };
};

/** A process as far as its disk: each commit is in the journal before it is applied. */
class Process {
  readonly directory: string;
  readonly replica: Replica;
  #revision = 0;

  constructor(directory = newDirectory(), source = database) {
    this.directory = directory;
    this.replica = replicaIn(directory, source);
  }

  /** As a node reads its store. */
  async load(epoch = "e", revision = 0): Promise<this> {
    const end = { head: { epoch, revision }, last: revision === 0 ? null : markOf(revision) };
    await this.replica.journal.load([], end);
    this.replica.load([], end.head, end.last);
    this.#revision = revision;
    return this;
  }

  /** As an edge gets all rows of its origin. */
  async adopt(revision: number, text: string, epoch = "e"): Promise<this> {
    const state = { head: { epoch, revision }, last: markOf(revision), scope: "s", projects: null };
    await this.replica.adopt([rowOf(text)], state);
    this.#revision = revision;
    return this;
  }

  async commit(text: string, kind: Kind = "instance"): Promise<void> {
    const head = { epoch: this.replica.state?.head.epoch ?? "", revision: ++this.#revision };
    const last = markOf(head.revision);
    const changes: Change[] = [{ project: "shop", kind, id: "eu", schema: 1, value: JSON.stringify({ name: text }) }];
    await this.replica.journal.append(head.epoch, [{ ...last, changes }]);
    this.replica.journal.advance({ head, last });
    this.replica.apply(changes, head, last);
  }

  path(name: (typeof files)[number]): string {
    return join(this.directory, name);
  }
}

/** As the next process finds it. */
const found = ({ directory }: Process, source?: string) => replicaIn(directory, source).read();
const textsIn = (process: Process) =>
  found(process)?.rows.flatMap(({ kind, value }) => (kind === "instance" ? [JSON.parse(value).name] : []));

async function started(): Promise<Process> {
  const node = await new Process().load();
  for (const text of ["one", "two"]) await node.commit(text);
  await node.replica.close();
  return node;
}

test("a replica and the commits after it are what was answered, without what does not travel", async () => {
  const node = await started();
  await node.commit("secret", "grant");
  await node.commit("three");
  const read = found(node);
  assert.deepEqual(pluck(read?.rows, "kind", "value", "revision"), [["instance", '{"name":"three"}', 4]]);
  assert.deepEqual([read?.head, read?.last], [{ epoch: "e", revision: 4 }, markOf(4)]);
  assert.equal(read?.checkedAt, 10_000);
  assert.doesNotMatch(readFileSync(node.path("replica"), "utf8"), /secret/);
});

test("a replica of another database is not read, and that of an origin at another address is", async () => {
  const node = await started();
  for (const source of ["sqlite", `${database}2`, origin]) assert.equal(found(node, source), null);
  const edge = await new Process(undefined, origin).adopt(7, "one");
  await edge.replica.close();
  assert.equal(found(edge, database), null);
  assert.equal(found(edge, "http://127.0.0.1:1")?.head.revision, 7);
});

test("a replica that cannot be read is no replica, and the log has the reason", async () => {
  for (const name of files) {
    const node = await started();
    rmSync(node.path(name));
    mkdirSync(node.path(name));
    problems.length = 0;
    assert.equal(found(node), null);
    assert.match(problems.join(), /cannot be read \(EISDIR\)/);
  }
});

test("whichever byte of either file is damaged, or wherever it is cut, it is read as it was written, or not at all", async () => {
  const node = await started();
  await node.commit("three");
  const expected = found(node)?.rows;
  assert.equal(expected?.length, 1);
  const wholes = files.map((name) => ({ path: node.path(name), whole: readFileSync(node.path(name)) }));
  let read = 0;
  forAll([fc.nat(1), fc.nat(), fc.integer({ min: 0, max: 255 })], 200, (which, position, flip) => {
    const { path, whole } = wholes[which] as (typeof wholes)[number];
    const at = position % whole.length;
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ flip;
    // A crash can leave half of the last commit, which was never answered.
    const shortest = which === 0 ? 0 : whole.lastIndexOf("\n", whole.length - 2) + 1;
    const isCut = flip === 0 && at < shortest;
    writeFileSync(path, isCut ? whole.subarray(0, at) : flip === 0 ? whole : bytes);
    const rows = found(node)?.rows;
    writeFileSync(path, whole);
    if (rows === undefined) return;
    read++;
    assert.deepEqual(rows, expected);
  });
  assert.ok(read <= 8, `${read} of 200 were read`);
  for (const { path, whole } of wholes) {
    for (const bytes of [Buffer.alloc(0), whole.subarray(0, whole.length >> 1)]) {
      writeFileSync(path, bytes);
      assert.equal(found(node), null);
    }
    rmSync(path);
    assert.equal(found(node), null);
    writeFileSync(path, whole);
  }
  assert.deepEqual(found(node)?.rows, expected);
});

test("a replica is not read where a commit after it could not be written, and a new one is, later", async () => {
  const node = await started();
  const path = node.path(journalName);
  const whole = readFileSync(path);
  rmSync(path);
  // The disk takes neither an append nor a new file of that name.
  mkdirSync(path);
  await node.commit("three");
  assert.equal(existsSync(node.path("replica")), false, "it is older than what is answered");
  assert.match(node.replica.problem ?? "", /^a commit cannot be written to the disk \(E\w+\), so the replica was removed/);
  rmdirSync(path);
  writeFileSync(path, whole);
  assert.equal(found(node), null);
  await node.commit("four");
  await node.replica.close();
  assert.equal(node.replica.problem, null);
  assert.deepEqual(textsIn(node), ["four"]);
  assert.deepEqual(readdirSync(node.directory).sort(), [".gitignore", ...files]);
});

test("a replica with only some of the commits that could not be written is never saved", async () => {
  const node = await started();
  const { replica } = node;
  rmSync(node.path(journalName));
  mkdirSync(node.path(journalName));
  const commits = [3, 4].map((revision) => ({ ...markOf(revision), changes: [{ ...rowOf(`${revision}`), revision }] }));
  await replica.journal.append("e", commits);
  for (const { changes, ...last } of commits) {
    replica.apply(changes, { epoch: "e", revision: last.revision }, last);
    await replica.flush();
    assert.equal(existsSync(node.path("replica")), last.revision === 4);
  }
});

test("where only the journal cannot be written, a replica counts until a commit follows it", async () => {
  const edge = await new Process().adopt(7, "one");
  await edge.replica.flush();
  const before = readFileSync(edge.path(journalName));
  rmSync(edge.path(journalName));
  mkdirSync(edge.path(journalName));
  await edge.adopt(9, "two");
  rmdirSync(edge.path(journalName));
  writeFileSync(edge.path(journalName), before);
  assert.deepEqual(textsIn(edge), ["two"]);
});

for (const [what, revision, epoch] of [
  ["of its epoch", 9, "e"],
  ["of another epoch", 3, "f"],
] as const)
  test(`a kill while rows ${what} are taken in leaves those before or those after, and nothing older than answers`, async () => {
    const edge = await new Process().adopt(7, "one");
    await edge.replica.flush();
    await edge.commit("two");
    const contents = () => files.map((name) => readFileSync(edge.path(name)));
    const textsOf = (...contents: readonly (Buffer | undefined)[]) => {
      for (const [index, bytes = ""] of contents.entries()) writeFileSync(edge.path(files[index] ?? "replica"), bytes);
      return textsIn(edge);
    };
    const before = contents();
    await edge.adopt(revision, "three", epoch);
    const after = contents();
    await edge.commit("four");
    const later = contents();
    assert.deepEqual(textsOf(...before), ["two"]);
    assert.deepEqual(textsOf(after[0], before[1]), ["three"], "rows are written first");
    assert.deepEqual(textsOf(...after), ["three"]);
    assert.deepEqual(textsOf(...later), ["four"]);
    assert.equal(textsOf(before[0], after[1]), undefined);
    const [heading = ""] = String(before[1]).split("\n");
    for (const cut of ["", `${heading}\n`, String(before[1]).slice(0, -20)])
      assert.equal(textsOf(after[0], Buffer.from(cut)), undefined, "not the journal that was there before");
  });

test("the replica of an epoch that the store has left is never read again", async () => {
  const node = await started();
  const replica = readFileSync(node.path("replica"));
  await node.load("f", 2);
  await node.replica.close();
  assert.deepEqual(found(node)?.rows, []);
  writeFileSync(node.path("replica"), replica);
  assert.equal(found(node), null);
});

describe("the file", () => {
  const saved: SavedReplica = {
    id: "e_1234567890",
    source: database,
    head: { epoch: "e1", revision: 7 },
    last: { ...markOf(7), actor: "", reason: "" },
    scope: "s",
    projects: null,
    journal: null,
    savedAt: 0,
    zones: null,
    rows: goodRows() as readonly Row[],
  };
  const fileIn = async (own: Partial<SavedReplica> = {}) => {
    const directory = newDirectory();
    const file = new ReplicaFile(directory);
    file.prepare();
    assert.equal(await file.write({ ...saved, ...own }), true);
    return { directory, file, text: readFileSync(file.path, "utf8") };
  };

  const spoilt: readonly (readonly [what: string, spoil: (text: string) => string, problem: RegExp])[] = [
    ["empty", () => "", /^the replica on disk is empty$/],
    ["of a newer format", (text) => text.replace('"format":1', '"format":2'), /newer than this program/],
    ["too large", (text) => text + " ".repeat(20_000), /too large/],
  ];
  for (const [what, spoil, problem] of spoilt)
    test(`that is ${what} is refused with the reason`, async () => {
      const { directory, file, text } = await fileIn();
      writeFileSync(file.path, spoil(text));
      const limits = { size: 20_000 };
      const replica = new Replica({ directory, source: database, checkedAt: () => null, log, now: () => 1, limits });
      assert.equal(replica.read(), null);
      assert.match(replica.problem ?? "", problem);
    });

  test("with a newer schema is refused, and any text in it is accepted", async () => {
    const newer = await fileIn({ rows: saved.rows.map((row) => ({ ...row, schema: currentSchema + 1 })) });
    assert.throws(() => newer.file.read(), /newer than this program/);
    const rows = ["\n", "\u2028", '"', "é", "\ud83d\ude80", "x".repeat(1_000_000)].map((text, index) => ({
      ...rowOf(text),
      project: `p${index}`,
    }));
    assert.deepEqual((await fileIn({ rows })).file.read(), { ...saved, rows });
  });

  test("is never replaced by an older one of its epoch, and always by one of another, or where it is damaged", async () => {
    const { directory, file } = await fileIn();
    const at = (epoch: string, revision: number) => ({ ...saved, head: { epoch, revision } });
    assert.equal(await file.write(at("e1", 6)), false);
    assert.equal(file.read()?.head.revision, 7);
    assert.equal(await file.write(at("e2", 9)), true);
    assert.deepEqual(file.read()?.head, { epoch: "e2", revision: 9 });
    writeFileSync(file.path, readFileSync(file.path, "utf8").replace("The good copy", "The good kopy"));
    assert.equal(await file.write(at("e2", 7)), true);
    assert.equal(file.read()?.head.revision, 7);
    assert.deepEqual(readdirSync(directory), [".gitignore", "replica"]);
  });

  test("after a crash in the middle of a write is the previous one, and the partial file is deleted", async () => {
    const { directory, file } = await fileIn();
    writeFileSync(`${file.path}.123.4.part`, "half");
    writeFileSync(join(directory, "mine"), "kept");
    file.prepare();
    assert.deepEqual(readdirSync(directory), [".gitignore", "mine", "replica"]);
    assert.equal(file.read()?.head.revision, 7);
  });
});
