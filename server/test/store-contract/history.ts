import assert from "node:assert/strict";
import type { Commit, HistoryPage } from "../../src/store/store.ts";
import { change, commitOf, failsWith, type WithStore } from "./change.ts";

export function historyContract(withStore: WithStore): void {
  withStore("history tells who, when, why and what was there before", async (store) => {
    await store.commit(commitOf([change("a/x", 1), change("a/y", 1)]));
    const more = { at: 1_800_000_000_123, actor: "dana", reason: "fewer", overridden: ["block-without-link"], undone: 1 };
    await store.commit(commitOf([change("a/y", null), change("a/x", 2), change("a/w", 2)], more));
    const [last] = await store.history("a", { limit: 1 });
    assert.deepEqual(last, {
      revision: 2,
      ...more,
      restored: null,
      changes: [
        { ...change("a/w", 2), before: null },
        { ...change("a/x", 2), before: "1" },
        { ...change("a/y", null), before: "1" },
      ],
    });
  });

  withStore("history by kind, resource, actor, revision and time is what of all of it fits", async (store) => {
    for (let n = 0; n < 60; n++) {
      const windows = n % 3 === 0 ? [change(`a/w${n % 2}`, n, "window")] : [];
      const instances = n % 4 !== 0 || windows.length === 0 ? [change(`a/i${n % 5}`, n)] : [];
      // Every tenth time the clock is set back.
      const at = 1_000_000 + (n % 10 === 9 ? -500 : n * 10);
      await store.commit(commitOf([...windows, ...instances, change("b/x", n)], { at, actor: `u_${n % 7}` }));
    }
    const all = await store.history("a", { limit: 200 });
    const pages: Omit<HistoryPage, "limit">[] = [
      { kind: "window" },
      { kind: "window", id: "w1" },
      { kind: "instance", id: "i3", actor: "u_2" },
      { kind: "instance", actor: "u_2", before: 40 },
      { actor: "u_6" },
      { actor: "u_6", since: 20, before: 50 },
      { actor: "unknown" },
      { kind: "read_key" },
      { since: 57 },
      { since: 60 },
      { from: 1_000_300 },
      { from: 1_000_300, kind: "window", before: 55 },
      { from: 2_000_000 },
      { from: 0, actor: "u_0" },
    ];
    for (const page of pages) {
      const fitting = all.filter((commit) => fits(commit, page)).map((commit) => part(commit, page));
      assert.deepEqual(await store.history("a", { ...page, limit: 200 }), fitting, JSON.stringify(page));
      assert.deepEqual(await store.history("a", { ...page, limit: 3 }), fitting.slice(0, 3), JSON.stringify(page));
    }
  });

  withStore("a page of history holds 1 to 200 commits, and an id is one of a kind", async (store) => {
    for (const limit of [0, 201, -1, 1.5, Number.NaN]) await failsWith("invalid", store.history("a", { limit }));
    await failsWith("invalid", store.history("a", { id: "x", limit: 1 }));
    await failsWith("invalid", store.history("a", { actor: "a\0", limit: 1 }));
  });

  withStore("what was committed after a revision comes by its names, oldest first", async (store) => {
    await store.commit(commitOf([change("a/x", 1), change("b/y", 1)], { at: 5, actor: "u_1", reason: "first" }));
    await store.commit(commitOf([change("b/y", null)]));
    await store.commit(commitOf([change("a/z", 1, "window"), change("a/x", 2)]));
    const all = await store.commitsAfter(0, { limit: 10 });
    assert.deepEqual(all[0], {
      revision: 1,
      at: 5,
      actor: "u_1",
      reason: "first",
      changes: [
        { project: "a", kind: "instance", id: "x" },
        { project: "b", kind: "instance", id: "y" },
      ],
    });
    const shown = (found: typeof all) => found.map((one) => [one.revision, one.changes.map(({ project, id }) => project + id)]);
    assert.deepEqual(shown(all), [
      [1, ["ax", "by"]],
      [2, ["by"]],
      [3, ["ax", "az"]],
    ]);
    assert.deepEqual(shown(await store.commitsAfter(1, { limit: 1 })), [[2, ["by"]]]);
    assert.deepEqual(shown(await store.commitsAfter(0, { project: "a", limit: 10 })), [
      [1, ["ax"]],
      [3, ["ax", "az"]],
    ]);
    assert.deepEqual(await store.commitsAfter(3, { limit: 10 }), []);
    assert.deepEqual(await store.commitsAfter(0, { project: "c", limit: 10 }), []);
    for (const limit of [0, 1001, 1.5]) await failsWith("invalid", store.commitsAfter(0, { limit }));
  });
}

function fits({ revision, at, actor, changes }: Commit, page: Omit<HistoryPage, "limit">): boolean {
  const { before = 1_000, since = 0, from = 0 } = page;
  const isOf = changes.some(({ kind, id }) => kind === page.kind && (page.id ?? id) === id);
  return revision < before && revision > since && at >= from && (page.actor ?? actor) === actor && (!page.kind || isOf);
}

/** The part of a commit that the filter matches. */
function part(commit: Commit, page: Omit<HistoryPage, "limit">): Commit {
  const changes = commit.changes.filter(({ kind, id }) => (page.kind ?? kind) === kind && (page.id ?? id) === id);
  return { ...commit, changes };
}
