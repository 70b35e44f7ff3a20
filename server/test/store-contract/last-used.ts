import assert from "node:assert/strict";
import { failsWith, type WithStore } from "./change.ts";

export function lastUsedContract(withStore: WithStore): void {
  withStore("the last use of a token is what was noted, to the millisecond, and no revision", async (store) => {
    const { lastUsed } = store;
    await lastUsed.note(new Map(["t_a", "t_b", "t_'"].map((id, index) => [id, 1_795_262_400_000 + index])));
    const found = await lastUsed.of(["t_'", "t_a", "t_none"]);
    assert.deepEqual([...found].sort(), [
      ["t_'", 1_795_262_400_002],
      ["t_a", 1_795_262_400_000],
    ]);
    assert.deepEqual([...(await lastUsed.of([]))], []);
    assert.equal((await store.head()).revision, 0);
  });

  withStore("an earlier use that is noted later changes nothing, a later one does", async ({ lastUsed }) => {
    const note = async (at: number) => {
      await lastUsed.note(new Map([["t_a", at]]));
      return (await lastUsed.of(["t_a"])).get("t_a");
    };
    assert.deepEqual([await note(2), await note(1), await note(3)], [2, 2, 3]);
  });

  withStore("of a token that is gone nothing is left", async ({ lastUsed }) => {
    await lastUsed.note(
      new Map([
        ["t_a", 1],
        ["t_b", 1],
      ]),
    );
    await lastUsed.note(
      new Map<string, number | null>([
        ["t_a", null],
        ["t_none", null],
        ["t_b", 2],
      ]),
    );
    assert.deepEqual([...(await lastUsed.of(["t_a", "t_b", "t_none"]))], [["t_b", 2]]);
  });

  withStore("uses are noted all or not at all", async (store) => {
    const wrong = new Map([
      ["t_a", 1],
      ["\ud800", 1],
    ]);
    await failsWith("invalid", store.lastUsed.note(wrong));
    assert.equal((await store.lastUsed.of(["t_a"])).size, 0);
  });
}
