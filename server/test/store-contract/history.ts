import assert from "node:assert/strict";
import { change, commitOf, failsWith, type MakeStore, withStore } from "./change.ts";

export function historyContract(makeStore: MakeStore): void {
  withStore(makeStore, "history tells who, when, why and what was there before", async (store) => {
    await store.commit(commitOf([change("a/x", 1), change("a/y", 1)]));
    const more = { at: 1_800_000_000_123, actor: "dana", reason: "fewer", overridden: ["block-without-link", "second"] };
    await store.commit(commitOf([change("a/y", null), change("a/x", 2), change("a/w", 2)], more));
    const [last] = await store.history("a", { limit: 1 });
    assert.deepEqual(last, {
      revision: 2,
      ...more,
      changes: [
        { ...change("a/w", 2), before: null },
        { ...change("a/x", 2), before: "1" },
        { ...change("a/y", null), before: "1" },
      ],
    });
  });

  withStore(makeStore, "what was before a resource made again is nothing", async (store) => {
    for (const value of [1, null, 3]) await store.commit(commitOf([change("a/x", value)]));
    const history = await store.history("a", { limit: 10 });
    assert.deepEqual(
      history.map((c) => [c.changes[0]?.before, c.changes[0]?.value]),
      [
        [null, "3"],
        ["1", null],
        [null, "1"],
      ],
    );
  });

  withStore(makeStore, "one project's history shows nothing of another, even of the same commit", async (store) => {
    await store.commit(commitOf([change("a/x", 1), change("b/secret", 2)]));
    await store.commit(commitOf([change("b/secret", 3)]));
    const history = await store.history("a", { limit: 10 });
    assert.deepEqual(
      history.map((c) => [c.revision, c.changes.map((x) => x.id)]),
      [[1, ["x"]]],
    );
    assert.deepEqual(await store.history("c", { limit: 10 }), []);
  });

  withStore(makeStore, "pages of history, newest first, meet without gap or overlap", async (store) => {
    for (let n = 0; n < 7; n++) await store.commit(commitOf([change(n % 3 === 2 ? "b/x" : "a/x", n), change(`a/${n}`, n)]));
    const pages: number[][] = [];
    for (let before: number | undefined; ; ) {
      const page = await store.history("a", before === undefined ? { limit: 3 } : { limit: 3, before });
      if (page.length === 0) break;
      pages.push(page.map((c) => c.revision));
      before = page.at(-1)?.revision;
    }
    assert.deepEqual(pages, [[7, 6, 5], [4, 3, 2], [1]]);
    assert.deepEqual(
      (await store.history("a", { before: 3, limit: 200 })).map((c) => c.revision),
      [2, 1],
    );
    assert.deepEqual(await store.history("a", { before: 1, limit: 200 }), []);
  });

  withStore(makeStore, "a page of history holds 1 to 200 commits", async (store) => {
    for (const limit of [0, 201, -1, 1.5, Number.NaN]) await failsWith("invalid", store.history("a", { limit }));
  });
}
