import assert from "node:assert/strict";
import { test } from "node:test";
import { BackupDrill, heldOnce } from "./damaged-backups.ts";
import { randomFrom } from "./drills/drill.ts";

test("a backup in which one bit is flipped is refused, or restored with the same log, values and keys", async () => {
  const drill = BackupDrill.open();
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
