import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { checkDisk, checkRoom } from "./machine-checks.ts";

const megabyte = 1024 * 1024;

test("a full disk is a failure, and one without room for a backup beside the database a warning", () => {
  assert.equal(checkRoom("/data", 0, 50 * megabyte).result, "fail");
  assert.match(
    checkRoom("/data", 4096, 0).detail,
    /^4\.1 kB free for \/data: the disk is full or nearly full\. Free some space: without it, changes are refused/,
  );
  assert.equal(checkRoom("/data", 100 * megabyte, 50 * megabyte).result, "warn");
  assert.match(checkRoom("/data", megabyte, 0).detail, /need up to 67\.1 MB\. Free some space/);
  assert.equal(checkRoom("/data", 120 * megabyte, 50 * megabyte).result, "ok");
});

test("the disk of a directory that is not there yet is that of its parent", async () => {
  assert.equal((await checkDisk(`${tmpdir()}/none/of/these`)).length, 1);
});
