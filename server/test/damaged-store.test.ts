import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { createSampleStore, type Fault, faults, mustAnswer, type Outcome, startDamaged } from "./damaged-store.ts";
import { randomFrom } from "./drills/drill.ts";
import { temporaryDirectories } from "./temporary-directory.ts";

const newDirectory = temporaryDirectories();
const rounds: Readonly<Record<Fault, number>> = {
  flip: 10,
  "many flips": 3,
  "zeroed page": 5,
  truncation: 2,
  "garbled row": 10,
  "deleted row": 3,
  "flip in the log file": 3,
};

it("a damaged store is answered right, or 503 for its project alone, or refused in one sentence", async () => {
  const root = newDirectory();
  const killed = join(root, "killed");
  const store = await createSampleStore(join(root, "sound"), killed);
  const random = randomFrom(20261122);
  const outcomes: Outcome[] = [];
  for (const fault of faults) {
    for (let round = 0; round < rounds[fault]; round++) {
      const outcome = await startDamaged(store, killed, join(root, `${fault} ${round}`), fault, random, false);
      outcomes.push(outcome);
      if (fault === "garbled row" || fault === "deleted row") {
        assert.equal(outcome.refusal, null);
        assert.ok(outcome.failed.length <= 2, `${outcome.failed}`);
        assert.ok(outcome.told.length > 0);
      }
    }
  }
  assert.ok(outcomes.some(({ failed }) => failed.length > 0));
  assert.ok(outcomes.some(({ refusal }) => refusal !== null));
});

it("with the copy of its rows, a node gives correct answers whatever damage its database has", async () => {
  const root = newDirectory();
  const killed = join(root, "killed");
  const store = await createSampleStore(join(root, "sound"), killed);
  const random = randomFrom(20261123);
  for (const fault of faults) {
    for (let round = 0; round < 3; round++)
      mustAnswer(await startDamaged(store, killed, join(root, `${fault} ${round}`), fault, random, true), fault);
  }
});
