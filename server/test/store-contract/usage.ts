import assert from "node:assert/strict";
import type { UsageCount } from "../../src/store/usage.ts";
import { failsWith, type MakeStore, withStore } from "./change.ts";

const hour = 498_685;

function counted(rest: Partial<UsageCount> = {}): UsageCount {
  return { project: "shop", key: "k_a", outcome: "let_in", platform: "", version: "", hour, count: 1, ...rest };
}

export function usageContract(makeStore: MakeStore): void {
  withStore(makeStore, "what was counted is kept apart by everything but its count, and is no revision", async (store) => {
    const all = [
      counted(),
      counted({ key: "k_b", count: 2 }),
      counted({ project: "other", count: 3 }),
      counted({ outcome: "expired", count: 4 }),
      counted({ platform: "ios", version: "2.3.0", count: 5 }),
      counted({ platform: "ios", version: "2.3.1", count: 6 }),
      counted({ hour: hour + 1, count: 7_000_000_000 }),
      counted({ project: "", key: "", outcome: "missing", count: 8 }),
    ];
    await store.usage.write({ counts: all });
    const found = await store.usage.counts();
    assert.deepEqual(sorted(found), sorted(all));
    assert.equal((await store.head()).revision, 0);
  });

  withStore(
    makeStore,
    "a count is added to the one before it, also within one write and by several at once",
    async ({ usage }) => {
      await usage.write({ counts: [counted({ count: 5 }), counted({ count: 1 })] });
      await Promise.all(Array.from({ length: 4 }, () => usage.write({ counts: [counted({ count: 9 })] })));
      assert.deepEqual(await usage.counts(), [counted({ count: 42 })]);
    },
  );

  withStore(makeStore, "of a key that is gone nothing is left, and of its namesake in another project all", async ({ usage }) => {
    const other = counted({ project: "other" });
    await usage.write({
      counts: [counted(), counted({ outcome: "revoked" }), counted({ platform: "ios", version: "1" }), other],
    });
    await usage.write({
      counts: [],
      gone: [
        { project: "shop", key: "k_a" },
        { project: "shop", key: "k_none" },
      ],
    });
    assert.deepEqual(await usage.counts(), [other]);
  });

  withStore(makeStore, "hours before the first one that is asked for go", async ({ usage }) => {
    await usage.write({ counts: [counted({ hour: hour - 1 }), counted(), counted({ hour: hour + 1 })] });
    await usage.write({ counts: [], from: hour });
    assert.deepEqual(sorted(await usage.counts()), sorted([counted(), counted({ hour: hour + 1 })]));
  });

  withStore(makeStore, "counts are written all or not at all, and not in a store that is closed", async (store) => {
    for (const wrong of [{ version: "\ud800" }, { key: "\0" }, { count: 0.5 }])
      await failsWith("invalid", store.usage.write({ counts: [counted(), counted(wrong)] }));
    assert.deepEqual(await store.usage.counts(), []);
    await store.close();
    await failsWith("unavailable", store.usage.write({ counts: [counted()] }));
    await failsWith("unavailable", store.usage.counts());
  });
}

function sorted(counts: readonly UsageCount[]): string[] {
  return counts.map((count) => JSON.stringify(Object.entries(count).sort())).sort();
}
