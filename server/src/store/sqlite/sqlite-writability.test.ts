import assert from "node:assert/strict";
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { SmallDisk } from "../../../test/small-disk.ts";
import { change, commitOf } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import type { Store } from "../store.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();
let values = 0;
const commit = (store: Store, text = "") => store.commit(commitOf([change("a/x", `${++values}${text}`)]));
const refusal = (sentence: RegExp) => (error: unknown) =>
  error instanceof DrawbridgeError && error.code === "unavailable" && sentence.test(error.message);

for (const name of ["drawbridge.db", "drawbridge.db-wal"])
  test(`a commit into a deleted or replaced ${name} is refused, reads go on, and a backup has everything`, async () => {
    const directory = newDirectory();
    const store = await openSqliteStore({ directory });
    try {
      const head = await commit(store);
      await store.checkWritable();
      renameSync(join(directory, name), join(directory, "aside"));
      await assert.rejects(commit(store), refusal(/was deleted while this process has it open: changes are refused/));
      await assert.rejects(store.checkWritable(), refusal(/was deleted/));
      const backup = await store.backup?.();
      assert.equal(backup?.content.revision, head.revision, "the sentence advises it");
      await backup?.close();
      copyFileSync(join(directory, "aside"), join(directory, name));
      await assert.rejects(commit(store), refusal(/was replaced by another file/));
      await assert.rejects(store.checkWritable(), refusal(/was replaced/));
      assert.equal((await store.head()).revision, head.revision, "reads go on");
      rmSync(join(directory, name));
      renameSync(join(directory, "aside"), join(directory, name));
      await store.checkWritable();
      assert.equal((await commit(store)).revision, head.revision + 1, "the file is back in its place");
    } finally {
      await store.close();
    }
  });

test("a full disk is a problem before a commit fails and after it, until there is room", {
  skip: SmallDisk.unavailable,
}, async () => {
  const disk = new SmallDisk(4_000_000);
  const store = await openSqliteStore({ directory: disk.directory });
  try {
    await commit(store);
    await store.checkWritable();
    disk.fill();
    await assert.rejects(store.checkWritable(), refusal(/[Tt]he disk of .* is full/));
    await assert.rejects(commit(store, "x".repeat(3_000_000)), refusal(/does not fit on the disk|has no room left/));
    disk.makeRoom();
    await assert.rejects(store.checkWritable(), refusal(/does not fit on the disk|has no room left/), "right after it failed");
    await commit(store);
    await store.checkWritable();
  } finally {
    await store.close();
    disk.close();
  }
});

test("a write of the store's own shows that a disk takes changes again", { skip: SmallDisk.unavailable }, async (t) => {
  const disk = new SmallDisk(4_000_000);
  const store = await openSqliteStore({ directory: disk.directory });
  try {
    const { revision } = await commit(store);
    disk.fill();
    await assert.rejects(commit(store, "x".repeat(3_000_000)), refusal(/does not fit|has no room left/));
    disk.makeRoom();
    const now = performance.now.bind(performance);
    t.mock.method(performance, "now", () => now() + 10_000);
    await store.checkWritable();
    assert.equal((await store.head()).revision, revision, "it is no commit");
  } finally {
    await store.close();
    disk.close();
  }
});

test("damage stays a problem even when other writes succeed", async (t) => {
  const directory = newDirectory();
  const store = await openSqliteStore({ directory });
  for (let n = 0; n < 40; n++) await store.commit(commitOf([change(`p${n}/x`, "y".repeat(3_000))]));
  await store.close();
  const file = join(directory, "drawbridge.db");
  // An index that commits write, and an opening does not read.
  const db = new DatabaseSync(file, { readOnly: true });
  const root = Number(db.prepare("select rootpage from sqlite_schema where name = 'changes_of_kind'").get()?.rootpage);
  db.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, (root - 1) * 4096, (root - 1) * 4096 + 12);
  writeFileSync(file, bytes);
  const again = await openSqliteStore({ directory });
  try {
    const failed = await again.commit(commitOf([change("p39/x", "z")])).then(
      () => null,
      (error: unknown) => error,
    );
    assert.ok(refusal(/is damaged/)(failed), String(failed));
    const now = performance.now.bind(performance);
    t.mock.method(performance, "now", () => now() + 10_000);
    await assert.rejects(again.checkWritable(), refusal(/is damaged/));
  } finally {
    await again.close();
  }
});
