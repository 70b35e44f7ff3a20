import assert from "node:assert/strict";
import { test } from "node:test";
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import { pluck } from "../../test/pluck.ts";
import { change, commitOf, failsWith } from "../../test/store-contract/change.ts";
import { LogFollower } from "../log/log-follower.ts";
import { checkedStore } from "./checked-store.ts";
import type { Store } from "./store.ts";

const next = (name: string, value: unknown) => ({ ...change(name, value), schema: currentSchema + 1 });

function shared(): { plain: Store; store: Store } {
  const plain = openMemoryStore();
  return { plain, store: checkedStore(plain) };
}

const named = (name: string) => ({ name, reminder: null });

test("an old node follows up to what it can read, keeps that, and says why it goes no further", async () => {
  const { plain, store } = shared();
  await store.commit(commitOf([change("a/x", named("1"))]));
  const seen: string[] = [];
  const follower = new LogFollower({
    store,
    kind: "sqlite",
    followings: [
      {
        load: (rows) => void seen.push(`load ${rows.length}`),
        apply: (changes, { revision }) => void seen.push(`${revision} ${changes[0]?.value}`),
      },
    ],
    pollEvery: null,
    now: () => 0,
    random: () => 0,
    newEpoch: () => "renewed",
  });
  await follower.start();
  await plain.commit(commitOf([change("a/x", named("2"))]));
  await plain.commit(commitOf([next("a/x", { title: "3" })]));
  await plain.commit(commitOf([next("b/x", { title: "4" })]));
  await follower.catchUp();
  assert.deepEqual(seen, ["load 1", '2 {"name":"2","reminder":null}']);
  const { state, revision, problem } = follower.status();
  assert.deepEqual([state, revision], ["interrupted", 2]);
  const actual = problem ?? "";
  assert.match(actual, /^A newer Drawbridge has written to this store .* Upgrade this node: until then it answers from memory/);
  for (const ask of [() => store.rows(), () => store.whole(), () => store.rows("b")]) await failsWith("unavailable", ask());
  await failsWith("unavailable", store.commit(commitOf([change("c/x", named("1"))])));
  assert.equal((await plain.head()).revision, 4);
  assert.deepEqual(pluck(await store.rowsAt("a", 2), "value"), ['{"name":"2","reminder":null}']);
  await follower.stop();
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
