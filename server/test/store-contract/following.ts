import assert from "node:assert/strict";
import { LogMismatch } from "../../src/store/commit-rules.ts";
import type { Store } from "../../src/store/store.ts";
import { pluck } from "../pluck.ts";
import { change, commitOf, failsWith, type WithStore } from "./change.ts";

/** Following a log: from any revision, commit by commit, or by a full reload. */
export function followingContract(withStore: WithStore): void {
  withStore("what is whole is of one moment, whatever is committed meanwhile", async (store) => {
    await store.commit(commitOf([change("a/x", 0), change("b/x", 0)]));
    let isOver = false;
    const writing = (async () => {
      for (let n = 1; n <= 15; n++) await store.commit(commitOf([change("a/x", n), change("b/x", n)]));
      isOver = true;
    })();
    while (!isOver) {
      const { head, rows } = await store.whole();
      // One commit after another writes n = revision - 1 to both.
      for (const { value } of rows) assert.equal(value, String(head.revision - 1));
      await new Promise(setImmediate);
    }
    await writing;
    const { head, rows } = await store.whole();
    assert.deepEqual([head, rows], [await store.head(), await store.rows()]);
  });

  withStore("the end of a log is its head and its last commit, with the id that the commit was given", async (store) => {
    const { epoch } = await store.head();
    assert.deepEqual(await store.end(), { head: { epoch, revision: 0 }, last: null, renewedFrom: null });
    await store.commit(commitOf([change("a/x", 1)], { id: "first", at: 5, actor: "u_1", reason: "why" }));
    await store.commit(commitOf([change("a/x", 2)]));
    const first = { revision: 1, id: "first", at: 5, actor: "u_1", reason: "why" };
    const last = { revision: 2, id: null, at: 1_000_000, actor: "ci", reason: "" };
    assert.deepEqual(await store.end(), { head: { epoch, revision: 2 }, last, renewedFrom: null });
    assert.deepEqual([await store.commitAt(1), await store.commitAt(2), await store.commitAt(3)], [first, last, null]);
    const { rows: _, ...end } = await store.whole();
    assert.deepEqual(end, await store.end());
  });

  withStore("a commit that follows another log than the store's changes nothing", async (store) => {
    const start = await store.end();
    await store.commit(commitOf([change("a/x", 1)], { id: "first", follows: start }));
    const follows = await store.end();
    await store.commit(commitOf([change("a/x", 2)], { id: "second", follows }));
    await store.commit(commitOf([change("a/x", 3)], { id: "third", follows: start }));
    const { head, last } = follows;
    assert.ok(last);
    for (const wrong of [
      { head: { ...head, epoch: "another" }, last },
      { head, last: { ...last, id: "another" } },
      { head, last: { ...last, id: null } },
      { head: { ...head, revision: 4 }, last: { ...last, revision: 4 } },
    ])
      await assert.rejects(store.commit(commitOf([change("a/x", 4)], { follows: wrong })), LogMismatch);
    assert.equal((await store.head()).revision, 3);
    await store.commit(commitOf([change("a/y", 1)]));
    const old = await store.end();
    assert.ok(old.last);
    await assert.rejects(
      store.commit(commitOf([change("a/y", 2)], { follows: { ...old, last: { ...old.last, at: 7 } } })),
      LogMismatch,
    );
    await store.commit(commitOf([change("a/y", 2)], { follows: old }));
  });

  withStore("an epoch is renewed where commits are lost, once, and nowhere else", async (store) => {
    for (let n = 1; n <= 3; n++) await store.commit(commitOf([change("a/x", n)], { id: `c${n}` }));
    const end = await store.end();
    const { head, last } = end;
    assert.ok(last);
    const second = await store.commitAt(2);
    for (const known of [
      end,
      { head: { ...head, revision: 2 }, last: second },
      { head: { ...head, epoch: "another", revision: 9 }, last },
    ])
      assert.equal(await store.renewEpoch(known, "renewed"), false);
    assert.deepEqual(await store.end(), end);
    const lost = { head: { ...head, revision: 2 }, last: { ...last, revision: 2, id: "lost" } };
    assert.deepEqual([await store.renewEpoch(lost, "renewed"), await store.renewEpoch(lost, "again")], [true, false]);
    assert.deepEqual(await store.end(), { head: { epoch: "renewed", revision: 3 }, last, renewedFrom: head.epoch });
    const further = { head: { epoch: "renewed", revision: 4 }, last: { ...last, revision: 4 } };
    const both = await Promise.all([store.renewEpoch(further, "one"), store.renewEpoch(further, "two")]);
    assert.deepEqual(both.toSorted(), [false, true]);
    assert.deepEqual(pluck((await store.whole()).rows, "revision"), [3]);
  });

  withStore("a log is followed commit by commit, with what each wrote", async (store) => {
    await store.commit(commitOf([change("b/y", 1), change("a/x", 1)], { id: "given", at: 5, actor: "u_1", reason: "first" }));
    await store.commit(commitOf([change("b/y", null)]));
    assert.deepEqual(await store.changesAfter(0, 10), [
      { revision: 1, id: "given", at: 5, actor: "u_1", reason: "first", changes: [change("a/x", 1), change("b/y", 1)] },
      { revision: 2, id: null, at: 1_000_000, actor: "ci", reason: "", changes: [change("b/y", null)] },
    ]);
    assert.deepEqual(pluck((await store.changesAfter(1, 10)) ?? [], "revision"), [2]);
    assert.deepEqual(pluck((await store.changesAfter(0, 1)) ?? [], "revision"), [1]);
    assert.deepEqual(await store.changesAfter(2, 10), []);
  });

  withStore("who follows while others commit skips nothing and hears nothing twice", async (store) => {
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 6; n++) await store.commit(commitOf([change(`p${writer}/x`, n)]));
    });
    const heard: number[] = [];
    const writing = Promise.all(writers);
    while (heard.length < 24) {
      for (const { revision } of (await store.changesAfter(heard.at(-1) ?? 0, 7)) ?? []) heard.push(revision);
      await new Promise(setImmediate);
    }
    await writing;
    assert.deepEqual(
      heard,
      Array.from({ length: 24 }, (_, n) => n + 1),
    );
  });

  withStore("from below the floor, and from where it never was, a store is read whole", async (store) => {
    for (let n = 0; n < 4; n++) await store.commit(commitOf([change("a/x", n)], { at: n }));
    assert.equal((await store.compact(2)).floor, 2);
    assert.equal(await store.changesAfter(1, 10), null);
    assert.deepEqual(await revisionsAfter(store, 2), [3, 4]);
    assert.deepEqual(await revisionsAfter(store, 4), []);
    assert.equal(await store.changesAfter(5, 10), null);
    for (const limit of [0, 1001, 1.5]) await failsWith("invalid", store.changesAfter(4, limit));
    await failsWith("invalid", store.changesAfter(0.5, 1));
  });

  withStore("large commits are told a few at a time, and none is left out", async (store) => {
    const large = "é".repeat(1_500_000);
    for (let n = 1; n <= 7; n++) {
      await store.commit(commitOf([change("a/x", `${n}${large}`)]));
      await store.commit(commitOf([change("a/x", null)]));
    }
    // Commits of 3 MB each: the sixth begins within 16 MiB.
    assert.deepEqual(await revisionsAfter(store, 0), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert.deepEqual(await revisionsAfter(store, 11), [12, 13, 14]);
  });
}

async function revisionsAfter(store: Store, revision: number): Promise<number[] | undefined> {
  return (await store.changesAfter(revision, 100))?.map((commit) => commit.revision);
}
