import assert from "node:assert/strict";
import { it } from "node:test";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import { change, commitOf } from "../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { testWith } from "../../test/test-with.ts";
import { CommitJournal } from "../replicas/commit-journal.ts";
import { LogMismatch } from "../store/commit-rules.ts";
import type { Change, Head, LogEnd, Store } from "../store/store.ts";
import { LogFollower, type LogFollowerServices, type LostLog } from "./log-follower.ts";

const newDirectory = temporaryDirectories();

/** A store for tests that can be replaced, can become unavailable, and can be rung from outside. */
class Rigged {
  store: Store = openMemoryStore();
  isAway = false;
  ring: () => void = () => {};

  end = () => this.#here().end();
  commitAt = (revision: number) => this.#here().commitAt(revision);
  renewEpoch: Store["renewEpoch"] = (known, epoch) => this.#here().renewEpoch(known, epoch);
  whole = () => this.#here().whole();
  checkWritable: Store["checkWritable"] = () => this.#here().checkWritable();
  changesAfter = (revision: number, limit: number) => this.#here().changesAfter(revision, limit);
  watch = (ring: () => void) => {
    this.ring = ring;
    return () => {};
  };

  #here(): Store {
    if (this.isAway) throw new DrawbridgeError("unavailable", "The database does not answer.");
    return this.store;
  }
}

function listener() {
  const heard: (number | string)[] = [];
  const kept = {
    load: (_: unknown, { revision }: Head) => void heard.push(`whole ${revision}`),
    apply: (_: readonly Change[], { revision }: Head) => void heard.push(revision),
  };
  return { heard, kept };
}

function following(rigged: Rigged, more: Partial<LogFollowerServices> = {}) {
  const { heard, kept } = listener();
  let epochs = 0;
  const follower = new LogFollower({
    store: rigged,
    kind: "sqlite",
    followings: [kept],
    pollEvery: null,
    now: () => 7,
    random: () => 0,
    newEpoch: () => `renewed ${++epochs}`,
    ...more,
  });
  return { follower, heard };
}

/** The same values as in `commitOf`. */
const told = { at: 1_000_000, actor: "ci", reason: "" };
let values = 0;
const commit = (store: Store, id?: string) => store.commit(commitOf([change("a/x", ++values)], id === undefined ? {} : { id }));

async function storeOf(epoch: string, ...ids: readonly string[]): Promise<Store> {
  const store = openMemoryStore(epoch);
  for (const id of ids) await commit(store, id);
  return store;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}

const test = testWith(() => {
  const rigged = new Rigged();
  return { rigged, ...following(rigged) };
});

test("earlier commits of other nodes are delivered first, and each once", async ({ rigged, follower, heard }) => {
  await follower.start();
  await commit(rigged.store);
  await commit(rigged.store);
  await follower.committed([], await commit(rigged.store), told);
  rigged.ring();
  await follower.catchUp();
  assert.deepEqual(heard, ["whole 0", 1, 2, 3]);
});

test("a ring that is lost loses nothing: the next look finds it", async ({ rigged }) => {
  const { follower, heard } = following(rigged, { pollEvery: 5 });
  await follower.start();
  for (let n = 0; n < 450; n++) await commit(rigged.store);
  await until(() => heard.length === 451);
  const actual = heard.slice(1);
  const expected = Array.from({ length: 450 }, (_, n) => n + 1);
  assert.deepEqual(actual, expected);
  await follower.stop();
});

test("a store that can be read and not written is interrupted until it can, and the log has one line for each", async ({
  rigged,
}) => {
  const lines: object[] = [];
  const line = (level: string) => (fields: object) => void lines.push({ level, ...fields });
  let now = 1_000;
  const { follower } = following(rigged, { now: () => now, log: { error: line("error"), info: line("info") } });
  await follower.start();
  let problem: string | null = "The disk is full.";
  rigged.checkWritable = async () => {
    if (problem !== null) throw new DrawbridgeError("unavailable", problem);
  };
  for (; now < 10_000; now += 1_000) await follower.catchUp();
  const { state, since, problem: found, revision } = follower.status();
  assert.deepEqual([state, since, found, revision], ["interrupted", 1_000, problem, 0]);
  problem = null;
  const head = await commit(rigged.store);
  await follower.committed([], head, told);
  await until(() => follower.status().state === "following");
  const store = { store: "sqlite", epoch: head.epoch };
  assert.deepEqual(lines, [
    {
      level: "error",
      event: "store.lost",
      reason: "The disk is full.",
      ...store,
      revision: 0,
      checked_at: "1970-01-01T00:00:01.000Z",
    },
    { level: "info", event: "store.back", awaySeconds: 9, ...store, revision: 1 },
  ]);
  await follower.catchUp();
  assert.equal(lines.length, 2);
});

test("a node that was away for longer than the log is kept loads the whole store", async ({ rigged, follower, heard }) => {
  await follower.start();
  for (let n = 0; n < 3; n++) await commit(rigged.store);
  await rigged.store.compact(Number.MAX_SAFE_INTEGER);
  await follower.catchUp();
  assert.deepEqual(heard, ["whole 0", "whole 3"]);
});

for (const [how, ids] of [
  ["lost its last commits", ["a"]],
  ["has another last commit", ["a", "b", "other"]],
  ["has fewer commits, of which the last is another", ["a", "other"]],
  ["counted on from an earlier commit", ["a", "other", "more", "and more"]],
] as const)
  test(`a store that ${how} within its epoch gets a new epoch, and is loaded again`, async ({ rigged, follower, heard }) => {
    rigged.store = await storeOf("e", "a", "b", "c");
    await follower.start();
    rigged.store = await storeOf("e", ...ids);
    await follower.catchUp();
    assert.deepEqual(heard, ["whole 3", `whole ${ids.length}`]);
    const { head, renewedFrom } = await rigged.store.end();
    assert.deepEqual([head, renewedFrom], [{ epoch: "renewed 1", revision: ids.length }, "e"]);
    const { state, epoch, revision, problem } = follower.status();
    assert.deepEqual([state, epoch, revision, problem], ["following", "renewed 1", ids.length, null]);
  });

it("of two nodes that notice it one renews the epoch, and both load the same content", async () => {
  const stores = [new Rigged(), new Rigged()];
  const store = await storeOf("e", "a", "b", "c");
  const nodes = stores.map((rigged) => {
    rigged.store = store;
    return following(rigged);
  });
  for (const { follower } of nodes) await follower.start();
  const back = await storeOf("e", "a", "x");
  for (const rigged of stores) rigged.store = back;
  await Promise.all(nodes.map(({ follower }) => follower.catchUp()));
  for (const { follower, heard } of nodes) {
    assert.deepEqual(heard, ["whole 3", "whole 2"]);
    assert.equal(follower.status().epoch, "renewed 1");
  }
});

test("reads that lag cause no new epoch: the primary is read, the current content stays, and the node continues to follow", async ({
  rigged,
  follower,
  heard,
}) => {
  const primary = await storeOf("e", "a", "b", "c");
  rigged.store = primary;
  rigged.renewEpoch = (known, epoch) => primary.renewEpoch(known, epoch);
  await follower.start();
  rigged.store = await storeOf("e", "a");
  await follower.catchUp();
  assert.deepEqual(heard, ["whole 3"]);
  assert.equal((await primary.head()).epoch, "e");
  const { state, problem } = follower.status();
  assert.equal(state, "interrupted");
  assert.match(problem ?? "", /come from a replica that is behind: revision 1 of epoch e, after revision 3/);
  await commit(primary, "d");
  rigged.store = primary;
  await follower.catchUp();
  assert.deepEqual([heard, follower.status().state], [["whole 3", 4], "following"]);
});

test("a lagging read does not bring back an epoch that was left", async ({ rigged, follower, heard }) => {
  const replica = await storeOf("e", "a", "b");
  rigged.store = replica;
  await follower.start();
  const primary = await storeOf("e", "a");
  rigged.renewEpoch = (known, epoch) => primary.renewEpoch(known, epoch);
  rigged.store = primary;
  await follower.catchUp();
  rigged.store = replica;
  await follower.catchUp();
  assert.deepEqual(heard, ["whole 2", "whole 1"]);
  assert.match(follower.status().problem ?? "", /after a later epoch/);
});

it("at a start, too, a store that lost commits gets another epoch, by what is in the file", async () => {
  const directory = newDirectory();
  const rigged = new Rigged();
  rigged.store = await storeOf("e", "a");
  const first = following(rigged, { known: new CommitJournal({ directory }) });
  await first.follower.start();
  await commit(rigged.store, "b");
  await first.follower.catchUp();
  await first.follower.stop();
  const lost: LostLog[] = [];
  const onLost = (one: LostLog) => void lost.push(one);
  const same = following(rigged, { known: new CommitJournal({ directory }), onLost });
  await same.follower.start();
  assert.deepEqual([same.heard, lost], [["whole 2"], []]);
  rigged.store = await storeOf("e", "a", "other", "c");
  const second = following(rigged, { known: new CommitJournal({ directory }), onLost });
  await second.follower.start();
  assert.deepEqual([second.heard, second.follower.status().epoch], [["whole 3"], "renewed 1"]);
  const actual = lost.map(({ commits, end, base }) => [commits.map(({ id }) => id), end.head.revision, base?.head.revision]);
  assert.deepEqual(actual, [[["b"], 2, 1]]);
});

it("a store of another epoch is announced with its last commit, once, whatever answered before it was read", async () => {
  const directory = newDirectory();
  const rigged = new Rigged();
  rigged.store = await storeOf("other", "a", "restored.e.1.x");
  const others: (string | null | undefined)[] = [];
  const onOther: LogFollowerServices["onOther"] = (last) => void others.push(last?.id);
  const first = following(rigged, { known: new CommitJournal({ directory }), onOther });
  await first.follower.restore({ rows: [], head: { epoch: "e", revision: 0 }, last: null, checkedAt: 1 }, "away");
  await first.follower.start();
  await first.follower.stop();
  await following(rigged, { known: new CommitJournal({ directory }), onOther }).follower.start();
  assert.deepEqual(others, ["restored.e.1.x"]);
});

test("a store that lacks what was restored from elsewhere at the start gets another epoch", async ({ rigged }) => {
  rigged.store = await storeOf("e", "a");
  const lost: LostLog[] = [];
  const { heard, kept } = listener();
  const { follower } = following(rigged, { readers: [kept], onLost: (one) => void lost.push(one) });
  const mark = (revision: number, id: string) => ({ ...told, revision, id });
  await follower.restore({ rows: [], head: { epoch: "e", revision: 1 }, last: mark(1, "a"), checkedAt: 1 }, "away");
  follower.applyRestored([], { epoch: "e", revision: 2 }, mark(2, "b"));
  assert.deepEqual([heard, follower.status().revision, follower.restored?.last?.id], [["whole 1", 2], 2, "b"]);
  await follower.start();
  assert.deepEqual([follower.status().epoch, follower.restored], ["renewed 1", null]);
  const actual = lost.map(({ end, epoch }) => [end.head, epoch]);
  assert.deepEqual(actual, [[{ epoch: "e", revision: 2 }, "renewed 1"]]);
  follower.applyRestored([], { epoch: "e", revision: 3 }, mark(3, "c"));
  assert.equal(follower.status().revision, 1);
});

test("a process whose store is away applies the commits that another place has, each once", async ({ rigged }) => {
  rigged.store = await storeOf("e", "a");
  const requested: number[] = [];
  const readAhead = async ({ head }: LogEnd) => {
    requested.push(head.revision);
    return (await rigged.store.changesAfter(head.revision, 10)) ?? [];
  };
  const { follower, heard } = following(rigged, { readAhead });
  await follower.start();
  for (const id of ["b", "c"]) await commit(rigged.store, id);
  rigged.isAway = true;
  await follower.catchUp();
  await until(() => heard.length === 3);
  assert.deepEqual([heard, follower.status().state, follower.status().revision], [["whole 1", 2, 3], "interrupted", 3]);
  await commit(rigged.store, "d");
  rigged.isAway = false;
  await follower.catchUp();
  assert.deepEqual([heard, requested, follower.status().state], [["whole 1", 2, 3, 4], [1], "following"]);
  assert.equal(follower.status().epoch, "e");
});

it("a store without a project is not taken in over one that has some, until the replica of the node is gone", async () => {
  const directory = newDirectory();
  const known = () => new CommitJournal({ directory });
  const rigged = new Rigged();
  const full = openMemoryStore("full");
  await full.commit(commitOf([change("shop/", { name: "Shop" }, "project")], { id: "a" }));
  rigged.store = full;
  const { follower, heard } = following(rigged, { known: known() });
  await follower.start();
  const empty = openMemoryStore("empty");
  rigged.store = empty;
  await follower.catchUp();
  assert.deepEqual([heard, follower.status().state], [["whole 1"], "interrupted"]);
  assert.match(follower.status().problem ?? "", /has no project \(epoch empty\).*delete its replica/);
  await assert.rejects(empty.commit(commitOf([change("shop/", {}, "project")], { follows: follower.end() })), LogMismatch);
  await assert.rejects(follower.follow(), { code: "unavailable", message: /has no project/ });
  await assert.rejects(following(rigged, { known: known() }).follower.start(), /has no project/);
  rigged.store = full;
  await follower.catchUp();
  assert.deepEqual([heard, follower.status().state], [["whole 1"], "following"]);
  rigged.store = empty;
  const told = following(rigged, { known: new CommitJournal({ directory: newDirectory() }) });
  await told.follower.start();
  assert.deepEqual(told.heard, ["whole 0"]);
  // The last project of a store can be deleted.
  await empty.commit(commitOf([change("shop/", { name: "Shop" }, "project")]));
  await told.follower.catchUp();
  await empty.commit(commitOf([change("shop/", null, "project")]));
  await told.follower.catchUp();
  rigged.store = openMemoryStore();
  await told.follower.catchUp();
  assert.deepEqual(told.heard, ["whole 0", 1, 2, "whole 0"]);
});

test("a store that cannot be read at the start fails the start with its reason", async ({ rigged }) => {
  rigged.isAway = true;
  const { follower } = following(rigged);
  await assert.rejects(follower.start(), /does not answer/);
  assert.equal(follower.status().state, "starting");
});

test("a commit that one follower cannot apply is answered once all have loaded the store, and not before", async ({ rigged }) => {
  const errors: string[] = [];
  const isBroken = { load: false, apply: true };
  const fail = (what: keyof typeof isBroken) => {
    if (isBroken[what]) throw new Error("a defect");
  };
  const { heard, kept } = listener();
  const log = { error: (_: object, text: string) => void errors.push(text) };
  const broken = { load: () => fail("load"), apply: () => fail("apply") };
  const { follower } = following(rigged, { followings: [kept, broken], log });
  const commitHere = async () => follower.committed([], await commit(rigged.store), told);
  await follower.start();
  await commitHere();
  assert.deepEqual(heard, ["whole 0", 1, "whole 1"]);
  assert.deepEqual([follower.status().state, follower.status().revision, errors.length], ["following", 1, 1]);
  await commit(rigged.store);
  await follower.catchUp();
  assert.equal(follower.status().state, "interrupted", "of another's commit: it is looked again before long");
  isBroken.load = true;
  await assert.rejects(commitHere(), /committed as revision 3, but this node does not answer/);
  assert.equal(follower.status().state, "interrupted");
  Object.assign(isBroken, { load: false, apply: false });
  await commitHere();
  assert.equal(heard.at(-1), "whole 4");
  await commitHere();
  assert.equal(heard.at(-1), 5);
  rigged.store = openMemoryStore();
  await commitHere();
  assert.equal(heard.at(-1), "whole 1", "a store of another epoch");
});

test("a commit that a database which went back no longer has is not acknowledged", async ({ rigged, follower }) => {
  await commit(rigged.store);
  await follower.start();
  const { epoch } = await rigged.store.head();
  await assert.rejects(follower.committed([], { epoch, revision: 3 }, told), { code: "unavailable" });
});

test("a commit between the loss and its discovery stays, and is acknowledged when it is answered from", async ({
  rigged,
  follower,
  heard,
}) => {
  rigged.store = await storeOf("e", "a", "b", "c");
  await follower.start();
  rigged.store = await storeOf("e", "a");
  const head = await commit(rigged.store, "x");
  await follower.committed([], head, { ...told, id: "x" });
  assert.deepEqual([heard, follower.status().epoch], [["whole 3", "whole 2"], "renewed 1"]);
});

it("a ring at the moment a look ends is not lost", async () => {
  for (let moment = 0; moment < 12; moment++) {
    const rigged = new Rigged();
    const { follower, heard } = following(rigged);
    await follower.start();
    const look = follower.catchUp();
    for (let turn = 0; turn < moment; turn++) await null;
    await commit(rigged.store);
    rigged.ring();
    await look;
    await new Promise(setImmediate);
    assert.deepEqual(heard, ["whole 0", 1], `after ${moment} turns`);
  }
});

test("a ring before the store was read once does not say that it is followed", async ({ rigged, follower }) => {
  const watch = rigged.watch;
  rigged.watch = (ring) => {
    ring();
    return watch(ring);
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  const { whole } = rigged;
  rigged.whole = () => promise.then(whole);
  const starting = follower.start();
  await new Promise(setImmediate);
  assert.equal(follower.status().state, "starting");
  resolve();
  await starting;
  assert.equal(follower.status().state, "following");
});

test("a catch-up ends with the commits that existed when it was requested, while other nodes commit at each step", async ({
  rigged,
  follower,
}) => {
  await rigged.store.commit(commitOf([change("acme/ios", "1")]));
  await follower.start();
  const { changesAfter, store } = rigged;
  let commits = 0;
  rigged.changesAfter = async (revision, limit) => {
    const found = await changesAfter(revision, limit);
    if (++commits < 500) await store.commit(commitOf([change("acme/android", "1")]));
    return found;
  };
  await store.commit(commitOf([change("acme/huawei", "1")]));
  await follower.catchUp();
  assert.ok(commits < 10, String(commits));
  assert.ok((follower.status().revision ?? 0) >= 2);
});
