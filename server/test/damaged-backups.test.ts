import assert from "node:assert/strict";
import { test } from "node:test";
import { BackupDrill } from "./damaged-backups.ts";
import { randomFrom } from "./drills/drill.ts";

test("a backup in which one bit is flipped is refused, by the program and by its command", async () => {
  const drill = await BackupDrill.open(true);
  try {
    const random = randomFrom(20261122);
    assert.deepEqual(await drill.run(10, random), { refused: 10, same: 0, different: [] });
    drill.refuseByCommand(random);
  } finally {
    drill.close();
  }
});

test("a backup without a digest is refused for a bit in current values, keys or the list of commits", async () => {
  const drill = await BackupDrill.open(false);
  try {
    const { refused, same, different } = await drill.run(60, randomFrom(20261122));
    assert.equal(refused + same + different.length, 60);
    assert.ok(refused > 0 && same > 0, `${refused} refused, ${same} the same`);
    const once = /: (changes|people|identities|secrets|usage|last_used|commits)(, changes)?$/;
    assert.deepEqual(
      different.filter((each) => !once.test(each)),
      [],
    );
  } finally {
    drill.close();
  }
});
