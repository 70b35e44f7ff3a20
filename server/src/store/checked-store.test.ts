import assert from "node:assert/strict";
import { test } from "node:test";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import { pluck } from "../../test/pluck.ts";
import { change, commitOf, failsWith } from "../../test/store-contract/change.ts";
import { checkedStore } from "./checked-store.ts";
import type { Store } from "./store.ts";

const next = (name: string, value: unknown) => ({ ...change(name, value), schema: currentSchema + 1 });

function shared(): { plain: Store; store: Store } {
  const plain = openMemoryStore();
  return { plain, store: checkedStore(plain) };
}

const named = (name: string) => ({ name, reminder: null });

test("an old node follows up to what it can read, says why it goes no further, and commits nothing", async () => {
  const { plain, store } = shared();
  for (const value of ["1", "2"]) await store.commit(commitOf([change("a/x", named(value))]));
  for (const name of ["a/x", "b/x"]) await plain.commit(commitOf([next(name, { title: "3" })]));
  const followed = (await store.changesAfter(0, 10)) ?? [];
  assert.deepEqual(pluck(followed, "revision"), [1, 2]);
  const why = /^A newer Drawbridge has written to this store .* Upgrade this node: until then it answers from memory/;
  const asks = [() => store.changesAfter(2, 10), () => store.rows(), () => store.whole(), () => store.rows("b")];
  for (const ask of asks) await failsWith("unavailable", ask(), why);
  await failsWith("unavailable", store.commit(commitOf([change("c/x", named("1"))])), why);
  assert.equal((await plain.head()).revision, 4);
  assert.deepEqual(pluck(await store.rowsAt("a", 2), "value"), ['{"name":"2","reminder":null}']);
});

test("superseded values, when damaged, do not keep a start from succeeding", async () => {
  const { plain, store } = shared();
  await plain.commit(commitOf([next("a/x", { title: "1" })]));
  await plain.commit(commitOf([change("a/x", null)]));
  await failsWith("unavailable", store.history("a", { limit: 10 }));
  assert.deepEqual(await store.rows(), []);
  assert.equal((await store.commit(commitOf([change("a/y", named("1"))]))).revision, 3);
});

test("a commit that the caller has is not checked again, and comes without its changes", async () => {
  const plain = openMemoryStore();
  await plain.commit(commitOf([{ ...change("a/x", 1), value: "{" }]));
  await plain.commit(commitOf([change("b/x", { name: "n", reminder: null })]));
  const store = checkedStore(plain);
  const commits = await store.changesAfter(0, 10, 1);
  const actual = commits?.map(({ revision, changes }) => [revision, changes.length]);
  assert.deepEqual(actual, [
    [1, 0],
    [2, 1],
  ]);
  await failsWith("unavailable", store.changesAfter(0, 10));
});

test("a damaged value is refused wherever it is read, by name and with the next step", async () => {
  const plain = openMemoryStore();
  await plain.commit(commitOf([{ ...change("a/x", 1), value: "{" }]));
  const store = checkedStore(plain);
  const reads = [() => store.whole(), () => store.rows(), () => store.project("a"), () => store.rowsAt("a", 1)];
  for (const read of [...reads, () => store.history("a", { limit: 1 }), () => store.changesAfter(0, 1)])
    await failsWith(
      "unavailable",
      read(),
      /^The store is damaged: instance x of project a is not valid JSON\. .* restore a backup/,
    );
});
