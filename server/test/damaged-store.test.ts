import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { createSampleStore, type Fault, faults, type Outcome, startDamaged } from "./damaged-store.ts";
import { randomFrom } from "./drills/drill.ts";
import { temporaryDirectories } from "./temporary-directory.ts";

const newDirectory = temporaryDirectories();
const rounds: Readonly<Record<Fault, number>> = {
  flip: 6,
  "many flips": 3,
  "zeroed page": 3,
  truncation: 2,
  "garbled row": 6,
  "deleted row": 3,
  "garbled change": 1,
  "flip in the log file": 3,
};

it("a damaged store is answered right from rebuilt rows, or refused in one sentence", async () => {
  const root = newDirectory();
  const killed = join(root, "killed");
  const store = await createSampleStore(join(root, "sound"), killed);
  const random = randomFrom(20261122);
  const outcomes: Outcome[] = [];
  for (const fault of faults) {
    for (let round = 0; round < rounds[fault]; round++) {
      const outcome = await startDamaged(store, killed, join(root, `${fault} ${round}`), fault, random, false);
      outcomes.push(outcome);
      if (fault === "garbled row" || fault === "deleted row") assert.ok(outcome.rebuilt > 0, outcome.refusal ?? fault);
      if (fault === "garbled change") assert.match(outcome.refusal ?? "", /does not match its checksum\. .* restore a backup/);
    }
  }
  assert.ok(outcomes.some(({ refusal }) => refusal !== null));
});

it("with the copy of its rows, a node gives correct answers whatever damage its database has", async () => {
  const root = newDirectory();
  const killed = join(root, "killed");
  const store = await createSampleStore(join(root, "sound"), killed);
  const random = randomFrom(20261123);
  for (const fault of faults) {
    for (let round = 0; round < 3; round++) {
      const outcome = await startDamaged(store, killed, join(root, `${fault} ${round}`), fault, random, true);
      assert.equal(outcome.refusal, null, fault);
      if (fault === "garbled change") assert.match(outcome.problem ?? "", /does not match its checksum/);
    }
  }
});
