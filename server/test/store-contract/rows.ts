import assert from "node:assert/strict";
import { change, commitOf, type StoreFactory, withStore } from "./change.ts";

export function rowContract(makeStore: StoreFactory): void {
  current(makeStore);
  exactness(makeStore);
}

function current(makeStore: StoreFactory): void {
  withStore(makeStore, "2500 rows come all, once and in order", async (store) => {
    const names = Array.from({ length: 2500 }, (_, n) => `p${n % 7}/${String(n).padStart(4, "0")}`);
    await store.commit(commitOf(names.map((name) => change(name, name))));
    assert.deepEqual(
      (await store.rows()).map((r) => `${r.project}/${r.id}`),
      names.toSorted(),
    );
  });
}

function exactness(makeStore: StoreFactory): void {
  withStore(makeStore, "a project is found by its exact name only", async (store) => {
    const names = ["a", "ab", "A", "a ", "á", "a\u0301", "a%", "_", ""];
    await store.commit(commitOf(names.map((name) => ({ ...change("/x", name), project: name }))));
    for (const name of [...names, "%", "b", "*"]) {
      const expected = names.includes(name) ? [JSON.stringify(name)] : [];
      assert.deepEqual(
        (await store.rows(name)).map((r) => r.value),
        expected,
        `rows of ${JSON.stringify(name)}`,
      );
      assert.deepEqual(
        (await store.rowsAt(name, 1)).map((r) => r.value),
        expected,
      );
      assert.equal((await store.history(name, { limit: 9 })).length, expected.length);
      assert.equal(await store.projectRevision(name), expected.length);
    }
  });
}
