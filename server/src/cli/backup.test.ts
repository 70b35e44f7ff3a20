import assert from "node:assert/strict";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { writeFileAtomically } from "./backup.ts";

const newDirectory = temporaryDirectories();
/** Above the largest that Linux gives. */
const noProcess = 2 ** 22 + 1;

test("what a killed process left half written goes with the next file, and what another still writes does not", async () => {
  const directory = newDirectory();
  mkdirSync(directory);
  const names = {
    ended: `a.db.${hostname()}.${noProcess}.0123abcd.partial`,
    endedJournal: `a.db.${hostname()}.${noProcess}.0123abcd.partial-journal`,
    running: `b.db.${hostname()}.${process.pid}.0123abcd.partial`,
    elsewhere: `c.db.elsewhere.test.${noProcess}.0123abcd.partial`,
    old: `d.db.elsewhere.test.${noProcess}.0123abcd.partial`,
    other: "e.partial",
  };
  for (const name of Object.values(names)) writeFileSync(join(directory, name), "x");
  utimesSync(join(directory, names.old), 1, 1);
  await writeFileAtomically(join(directory, "backup.db"), false, async (path) => writeFileSync(path, "whole"));
  assert.deepEqual(readdirSync(directory), ["backup.db", names.elsewhere, names.running, names.other].sort());
});
