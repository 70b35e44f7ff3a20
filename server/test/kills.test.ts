import assert from "node:assert/strict";
import { it } from "node:test";
import { killManyTimes } from "./kills.ts";
import { storeVictim } from "./store-victim.ts";

it("a process killed while it commits leaves every acknowledged commit whole and none half", async () => {
  const { kills, acknowledged } = await killManyTimes(storeVictim, 5);
  assert.equal(kills, 5);
  assert.ok(acknowledged >= 5);
});
