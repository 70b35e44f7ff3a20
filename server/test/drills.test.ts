/** A few rounds of each drill that needs no cluster. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { BackupDrill, heldOnce } from "./damaged-backups.ts";
import { createSampleStore, type Fault, faults, type Outcome, startDamaged } from "./damaged-store.ts";
import { randomFrom } from "./drills/drill.ts";
import { killManyTimes } from "./drills/kills.ts";
import { loseDisks } from "./objects/lost-disks.ts";
import { runSeed } from "./run-seed.ts";
import { temporaryDirectories } from "./temporary-directory.ts";

const newDirectory = temporaryDirectories();
const rounds: Readonly<Record<Fault, number>> = {
  flip: 2,
  "many flips": 1,
  "zeroed page": 1,
  truncation: 1,
  "garbled row": 2,
  "deleted row": 1,
  "garbled change": 1,
  "flip in the log file": 1,
};

test("a damaged store is answered right from rebuilt rows, or refused in one sentence", async () => {
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

test("with the copy of its rows, a node gives correct answers whatever damage its database has", async () => {
  const root = newDirectory();
  const killed = join(root, "killed");
  const store = await createSampleStore(join(root, "sound"), killed);
  const random = randomFrom(20261123);
  // Half of them: the seeds of runs get to all.
  for (const fault of faults.filter((_, index) => index % 2 === runSeed % 2)) {
    const outcome = await startDamaged(store, killed, join(root, fault), fault, random, true);
    assert.equal(outcome.refusal, null, fault);
    if (fault === "garbled change") assert.match(outcome.problem ?? "", /does not match its checksum/);
  }
});

test("a backup in which one bit is flipped is refused, or restored with the same log, values and keys", async () => {
  const drill = await BackupDrill.open();
  try {
    const { refused, same, different } = await drill.run(60, randomFrom(20261122));
    assert.equal(refused + same + different.length, 60);
    assert.ok(refused > 0 && same > 0, `${refused} refused, ${same} the same`);
    assert.deepEqual(
      different.filter((each) => !heldOnce.test(each)),
      [],
    );
    drill.refuseByCommand();
  } finally {
    drill.close();
  }
});

test("a process killed while it commits leaves every acknowledged commit whole and none half", async () => {
  const { kills, acknowledged } = await killManyTimes(5, randomFrom(1));
  assert.equal(kills, 5);
  assert.ok(acknowledged >= 5);
});

test("a server that loses its disk comes back with everything that it had copied to an object store", async () => {
  const { acknowledged } = await loseDisks({
    root: newDirectory(),
    disks: 2,
    random: randomFrom(3),
    life: 200,
    isPausing: false,
  });
  assert.ok(acknowledged > 0);
});
