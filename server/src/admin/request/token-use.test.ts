import assert from "node:assert/strict";
import { openMemoryStore } from "../../../test/memory-store.ts";
import { testWith } from "../../../test/test-with.ts";
import type { Store } from "../../store/store.ts";
import { lastUsedDelay, TokenUse } from "./token-use.ts";

const noon = Date.parse("2026-11-21T12:00:00Z");

function noted(store: Store) {
  const errors: object[] = [];
  return { use: new TokenUse(store.lastUsed, { error: (fields) => void errors.push(fields) }), errors };
}

const written = async (store: Store, id = "t_a"): Promise<number | undefined> => (await store.lastUsed.of([id])).get(id);

const test = testWith(() => openMemoryStore());

test("a use is visible immediately, and written at the next use a minute later or at a stop", async (store) => {
  const { use } = noted(store);
  use.used("t_a", noon);
  use.used("t_a", noon + 10);
  assert.deepEqual([...(await use.of(["t_a", "t_b"]))], [["t_a", noon + 10]]);
  assert.equal(await written(store), undefined);
  use.used("t_b", noon + lastUsedDelay);
  await use.flush();
  assert.deepEqual([await written(store), await written(store, "t_b")], [noon + 10, noon + lastUsedDelay]);
});

test("within a minute the store is written to at most once, however much is asked", async (store) => {
  let writes = 0;
  const note = store.lastUsed.note.bind(store.lastUsed);
  store.lastUsed.note = (uses) => {
    writes++;
    return note(uses);
  };
  const { use } = noted(store);
  for (let ms = 0; ms < 3 * lastUsedDelay; ms += 100) {
    use.used("t_a", noon + ms);
    await Promise.resolve();
  }
  await use.flush();
  assert.ok(writes <= 4, String(writes));
});

test("a clock that steps back does not keep a use from being written", async (store) => {
  const { use } = noted(store);
  use.used("t_a", noon);
  use.used("t_b", noon - lastUsedDelay);
  await new Promise(setImmediate);
  assert.equal(await written(store, "t_b"), noon - lastUsedDelay);
});

test("uses are kept in memory and visible while the store is away, and written later", async (store) => {
  const { use, errors } = noted(store);
  use.used("t_a", noon);
  const note = store.lastUsed.note.bind(store.lastUsed);
  store.lastUsed.note = async () => {
    throw new Error("the disk is gone");
  };
  await use.flush();
  assert.equal(errors.length, 1);
  assert.deepEqual([...(await use.of(["t_a"]))], [["t_a", noon]]);
  store.lastUsed.note = note;
  await use.flush();
  assert.equal(await written(store), noon);
});

test("uses of a deleted token are neither shown nor kept", async (store) => {
  const { use } = noted(store);
  use.used("t_a", noon);
  await use.flush();
  use.used("t_a", noon + 1);
  use.apply([{ kind: "token", id: "t_a", value: null }]);
  await use.flush();
  assert.equal((await use.of(["t_a"])).size, 0);
  assert.equal(await written(store), undefined);
});
