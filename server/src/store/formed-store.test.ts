import assert from "node:assert/strict";
import { test } from "node:test";
import { type FormStep, ValueForms } from "drawbridge-rules/project/value-form.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { change, commitOf, failsWith, failure } from "../../test/store-contract/change.ts";
import { LogFollower } from "../log-follower.ts";
import { FormedStore } from "./formed-store.ts";
import { createMemoryStore } from "./memory/memory-store.ts";
import { SoundRows } from "./sound-rows.ts";
import type { Row, Store } from "./store.ts";

/** In the second form a number is in a list; in the first there is no word for two. */
const listed: FormStep = {
  up: (_, value) => (typeof value === "number" ? [value] : value),
  down: (_, value) => {
    if (Array.isArray(value) && value.length === 1) return value[0];
    throw new DrawbridgeError("invalid", "A node of version 1 runs, which knows one number alone: upgrade it first.");
  },
};

const first = new ValueForms([]);
const second = new ValueForms([listed]);

function shared(): { plain: Store; old: Store; next: Store; lowest: { schema: number } } {
  const plain = createMemoryStore();
  const lowest = { schema: 2 };
  const ask = async () => lowest.schema;
  return { plain, lowest, old: new FormedStore(plain, first, ask), next: new FormedStore(plain, second, ask) };
}

function valuesOf(rows: readonly Row[]): [number, string][] {
  return rows.map(({ schema, value }) => [schema, value]);
}

test("every question is answered in the newest form, whichever the value was written in", async () => {
  const { plain, old, next, lowest } = shared();
  lowest.schema = 1;
  await old.commit(commitOf([change("a/x", 1)]));
  await next.commit(commitOf([change("a/y", [2])]));
  lowest.schema = 2;
  await next.commit(commitOf([change("a/x", [3])]));
  assert.deepEqual(valuesOf(await plain.rows()), [
    [2, "[3]"],
    [1, "2"],
  ]);
  const now: [number, string][] = [
    [2, "[3]"],
    [2, "[2]"],
  ];
  assert.deepEqual(valuesOf(await next.rows()), now);
  assert.deepEqual(valuesOf(await next.rows("a")), now);
  assert.deepEqual(valuesOf((await next.whole()).rows), now);
  assert.deepEqual(valuesOf(await next.rowsAt("a", 1)), [[2, "[1]"]]);
  const logged = await next.changesAfter(0, 10);
  assert.deepEqual(
    logged?.map(({ changes }) => changes[0]?.value),
    ["[1]", "[2]", "[3]"],
  );
  const history = await next.history("a", { limit: 10 });
  assert.deepEqual(
    history.map(({ changes }) => [changes[0]?.before, changes[0]?.value]),
    [
      ["[1]", "[3]"],
      [null, "[2]"],
      [null, "[1]"],
    ],
  );
});

test("what the lowest form has no words for is refused, and nothing is written", async () => {
  const { plain, next, lowest } = shared();
  lowest.schema = 1;
  const error = await failure(next.commit(commitOf([change("a/x", [1, 2])])));
  assert.deepEqual([error.code, error.message.slice(0, 26)], ["invalid", "A node of version 1 runs, "]);
  assert.equal((await plain.head()).revision, 0);
  lowest.schema = 2;
  await next.commit(commitOf([change("a/x", [1, 2])]));
});

test("an old node follows up to what it can read, keeps that, and says why it goes no further", async () => {
  const { plain, old, next, lowest } = shared();
  lowest.schema = 1;
  await old.commit(commitOf([change("a/x", 1)]));
  const seen: string[] = [];
  const follower = new LogFollower({
    store: old,
    kind: "memory",
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
  await next.commit(commitOf([change("a/x", [2])]));
  lowest.schema = 2;
  await next.commit(commitOf([change("a/x", [3])]));
  await next.commit(commitOf([change("b/x", [4])]));
  await follower.catchUp();
  assert.deepEqual(seen, ["load 1", "2 2"]);
  const { state, revision, problem } = follower.status();
  assert.deepEqual([state, revision], ["interrupted", 2]);
  assert.match(
    problem ?? "",
    /^A newer Drawbridge has written to this store .* Upgrade this node: until then it answers from what it has read/,
  );
  for (const ask of [() => old.rows(), () => old.whole(), () => old.rows("b")]) await failsWith("unavailable", ask());
  await failsWith("unavailable", old.commit(commitOf([change("c/x", 1)])));
  assert.equal((await plain.head()).revision, 4);
  // What was before it can be told still.
  assert.deepEqual(valuesOf(await old.rowsAt("a", 2)), [[1, "2"]]);
  await follower.stop();
});

test("what is not in force any more keeps nobody from going on", async () => {
  const { old, next } = shared();
  await next.commit(commitOf([change("a/x", [1])]));
  await next.commit(commitOf([change("a/x", null)]));
  await failsWith("unavailable", old.history("a", { limit: 10 }));
  assert.deepEqual(await old.rows(), []);
  assert.equal((await old.commit(commitOf([change("a/y", 1)]))).revision, 3);
});

test("a commit that the caller has is not checked again, and comes without its changes", async () => {
  const plain = createMemoryStore();
  await plain.commit(commitOf([{ ...change("a/x", 1), value: "{" }]));
  await plain.commit(commitOf([change("b/x", { name: "n", reminder: null })]));
  const sound = new SoundRows({ revisionOf: async () => 0 });
  const store = new FormedStore(plain, first, async () => 1, sound);
  const commits = await store.changesAfter(0, 10, 1);
  assert.deepEqual(
    commits?.map(({ revision, changes }) => [revision, changes.length]),
    [
      [1, 0],
      [2, 1],
    ],
  );
  assert.deepEqual(store.damaged, []);
  await store.changesAfter(0, 10);
  assert.equal(store.damaged.length, 1);
});

test("only a load changes what is known to be damaged", async () => {
  const plain = createMemoryStore();
  await plain.commit(commitOf([{ ...change("a/x", 1), value: "{" }]));
  const store = new FormedStore(plain, first, async () => 1, new SoundRows({ revisionOf: async () => 1 }));
  await store.whole();
  assert.deepEqual(store.damaged, []);
  await store.whole({ isLoad: true });
  assert.equal(store.damaged.length, 1);
  await plain.commit(commitOf([change("a/x", { name: "n", reminder: null })]));
  await store.whole();
  assert.equal(store.damaged.length, 1);
});
