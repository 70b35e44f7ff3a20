import assert from "node:assert/strict";
import { change, commitOf, failsWith, type StoreFactory, snapshot, withStore } from "./change.ts";

const day = 24 * 60 * 60 * 1000;
const record = { key: "ci 5f1c", request: "sha256:1", result: '{"id":"k1"}' };

export function idempotencyContract(makeStore: StoreFactory): void {
  withStore(makeStore, "the result of a request is recalled for 24 hours, and not at the 24th", async (store) => {
    await store.commit(commitOf([change("a/x", 1)], { at: 5000, idempotency: record }));
    assert.deepEqual(await store.recall(record.key, 5000), record);
    assert.deepEqual(await store.recall(record.key, 5000 + day - 1), record);
    assert.equal(await store.recall(record.key, 5000 + day), null);
    assert.equal(await store.recall("ci other", 5000), null);
  });

  withStore(makeStore, "a clock that steps back does not make a request forgotten", async (store) => {
    await store.commit(commitOf([change("a/x", 1)], { at: 5000, idempotency: record }));
    assert.deepEqual(await store.recall(record.key, 1000), record);
  });

  withStore(makeStore, "two concurrent equal requests are carried out once", async (store) => {
    await store.commit(commitOf([change("a/x", 1)], { at: 5000, idempotency: record }));
    const before = await snapshot(store);
    const again = commitOf([change("a/y", 1)], { at: 6000, idempotency: { ...record, result: "{}" } });
    await failsWith("conflict", store.commit(again));
    assert.deepEqual(await snapshot(store), before);
    assert.deepEqual(await store.recall(record.key, 6000), record);
  });

  withStore(makeStore, "after 24 hours the key can be used again", async (store) => {
    await store.commit(commitOf([change("a/x", 1)], { at: 5000, idempotency: record }));
    const other = { ...record, request: "sha256:2", result: "{}" };
    await store.commit(commitOf([change("a/x", 2)], { at: 5000 + day, idempotency: other }));
    assert.deepEqual(await store.recall(record.key, 5000 + day), other);
  });

  withStore(makeStore, "any later commit sweeps what is older than 24 hours, and nothing else", async (store) => {
    await store.commit(commitOf([change("a/x", 1)], { at: 5000, idempotency: record }));
    await store.commit(commitOf([change("a/x", 2)], { at: 6000, idempotency: { ...record, key: "ci young" } }));
    await store.commit(commitOf([change("a/x", 3)], { at: 5000 + day }));
    assert.equal(await store.recall(record.key, 5000), null);
    assert.notEqual(await store.recall("ci young", 5000), null);
  });
}
