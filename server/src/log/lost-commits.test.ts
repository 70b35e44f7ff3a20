import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { ProblemList } from "drawbridge-rules/values/errors.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import { change, commitOf } from "../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { readManifestText } from "../base/document/read-text.ts";
import { CommitJournal } from "../replicas/commit-journal.ts";
import type { Store } from "../store/store.ts";
import { LogFollower, type LostLog } from "./log-follower.ts";
import { LostCommits } from "./lost-commits.ts";

const newDirectory = temporaryDirectories();
const projectValue = (name: string) => ({
  name,
  languages: ["en"],
  ttl: 60_000,
  reminder: 0,
  noWindow: "null",
  stores: {},
  messages: { upgrade: null, maintenance: null, default: { en: name } },
});

/** A store of epoch `e` with commits of those ids; each renames the project to its id. */
async function storeOf(...ids: readonly string[]): Promise<Store> {
  const store = openMemoryStore("e");
  for (const id of ids)
    await store.commit(commitOf([change("shop/", projectValue(id), "project")], { id, actor: `by ${id}`, at: 1 }));
  return store;
}

async function nodeAt(before: Store, directory: string) {
  const found: LostLog[] = [];
  const holder = { store: before };
  const switched = new Proxy({} as Store, {
    get: (_, name: keyof Store) =>
      name === "rebuilt" ? 0 : (...args: never[]) => (holder.store[name] as (...args: never[]) => unknown)(...args),
  });
  const errors: string[] = [];
  const log = { error: (_: object, text: string) => void errors.push(text) };
  const follower = new LogFollower({
    store: switched,
    kind: "sqlite",
    followings: [{ load: () => undefined, apply: () => undefined }],
    pollEvery: null,
    now: () => 7,
    random: () => 0,
    newEpoch: () => "renewed",
    known: new CommitJournal({ directory }),
    onLost: (lost) => void found.push(lost),
  });
  let ids = 0;
  const lost = new LostCommits({ store: switched, follower, directory, log, now: () => 7, newCommitId: () => `random${++ids}` });
  await follower.start();
  return { holder, follower, lost, found, errors };
}

test("lost commits are reported in the log, the status and the history, and saved as a manifest", async () => {
  const store = await storeOf("one");
  const directory = newDirectory();
  const node = await nodeAt(store, directory);
  for (const id of ["two", "three"])
    await store.commit(commitOf([change("shop/", projectValue(id), "project")], { id, actor: `by ${id}`, at: 1 }));
  await store.commit(commitOf([change("shop/k_1", { hash: "h" }, "read_key")], { id: "four", actor: "by two", at: 1 }));
  await store.commit(commitOf([change("other/", projectValue("new"), "project")], { id: "five", actor: "by two", at: 1 }));
  await node.follower.catchUp();
  const back = await storeOf("one", "other");
  node.holder.store = back;
  await node.follower.catchUp();
  const [known] = node.found;
  assert.ok(known && node.found.length === 1);
  await node.lost.tell(known);
  assert.deepEqual(node.errors, ["The database went back: revisions 2 to 5 are lost (3 by by two, 1 by by three)."]);
  const { status } = node.lost;
  assert.deepEqual([status?.epoch, status?.after, status?.through], ["e", 1, 5]);
  // The second project was lost with its commits, and has no history to report in.
  assert.deepEqual(
    status?.manifests,
    ["shop", "other"].map((project) => join(directory, `lost-${project}-e-5.yaml`)),
  );
  const manifest = status?.manifests[0] ?? "";
  assert.equal(statSync(manifest).mode & 0o777, 0o600);
  const lost = readFileSync(manifest, "utf8");
  assert.match(lost, /^# The project as it was at revision 5 of epoch e, /);
  const problems = new ProblemList();
  assert.equal(parseManifest(readManifestText(lost).document, problems)?.header.messages.default?.en, "three");
  assert.deepEqual(problems.kept, []);
  const [note, ...older] = await back.history("shop", { limit: 10 });
  assert.deepEqual([note?.actor, older.length], ["system", 2]);
  assert.match(note?.reason ?? "", /^The database went back: revisions 2 to 4 are lost \(2 by by two, 1 by by three\)\. /);
  assert.match(note?.reason ?? "", /messages\.default\.en was "three", is "other"/);
  assert.match(note?.reason ?? "", /Changes of these are lost too: read_key k_1\./);
  const actual = note?.changes.map(({ before, value }) => before === value);
  assert.deepEqual(actual, [true]);
  assert.deepEqual(node.follower.status().revision, 3);
  await node.lost.tell(known);
  assert.equal((await back.head()).revision, 3, "it is said once");
});

test("a node that had fewer commits reports no more than the one that had more, and one that lost nothing reports nothing", async () => {
  const store = await storeOf("one", "two");
  const [ahead, behind] = [await nodeAt(store, newDirectory()), await nodeAt(store, newDirectory())];
  const all = await nodeAt(store, newDirectory());
  await store.commit(commitOf([change("shop/", projectValue("three"), "project")], { id: "three" }));
  await ahead.follower.catchUp();
  const back = await storeOf("one");
  for (const node of [ahead, behind]) {
    node.holder.store = back;
    await node.follower.catchUp();
    for (const known of node.found) await node.lost.tell(known);
  }
  assert.equal((await back.history("shop", { limit: 10, actor: "system" })).length, 1);
  assert.equal(behind.lost.status?.through, 2);
  const end = await all.follower.end();
  await all.lost.tell({ end, commits: [], base: end, epoch: "renewed" });
  assert.equal(all.lost.status, null);
});

test("a store that was restored from an object store counts as one that lost what came after", async () => {
  const { lost, errors } = await nodeAt(await storeOf("one"), newDirectory());
  const reason = "Restored from the object store, at revision 7. Later changes that had not been copied there are lost.";
  for (const id of [null, "random", "restored", "lost.e.7.x"])
    lost.tellRestored({ revision: 8, id, at: 1, actor: "system", reason });
  assert.equal(lost.status, null);
  lost.tellRestored({ revision: 8, id: "restored.e1.7.x", at: 1, actor: "system", reason });
  assert.deepEqual(lost.status, { at: 7, epoch: "e1", after: 7, through: null, manifests: [] });
  assert.deepEqual(errors, [reason]);
});
