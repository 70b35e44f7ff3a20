import assert from "node:assert/strict";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { CommitInput, Store } from "../../src/store/store.ts";
import { change, claimed, commitOf, failsWith, failure, type StoreFactory, snapshot, withStore } from "./change.ts";

export function commitContract(makeStore: StoreFactory): void {
  numbers(makeStore);
  expectations(makeStore);
  races(makeStore);
  refusals(makeStore);
  ending(makeStore);
}

function numbers(makeStore: StoreFactory): void {
  withStore(makeStore, "two stores have different epochs", async (store) => {
    const other = await makeStore();
    assert.notEqual((await store.head()).epoch, (await other.head()).epoch);
    await other.close();
  });
}

function expectations(makeStore: StoreFactory): void {
  withStore(makeStore, "a conflict names the project and leaves nothing behind", async (store) => {
    await store.commit(commitOf([change("a/x", 1)]));
    const before = await snapshot(store);
    const idempotency = { key: "ci k", request: "r", result: "{}" };
    const late = { expect: [{ project: "a", revision: 7 }], claim: claimed("hash"), idempotency };
    const error = await failure(store.commit(commitOf([change("a/x", 2), change("a/y", 1)], late)));
    assert.equal(error.code, "conflict");
    assert.equal(error.message, 'The project "a" was changed in the meantime: its last revision is 1, not 7.');
    assert.deepEqual(await snapshot(store), before);
    assert.equal(await store.recall("ci k", 1_000_000), null);
    await store.commit(commitOf([change("a/y", 1)], { claim: claimed("hash"), idempotency }));
  });
}

function races(makeStore: StoreFactory): void {
  withStore(makeStore, "of many writers that expect the same revision exactly one wins", async (store) => {
    const tries = Array.from({ length: 15 }, (_, n) =>
      store.commit(commitOf([change("a/x", n)], { expect: [{ project: "a", revision: 0 }] })),
    );
    const results = await Promise.allSettled(tries);
    assert.equal(results.filter((r) => r.status === "fulfilled").length, 1);
    for (const r of results) if (r.status === "rejected") assert.equal(r.reason.code, "conflict");
    assert.equal((await store.head()).revision, 1);
  });

  withStore(makeStore, "writers that try again after a conflict lose nothing and make a straight history", async (store) => {
    await Promise.all(Array.from({ length: 12 }, () => increment(store)));
    const history = await store.history("a", { limit: 200 });
    assert.deepEqual(
      history.map((c) => c.revision),
      Array.from({ length: 12 }, (_, n) => 12 - n),
    );
    assert.deepEqual(
      history.map((c) => c.changes[0]?.value),
      Array.from({ length: 12 }, (_, n) => String(12 - n)),
    );
    for (const [n, commit] of history.entries())
      assert.equal(commit.changes[0]?.before, history[n + 1]?.changes[0]?.value ?? null);
  });
}

/** Adds 1 to what it read, however often it takes. */
async function increment(store: Store): Promise<void> {
  for (;;) {
    const revision = await store.projectRevision("a");
    const [row] = await store.rows("a");
    const value = Number(row?.value ?? 0) + 1;
    const done = store.commit(commitOf([change("a/x", value)], { expect: [{ project: "a", revision }] }));
    const failed = await done.then(
      () => null,
      (error: unknown) => error,
    );
    if (failed === null) return;
    if (!(failed instanceof DrawbridgeError && failed.code === "conflict")) throw failed;
  }
}

function refusals(makeStore: StoreFactory): void {
  const refused: [string, CommitInput, string][] = [
    ["a commit without changes", commitOf([]), "changes"],
    ["a commit that changes a resource twice", commitOf([change("a/x", 1), change("a/x", null)]), "changes.1"],
    ["a time that is no whole number", commitOf([change("a/x", 1)], { at: 1.5 }), "at"],
    ["a schema that is no whole number", commitOf([{ ...change("a/x", 1), schema: Number.NaN }]), "changes.0.schema"],
  ];
  for (const [what, input, path] of refused) {
    withStore(makeStore, `${what} is refused, with its place`, async (store) => {
      const before = await snapshot(store);
      const error = await failure(store.commit(input));
      assert.equal(error.code, "invalid");
      assert.deepEqual(
        error.problems.map((p) => p.path),
        [path],
      );
      assert.deepEqual(await snapshot(store), before);
    });
  }
}

function ending(makeStore: StoreFactory): void {
  withStore(makeStore, "a store that was closed, even twice, is unavailable for everything", async (store) => {
    await store.close();
    await store.close();
    const uses = [
      store.head(),
      store.rows(),
      store.rows("a"),
      store.rowsAt("a", 1),
      store.projectRevision("a"),
      store.commit(commitOf([change("a/x", 1)])),
      store.history("a", { limit: 1 }),
      store.commitsAfter(0, { limit: 1 }),
      store.floor(),
      store.compact(0),
      store.recall("k", 0),
      store.secret("s"),
    ];
    await Promise.all(uses.map((use) => failsWith("unavailable", use)));
  });
}
