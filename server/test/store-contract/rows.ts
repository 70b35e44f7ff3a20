import assert from "node:assert/strict";
import { change, commitOf, type StoreFactory, withStore } from "./change.ts";

export function rowContract(makeStore: StoreFactory): void {
  current(makeStore);
  past(makeStore);
  exactness(makeStore);
}

function current(makeStore: StoreFactory): void {
  withStore(makeStore, "a row is what was written last, with the revision that wrote it", async (store) => {
    await store.commit(commitOf([change("a/x", 1), change("a/y", 1)]));
    await store.commit(commitOf([{ ...change("a/x", { n: 2 }), schema: 3 }]));
    assert.deepEqual(await store.rows("a"), [
      { project: "a", kind: "instance", id: "x", schema: 3, value: '{"n":2}', revision: 2 },
      { project: "a", kind: "instance", id: "y", schema: 1, value: "1", revision: 1 },
    ]);
  });

  withStore(makeStore, "rows come in order of project, kind and id, by code points", async (store) => {
    const names = ["b/1", "a/ÿ", "a/\u{1f600}", "a/\uff21", "a/z", "a/B", "a/10", "a/9", "B/1", "/1", "ab/1", "a/z1"];
    await store.commit(
      commitOf([...names.map((n) => change(n, 1)), change("a/1", 1, "window"), change("a/2", 1, "access_token")]),
    );
    const found = (await store.rows()).map((r) => `${r.project}/${r.id}`);
    const instances = ["a/10", "a/9", "a/B", "a/z", "a/z1", "a/ÿ", "a/\uff21", "a/\u{1f600}"];
    assert.deepEqual(found, ["/1", "B/1", "a/2", ...instances, "a/1", "ab/1", "b/1"]);
    assert.deepEqual(
      (await store.rows("a")).map((r) => `${r.project}/${r.id}`),
      ["a/2", ...instances, "a/1"],
    );
  });

  withStore(makeStore, "2500 rows come all, once and in order", async (store) => {
    const names = Array.from({ length: 2500 }, (_, n) => `p${n % 7}/${String(n).padStart(4, "0")}`);
    await store.commit(commitOf(names.map((name) => change(name, name))));
    assert.deepEqual(
      (await store.rows()).map((r) => `${r.project}/${r.id}`),
      names.toSorted(),
    );
  });

  withStore(makeStore, "a deleted resource is gone, and what never was can be deleted", async (store) => {
    await store.commit(commitOf([change("a/x", 1), change("a/y", 1)]));
    await store.commit(commitOf([change("a/x", null), change("a/z", null)]));
    assert.deepEqual(
      (await store.rows("a")).map((r) => r.id),
      ["y"],
    );
    await store.commit(commitOf([change("a/x", 3)]));
    assert.deepEqual(
      (await store.rows("a")).map((r) => [r.id, r.revision]),
      [
        ["x", 3],
        ["y", 1],
      ],
    );
  });
}

function past(makeStore: StoreFactory): void {
  withStore(makeStore, "rows of a past revision are as they were right after it", async (store) => {
    await store.commit(commitOf([change("a/x", 1), change("b/x", 1)]));
    await store.commit(commitOf([change("a/x", 2), change("a/y", 2)]));
    await store.commit(commitOf([change("b/x", 3)]));
    await store.commit(commitOf([change("a/x", null)]));
    await store.commit(commitOf([{ ...change("a/x", 5), schema: 2 }]));
    const at = async (revision: number) => (await store.rowsAt("a", revision)).map((r) => [r.id, r.value, r.schema, r.revision]);
    assert.deepEqual(await at(0), []);
    assert.deepEqual(await at(-1), []);
    assert.deepEqual(await at(1), [["x", "1", 1, 1]]);
    assert.deepEqual(await at(2), [
      ["x", "2", 1, 2],
      ["y", "2", 1, 2],
    ]);
    assert.deepEqual(await at(3), await at(2));
    assert.deepEqual(await at(4), [["y", "2", 1, 2]]);
    assert.deepEqual(await at(5), [
      ["x", "5", 2, 5],
      ["y", "2", 1, 2],
    ]);
    assert.deepEqual(await store.rowsAt("a", 99), await store.rows("a"));
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
