import assert from "node:assert/strict";
import { change, claimed, commitOf, failure, type StoreFactory, snapshot, withStore } from "./change.ts";

export function claimContract(makeStore: StoreFactory): void {
  withStore(
    makeStore,
    "a claim is had once in the whole installation, and a refused one leaves nothing behind",
    async (store) => {
      await store.commit(commitOf([change("a/x", 1)], { claim: claimed("h1", "h2") }));
      const before = await snapshot(store);
      for (const project of ["a", "b", ""]) {
        const error = await failure(store.commit(commitOf([change(`${project}/y`, 1)], { claim: claimed("h3", "h2") })));
        assert.equal(error.code, "key_in_use");
        assert.ok(!error.message.includes("h2"), "a claim is made of a key and is not told");
      }
      assert.deepEqual(await snapshot(store), before);
      assert.equal((await store.commit(commitOf([change("b/y", 1)], { claim: claimed("h3") }))).revision, 2);
    },
  );

  withStore(makeStore, "a claim says whose it is, by its text and by its holder, until it is given back", async (store) => {
    const [mine, theirs] = [
      { text: "h1", project: "a", id: "k_1", imported: true },
      { text: "h2", project: "", id: "t_1", imported: false },
    ] as const;
    await store.commit(commitOf([change("a/x", 1)], { claim: [mine, theirs] }));
    for (const claim of [mine, theirs]) {
      assert.deepEqual(await store.claimTo(claim.text), claim);
      assert.deepEqual(await store.claimOf(claim.project, claim.id), claim);
    }
    assert.deepEqual(
      [await store.claimTo("h3"), await store.claimOf("a", "t_1"), await store.claimOf("b", "k_1")],
      [null, null, null],
    );
    const moved = { ...mine, project: "b", id: "k_2" };
    await store.commit(commitOf([change("a/x", null), change("b/x", 1)], { release: ["h1"], claim: [moved] }));
    assert.deepEqual([await store.claimTo("h1"), await store.claimOf("a", "k_1")], [moved, null]);
    await store.commit(commitOf([change("b/x", null)], { release: ["h1"] }));
    assert.deepEqual([await store.claimTo("h1"), await store.claimOf("b", "k_2")], [null, null]);
  });
}
