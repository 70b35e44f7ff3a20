import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../drills/drill.ts";
import { shipPaused } from "./paused-writers.ts";

test("writers that are paused anywhere never move a log back, and it has only what was acknowledged", async () => {
  const random = randomFrom(20261126);
  let [heads, faults, pauses] = [0, 0, 0];
  for (let run = 0; run < 20; run++) {
    const outcome = await shipPaused(random);
    heads += outcome.heads;
    faults += outcome.faults;
    pauses += outcome.pauses;
  }
  assert.ok(heads > 300 && faults > 100 && pauses > 50, `${heads} heads, ${faults} faults, ${pauses} pauses`);
});
