import assert from "node:assert/strict";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { CommitInput, Store } from "../../src/store/store.ts";
import { change, claimed, commitOf, failsWith, failure, type StoreFactory, snapshot, type WithStore } from "./change.ts";

const day = 24 * 60 * 60 * 1000;
const record = { key: "ci 5f1c", request: "sha256:1", result: '{"id":"k1"}' };

export function commitContract(withStore: WithStore, makeStore: StoreFactory): void {
  withStore("two stores have different epochs and secrets, and a secret makes no revision", async (store) => {
    const other = await makeStore();
    assert.notEqual((await store.head()).epoch, (await other.head()).epoch);
    assert.notEqual(await store.secret("cursor"), await other.secret("cursor"));
    assert.equal((await store.head()).revision, 0);
    await other.close();
  });

  withStore("a conflict names the project and leaves nothing behind", async (store) => {
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

  withStore("writers that try again after a conflict lose nothing and make a straight history", async (store) => {
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

  const refused: [string, CommitInput, string][] = [
    ["a commit without changes", commitOf([]), "changes"],
    ["a commit that changes a resource twice", commitOf([change("a/x", 1), change("a/x", null)]), "changes.1"],
    ["a time that is no whole number", commitOf([change("a/x", 1)], { at: 1.5 }), "at"],
    ["a schema that is no whole number", commitOf([{ ...change("a/x", 1), schema: Number.NaN }]), "changes.0.schema"],
  ];
  for (const [what, input, path] of refused) {
    withStore(`${what} is refused, with its place`, async (store) => {
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

  withStore("a store that was closed, even twice, is unavailable for everything", async (store) => {
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
      store.whole(),
      store.changesAfter(0, 1),
      store.lastUsed.note(new Map([["t_a", 1]])),
      store.lastUsed.of(["t_a"]),
      store.usage.write({ counts: [] }),
      store.usage.counts(),
      store.accounts.person("u_1"),
    ];
    await Promise.all(uses.map((use) => failsWith("unavailable", use)));
  });

  withStore("2500 rows come all, once and in order", async (store) => {
    const names = Array.from({ length: 2500 }, (_, n) => `p${n % 7}/${String(n).padStart(4, "0")}`);
    await store.commit(commitOf(names.map((name) => change(name, name))));
    assert.deepEqual(
      (await store.rows()).map((r) => `${r.project}/${r.id}`),
      names.toSorted(),
    );
  });

  withStore("a claim is had once in the whole installation, and a refused one leaves nothing behind", async (store) => {
    await store.commit(commitOf([change("a/x", 1)], { claim: claimed("h1", "h2") }));
    const before = await snapshot(store);
    for (const project of ["a", "b", ""]) {
      const error = await failure(store.commit(commitOf([change(`${project}/y`, 1)], { claim: claimed("h3", "h2") })));
      assert.equal(error.code, "key_in_use");
      assert.ok(!error.message.includes("h2"), "a claim is made of a key and is not told");
    }
    assert.deepEqual(await snapshot(store), before);
    assert.equal((await store.commit(commitOf([change("b/y", 1)], { claim: claimed("h3") }))).revision, 2);
  });

  withStore("the result of a request is recalled for 24 hours, for which its key is refused, and then swept", async (store) => {
    await store.commit(commitOf([change("a/x", 1)], { at: 5000, idempotency: record }));
    // A clock that steps back does not make it forgotten.
    for (const now of [1000, 5000, 5000 + day - 1]) assert.deepEqual(await store.recall(record.key, now), record);
    assert.equal(await store.recall(record.key, 5000 + day), null);
    assert.equal(await store.recall("ci other", 5000), null);
    const before = await snapshot(store);
    const other = { ...record, request: "sha256:2", result: "{}" };
    await failsWith("conflict", store.commit(commitOf([change("a/y", 1)], { at: 6000, idempotency: other })));
    assert.deepEqual(await snapshot(store), before);
    await store.commit(commitOf([change("a/x", 2)], { at: 6000, idempotency: { ...record, key: "ci young" } }));
    await store.commit(commitOf([change("a/x", 3)], { at: 5000 + day }));
    assert.equal(await store.recall(record.key, 5000), null);
    assert.notEqual(await store.recall("ci young", 5000), null);
    await store.commit(commitOf([change("a/x", 4)], { at: 5000 + day, idempotency: other }));
    assert.deepEqual(await store.recall(record.key, 5000 + day), other);
  });

  withStore("a secret is 32 random bytes, the same each time and another for each name", async (store) => {
    const names = ["cursor", "Cursor", "", "webhook"];
    const secrets = await Promise.all(names.map((name) => store.secret(name)));
    for (const secret of secrets) assert.equal(Buffer.from(secret, "base64url").length, 32);
    assert.equal(new Set(secrets).size, names.length);
    assert.deepEqual(await Promise.all(names.map((name) => store.secret(name))), secrets);
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
