import assert from "node:assert/strict";
import { it } from "node:test";
import { applyVictim } from "./apply-victim.ts";
import { randomFrom } from "./drills/drill.ts";
import { killManyTimes } from "./drills/kills.ts";
import { storeVictim } from "./store-victim.ts";

it("a process killed while it commits leaves every acknowledged commit whole and none half", async () => {
  const { kills, acknowledged } = await killManyTimes(storeVictim, 5, randomFrom(1));
  assert.equal(kills, 5);
  assert.ok(acknowledged >= 5);
});

it("a program killed during a stream of applies leaves every acknowledged revision whole and none half", async () => {
  const { kills, acknowledged } = await killManyTimes(applyVictim, 5, randomFrom(2));
  assert.equal(kills, 5);
  assert.ok(acknowledged >= 5);
});
