/** A few rounds of each drill that needs no cluster. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { damageBackups } from "./damaged-backups.ts";
import { repeatDamage } from "./damaged-store.ts";
import { randomFrom } from "./drills/drill.ts";
import { run as killManyTimes } from "./drills/kills.ts";
import { loseDisks } from "./objects/lost-disks.ts";
import { inTemporaryDirectory, temporaryDirectories } from "./temporary-directory.ts";

const newDirectory = temporaryDirectories();

test("a damaged store is answered right from rebuilt rows or the copy of its rows, or refused in one sentence", async () => {
  const lines = await repeatDamage(newDirectory(), 1, randomFrom(20261122));
  assert.ok(lines.some((line) => line.includes(" 1 refused")));
});

test("a backup in which one bit is flipped is refused, or restored with the same log, values and keys", () =>
  inTemporaryDirectory(async (directory) => {
    const { refused, same } = await damageBackups(directory, 60, randomFrom(20261122));
    assert.ok(refused > 0 && same > 0, `${refused} refused, ${same} the same`);
  }));

test("a process killed while it commits leaves every acknowledged commit whole and none half", async () =>
  assert.match(await killManyTimes(5, randomFrom(1)), /^5 kills: all \d+ acknowledged revisions are there/));

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
