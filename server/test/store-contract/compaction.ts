/** After compaction the store says what it said before, or says that it does not know; never anything else. */
import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import type { Change, Row, Store } from "../../src/store/store.ts";
import { change, claimed, commitOf, failsWith, failure, type StoreFactory, type WithStore } from "./change.ts";
import { changes, projects } from "./model.ts";

export function compactionContract(withStore: WithStore, makeStore: StoreFactory): void {
  withStore("what was superseded before that instant goes, and what was active at it stays", async (store) => {
    for (let n = 1; n <= 6; n++) await store.commit(commitOf([change("a/x", n)], { at: n * 10 }));
    await store.commit(commitOf([change("a/x", null), change("a/y", 7)], { at: 70 }));
    const rows = await store.rows();
    assert.deepEqual(await store.compact(45, { dryRun: true }), {
      floor: 4,
      changes: 3,
      bytes: 3,
      freed: null,
      more: false,
    });
    assert.equal(await store.floor(), 0);
    const { floor, changes, bytes } = await store.compact(45);
    assert.deepEqual({ floor, changes, bytes }, { floor: 4, changes: 3, bytes: 3 });
    assert.equal(await store.floor(), 4);
    assert.deepEqual(await store.rows(), rows);
    assert.deepEqual(
      (await store.rowsAt("a", 4)).map(({ value, revision }) => [value, revision]),
      [["4", 4]],
    );
    const { code, message } = await failure(store.rowsAt("a", 3));
    assert.deepEqual([code, message.includes("revision 4 or later")], ["not_found", true]);
    assert.deepEqual(await store.rowsAt("a", 0), []);
    assert.equal((await store.compact(45)).changes, 0);
  });

  withStore("the floor never sinks, and where the clock was set back too little goes rather than too much", async (store) => {
    for (const at of [10, 90, 20, 30]) await store.commit(commitOf([change("a/x", at)], { at }));
    assert.equal((await store.compact(40)).floor, 1);
    assert.equal((await store.compact(100)).floor, 4);
    assert.equal((await store.compact(40)).floor, 4);
    assert.equal(await store.floor(), 4);
  });

  withStore("commits that come while it runs are as if it did not", async (store) => {
    for (let n = 0; n < 150; n++) await store.commit(commitOf([change(`a/${n % 50}`, n)], { at: n }));
    const running = store.compact(150);
    for (let n = 150; n < 170; n++) await store.commit(commitOf([change(`a/${n % 50}`, n)], { at: n }));
    assert.equal((await running).more, false);
    const both = await Promise.all([running, store.compact(150)]);
    assert.equal(
      both.reduce((sum, { changes }) => sum + changes, 0),
      100,
    );
    assert.deepEqual((await store.history("a", { limit: 1 }))[0]?.changes[0]?.before, "119");
    assert.equal((await store.rowsAt("a", 150)).length, 50);
  });

  withStore(
    "one that has no time for all of it leaves a log that is right, and goes on where it is asked again",
    async (store) => {
      for (let n = 1; n <= 200; n++) {
        const value = n % 7 === 0 ? null : n;
        await store.commit(commitOf([change(`a/${n % 40}`, value), change(`b/${n % 3}`, n)], { at: n }));
      }
      const at = async (revision: number) => [await store.rowsAt("a", revision), await store.rowsAt("b", revision)];
      const before = [await at(150), await at(180), await store.rows(), await store.history("a", { since: 150, limit: 200 })];
      for (let more = true; more; ) {
        ({ more } = await store.compact(151, { within: 0 }));
        assert.equal(await store.floor(), 150);
        const now = [await at(150), await at(180), await store.rows(), await store.history("a", { since: 150, limit: 200 })];
        assert.deepEqual(now, before);
      }
      assert.equal((await store.compact(151)).changes, 0);
    },
  );

  withStore("claims and results of requests outlive it", async (store) => {
    const idempotency = { key: "ci k", request: "r", result: "{}" };
    await store.commit(commitOf([change("a/x", 1, "read_key")], { at: 1, claim: claimed("hash"), idempotency }));
    await store.commit(commitOf([change("a/x", 2, "read_key")], { at: 2 }));
    await store.compact(10);
    await failsWith("key_in_use", store.commit(commitOf([change("a/y", 1)], { claim: claimed("hash") })));
    assert.notEqual(await store.recall("ci k", 2), null);
  });

  it("rows, the past from the floor on and the newer part of history are exactly what they were before compaction", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyCommit, { minLength: 1, maxLength: 20 }),
        fc.array(fc.integer({ min: 0, max: 45 }), { minLength: 1, maxLength: 3 }),
        fc.array(anyCommit, { maxLength: 4 }),
        async (commits, instants, later) => {
          const [store, whole] = [await makeStore(), await makeStore()];
          try {
            for (const each of [store, whole]) for (const [n, one] of commits.entries()) await put(each, one, n);
            for (const instant of instants) await store.compact(instant + commits.length);
            for (const each of [store, whole]) for (const [n, one] of later.entries()) await put(each, one, commits.length + n);
            await compare(store, whole);
          } finally {
            await Promise.all([store.close(), whole.close()]);
          }
        },
      ),
      { numRuns: 5 },
    );
  });
}

const anyCommit = fc.record({
  changes,
  // Clocks step back now and then.
  at: fc.integer({ min: 0, max: 40 }),
});

async function put(store: Store, { changes, at }: { readonly changes: readonly Change[]; readonly at: number }, n: number) {
  await store.commit(commitOf(changes, { at: at + n, actor: `u_${n % 3}` }));
}

async function compare(store: Store, whole: Store): Promise<void> {
  const floor = await store.floor();
  const { revision } = await whole.head();
  assert.deepEqual(await store.rows(), await whole.rows());
  for (const project of projects) {
    assert.equal(await store.projectRevision(project), await whole.projectRevision(project));
    for (let at = 1; at <= revision; at++) {
      if (at < floor) await failsWith("not_found", store.rowsAt(project, at));
      else assert.deepEqual(await store.rowsAt(project, at), await whole.rowsAt(project, at));
    }
    const bare = (commit: object, at: number) => (at > floor ? commit : { ...commit, changes: [] });
    const history = (await whole.history(project, { limit: 200 })).map((commit) => bare(commit, commit.revision));
    assert.deepEqual(await store.history(project, { limit: 200 }), history);
    assert.deepEqual(
      (await store.history(project, { limit: 200, kind: "window" })).map((commit) => commit.revision),
      (await whole.history(project, { limit: 200, kind: "window", since: floor })).map((commit) => commit.revision),
    );
  }
  const rows: Row[] = (await Promise.all(projects.map((project) => store.rowsAt(project, revision)))).flat();
  assert.deepEqual(rows, await whole.rows());
}
