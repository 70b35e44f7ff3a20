import assert from "node:assert/strict";
import { test } from "node:test";
import { change, commitOf } from "../test/store-contract/change.ts";
import { DrawbridgeError } from "./domain/errors.ts";
import { LogFollower, type LogFollowerWorkings } from "./log-follower.ts";
import { createMemoryStore } from "./store/memory/memory-store.ts";
import type { Change, Head, Store } from "./store/store.ts";

/** A store that another can be put in the place of, that can go away, and whose ring somebody else may pull. */
class Rigged {
  store: Store = createMemoryStore();
  isAway = false;
  ring: () => void = () => {};

  head = () => this.#here().head();
  whole = () => this.#here().whole();
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

function following(rigged: Rigged, more: Partial<LogFollowerWorkings> = {}) {
  const { heard, kept } = listener();
  const workings = { store: rigged, kind: "memory", followings: [kept], pollEvery: null, now: () => 7, random: () => 0 } as const;
  return { follower: new LogFollower({ ...workings, ...more }), heard };
}

const told = { at: 1, actor: "ci", reason: "" };
let values = 0;
const commit = (store: Store) => store.commit(commitOf([change("a/x", ++values)]));

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}

test("a commit of this process is heard before it is answered", async () => {
  const rigged = new Rigged();
  const { follower, heard } = following(rigged);
  await follower.start();
  const head = await commit(rigged.store);
  const hearing = follower.committed([], head, told);
  assert.deepEqual(heard, ["whole 0", 1], "at once, where nothing has to be awaited");
  await hearing;
  assert.equal(follower.status().revision, 1);
});

test("what others committed before is heard before, and each once", async () => {
  const rigged = new Rigged();
  const { follower, heard } = following(rigged);
  await follower.start();
  await commit(rigged.store);
  await commit(rigged.store);
  await follower.committed([], await commit(rigged.store), told);
  rigged.ring();
  await follower.catchUp();
  assert.deepEqual(heard, ["whole 0", 1, 2, 3]);
});

test("a ring is followed by what has rung", async () => {
  const rigged = new Rigged();
  const { follower, heard } = following(rigged);
  await follower.start();
  await commit(rigged.store);
  rigged.ring();
  await until(() => heard.length === 2);
  assert.deepEqual(heard, ["whole 0", 1]);
});

test("a ring that is lost loses nothing: the next look finds it", async () => {
  const rigged = new Rigged();
  const { follower, heard } = following(rigged, { pollEvery: 5 });
  await follower.start();
  for (let n = 0; n < 450; n++) await commit(rigged.store);
  await until(() => heard.length === 451);
  assert.deepEqual(
    heard.slice(1),
    Array.from({ length: 450 }, (_, n) => n + 1),
  );
  await follower.stop();
});

test("a store that is away is said so, and what it had when it is back is heard", async () => {
  const rigged = new Rigged();
  let now = 10;
  const { follower, heard } = following(rigged, { now: () => now });
  await follower.start();
  await commit(rigged.store);
  rigged.isAway = true;
  now = 20;
  await follower.catchUp();
  const { state, since, problem, checkedAt, revision } = { ...follower.status() };
  assert.deepEqual([state, since, problem, revision], ["interrupted", 20, "The database does not answer.", 0]);
  assert.equal(typeof checkedAt, "number");
  rigged.isAway = false;
  now = 30;
  await follower.catchUp();
  assert.deepEqual(heard, ["whole 0", 1]);
  assert.deepEqual([follower.status().state, follower.status().since, follower.status().problem], ["following", 30, null]);
});

test("a store of another epoch is taken in whole, also an older one", async () => {
  const rigged = new Rigged();
  const { follower, heard } = following(rigged);
  for (let n = 0; n < 3; n++) await commit(rigged.store);
  await follower.start();
  rigged.store = createMemoryStore();
  await commit(rigged.store);
  await follower.catchUp();
  assert.deepEqual(heard, ["whole 3", "whole 1"]);
  assert.equal(follower.status().epoch, (await rigged.store.head()).epoch);
});

test("who was away for longer than the log is kept takes it in whole", async () => {
  const rigged = new Rigged();
  const { follower, heard } = following(rigged);
  await follower.start();
  for (let n = 0; n < 3; n++) await commit(rigged.store);
  await rigged.store.compact(Number.MAX_SAFE_INTEGER);
  await follower.catchUp();
  assert.deepEqual(heard, ["whole 0", "whole 3"]);
});

test("a store that has gone back within its epoch is not followed: what is here stays", async () => {
  const rigged = new Rigged();
  const { follower, heard } = following(rigged);
  const { epoch } = await rigged.store.head();
  for (let n = 0; n < 3; n++) await commit(rigged.store);
  await follower.start();
  const older = createMemoryStore();
  await commit(older);
  rigged.store = Object.assign(Object.create(older) as Store, {
    head: async () => ({ epoch, revision: 1 }),
    whole: async () => ({ head: { epoch, revision: 1 }, rows: [] }),
    changesAfter: async () => null,
  });
  await follower.catchUp();
  assert.deepEqual(heard, ["whole 3"]);
  const { state, problem, revision } = follower.status();
  assert.deepEqual([state, revision], ["interrupted", 3]);
  assert.match(problem ?? "", /gone back from revision 3 to 1/);
});

test("a store that cannot be read at the start is told to whoever starts", async () => {
  const rigged = new Rigged();
  rigged.isAway = true;
  const { follower } = following(rigged);
  await assert.rejects(follower.start(), /does not answer/);
  assert.equal(follower.status().state, "starting");
});

test("a commit that somebody here cannot take in has all of them take in the whole store, and is answered", async () => {
  const rigged = new Rigged();
  const errors: string[] = [];
  let isBroken = true;
  const broken = {
    load: () => undefined,
    apply: () => {
      if (isBroken) throw new Error("a defect");
    },
  };
  const { heard, kept } = listener();
  const log = { error: (_: object, text: string) => void errors.push(text) };
  const { follower } = following(rigged, { followings: [broken, kept], log });
  await follower.start();
  assert.equal(await follower.committed([], await commit(rigged.store), told), "everywhere");
  assert.deepEqual(heard, ["whole 0", "whole 1"]);
  assert.deepEqual([follower.status().state, follower.status().revision, errors.length], ["following", 1, 1]);
  await commit(rigged.store);
  await follower.catchUp();
  assert.equal(follower.status().state, "interrupted", "of another's commit: it is looked again before long");
  isBroken = false;
  await follower.catchUp();
  await follower.committed([], await commit(rigged.store), told);
  assert.deepEqual(heard, ["whole 0", "whole 1", "whole 2", 3]);
});

test("what cannot be taken in whole is tried again, and a commit meanwhile is not said to be seen", async () => {
  const rigged = new Rigged();
  const { heard, kept } = listener();
  let isBroken = false;
  const broken = {
    load: () => {
      if (isBroken) throw new Error("a defect");
    },
    apply: () => undefined,
  };
  const { follower } = following(rigged, { followings: [kept, broken] });
  await follower.start();
  rigged.store = createMemoryStore();
  isBroken = true;
  assert.equal(await follower.committed([], await commit(rigged.store), told), "local");
  assert.equal(follower.status().state, "interrupted");
  isBroken = false;
  assert.equal(await follower.committed([], await commit(rigged.store), told), "everywhere");
  assert.deepEqual(heard.at(-1), "whole 2");
});

test("a commit to a store of another epoch is heard before it is answered", async () => {
  const rigged = new Rigged();
  const { follower, heard } = following(rigged);
  await follower.start();
  rigged.store = createMemoryStore();
  await follower.committed([], await commit(rigged.store), told);
  assert.deepEqual(heard, ["whole 0", "whole 1"]);
});

test("a commit that a database which went back no longer has is answered as one that is not seen, and once", async () => {
  const rigged = new Rigged();
  const { follower } = following(rigged);
  await commit(rigged.store);
  await follower.start();
  const { epoch } = await rigged.store.head();
  assert.equal(await follower.committed([], { epoch, revision: 3 }, told), "local");
});

test("a database that went back and counted on is taken in whole: nothing here is of two logs", async () => {
  const rigged = new Rigged();
  const { follower, heard } = following(rigged);
  const { epoch } = await rigged.store.head();
  const inEpoch = (store: Store) => {
    const head = async () => ({ ...(await store.head()), epoch });
    const whole = async () => ({ ...(await store.whole()), head: await head() });
    return Object.assign(Object.create(store) as Store, { head, whole, changesAfter: store.changesAfter.bind(store) });
  };
  await follower.start();
  await commit(rigged.store);
  await follower.catchUp();
  const other = createMemoryStore();
  await other.commit(commitOf([change("a/y", 1)], { actor: "another" }));
  await other.commit(commitOf([change("a/y", 2)]));
  rigged.store = inEpoch(other);
  await follower.catchUp();
  assert.deepEqual(heard, ["whole 0", 1, "whole 2"]);
});

test("whoever rings at the moment at which a look ends is heard", async () => {
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

test("a ring before the store was read once does not say that it is followed", async () => {
  const rigged = new Rigged();
  const { follower } = following(rigged);
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
