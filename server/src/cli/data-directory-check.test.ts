import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SmallDisk } from "../../test/small-disk.ts";
import { checkDataDirectory } from "./machine-checks.ts";

test("a data directory is ok only if its owner alone can read the secrets and write files", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-data-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const results = () => checkDataDirectory(directory).map(({ result }) => result);
  assert.deepEqual(results(), ["ok"]);
  writeFileSync(join(directory, "admin-token"), "dba_x", { mode: 0o600 });
  assert.deepEqual(results(), ["ok"]);
  chmodSync(join(directory, "admin-token"), 0o640);
  assert.deepEqual(results(), ["ok", "fail"]);
  chmodSync(directory, 0o770);
  assert.deepEqual(results(), ["warn", "fail"]);
});

test("a data directory on a disk that is mounted read-only is a failure that says so", { skip: SmallDisk.unavailable }, (t) => {
  const disk = new SmallDisk(1_000_000);
  t.after(() => disk.close());
  writeFileSync(join(disk.directory, "drawbridge.db"), "", { mode: 0o600 });
  execFileSync("mount", ["-o", "remount,ro", disk.directory]);
  const [found, ...others] = checkDataDirectory(disk.directory);
  assert.deepEqual([found?.result, others], ["fail", []]);
  assert.match(found?.detail ?? "", /is on a read-only file system: mount it for writing$/);
});

test("a data directory that is not there yet is only a warning, and a file in its place a failure", (t) => {
  const directory = mkdtempSync(join(tmpdir(), "drawbridge-data-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "file");
  writeFileSync(file, "");
  assert.deepEqual(
    checkDataDirectory(join(directory, "none")).map(({ result }) => result),
    ["warn"],
  );
  assert.deepEqual(
    checkDataDirectory(file).map(({ result }) => result),
    ["fail"],
  );
});
