import assert from "node:assert/strict";
import { change, commitOf, failure, type MakeStore, snapshot, withStore } from "./change.ts";

export function claimContract(makeStore: MakeStore): void {
  withStore(
    makeStore,
    "a claim is had once in the whole installation, and a refused one leaves nothing behind",
    async (store) => {
      await store.commit(commitOf([change("a/x", 1)], { claim: ["h1", "h2"] }));
      const before = await snapshot(store);
      for (const project of ["a", "b", ""]) {
        const error = await failure(store.commit(commitOf([change(`${project}/y`, 1)], { claim: ["h3", "h2"] })));
        assert.equal(error.code, "key_in_use");
        assert.ok(!error.message.includes("h2"), "a claim is made of a key and is not told");
      }
      assert.deepEqual(await snapshot(store), before);
      assert.equal((await store.commit(commitOf([change("b/y", 1)], { claim: ["h3"] }))).revision, 2);
    },
  );

  withStore(makeStore, "a commit cannot claim the same twice", async (store) => {
    const error = await failure(store.commit(commitOf([change("a/x", 1)], { claim: ["h", "h"] })));
    assert.equal(error.code, "key_in_use");
    assert.equal((await store.head()).revision, 0);
  });

  withStore(
    makeStore,
    "a claim that was given back is free again, and giving back what nobody has is no mistake",
    async (store) => {
      await store.commit(commitOf([change("a/x", 1)], { claim: ["h"] }));
      await store.commit(commitOf([change("a/x", null)], { release: ["h", "never"] }));
      await store.commit(commitOf([change("b/x", 1)], { claim: ["h"] }));
      assert.equal((await failure(store.commit(commitOf([change("a/x", 1)], { claim: ["h"] })))).code, "key_in_use");
    },
  );

  withStore(makeStore, "a commit may give back a claim and take it anew", async (store) => {
    await store.commit(commitOf([change("a/x", 1)], { claim: ["h"] }));
    await store.commit(commitOf([change("b/x", 1)], { release: ["h"], claim: ["h"] }));
    assert.equal((await failure(store.commit(commitOf([change("a/x", 1)], { claim: ["h"] })))).code, "key_in_use");
  });

  withStore(makeStore, "a conflict is told before a claim that is taken", async (store) => {
    await store.commit(commitOf([change("a/x", 1)], { claim: ["h"] }));
    const late = commitOf([change("a/x", 2)], { claim: ["h"], expect: [{ project: "a", revision: 0 }] });
    assert.equal((await failure(store.commit(late))).code, "conflict");
  });
}
