import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "node:test";
import { change, commitOf, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { testWith } from "../../../test/test-with.ts";
import type { StoreBackup } from "../backup.ts";
import type { Store } from "../store.ts";
import { copyDirectory } from "./sqlite-backup.ts";
import { checkFile } from "./sqlite-check.ts";
import { restoreFile } from "./sqlite-restore.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();

const it = testWith(newDirectory);

describe("an online backup", () => {
  it("has every commit up to one and none after it, while commits go on", async (directory) => {
    const store = await openSqliteStore({ directory });
    await store.commit(commitOf(Array.from({ length: 4000 }, (_, n) => change(`a/${n}`, "x".repeat(2000)))));
    let isDone = false;
    const made = backupOf(store).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      const { revision } = await store.head();
      await store.commit(commitOf([change("a/0", revision), change("b/y", revision)]));
      await new Promise(setImmediate);
    }
    const backup = await made;
    const { revision } = backup.content;
    assert.ok(revision > 1, "commits were made meanwhile");
    const restored = await restoredFrom(backup);
    assert.equal((await restored.head()).revision, revision);
    for (const project of ["a", "b"]) {
      assert.deepEqual(await restored.rows(project), await store.rowsAt(project, revision));
      const actual = await restored.history(project, { limit: 200 });
      assert.deepEqual(actual, await store.history(project, { limit: 200, before: revision + 1 }));
    }
    await restored.close();
    await store.close();
  });

  it("is one at a time, has an epoch of its own, and leaves nothing behind", async (directory) => {
    const store = await openSqliteStore({ directory });
    await store.commit(commitOf([change("a/x", 1)]));
    const making = backupOf(store);
    assert.equal((await failure(backupOf(store))).code, "conflict");
    const backup = await making;
    assert.match((await failure(backupOf(store))).message, /Another backup is in progress/);
    assert.notEqual(backup.content.epoch, (await store.head()).epoch);
    await backup.close();
    await backup.close();
    assert.equal((await failure(backup.read(0, 10))).code, "unavailable");
    await (await backupOf(store)).close();
    await store.close();
    assert.deepEqual(readdirSync(directory), [".gitignore", "drawbridge.db"]);
  });

  it("ends when the store is closed, and is refused afterwards", async (directory) => {
    const store = await openSqliteStore({ directory });
    await store.commit(commitOf(Array.from({ length: 4000 }, (_, n) => change(`a/${n}`, "x".repeat(2000)))));
    const making = failure(backupOf(store));
    await store.close();
    assert.equal((await making).code, "unavailable");
    assert.equal((await failure(backupOf(store))).code, "unavailable");
    assert.deepEqual(readdirSync(directory), [".gitignore", "drawbridge.db"]);
  });
});

it("a backup of a directory without a running process has everything, is private, and leaves the store as it was", async (directory) => {
  const store = await openSqliteStore({ directory });
  await store.commit(commitOf([change("a/x", 1)]));
  await store.close();
  const before = readFileSync(join(directory, "drawbridge.db"));
  const target = newDirectory();
  await copyDirectory(directory, target);
  assert.deepEqual(readFileSync(join(directory, "drawbridge.db")), before);
  assert.equal(statSync(target).mode & 0o777, 0o600);
  const { revision, projects, committedAt, schema } = checkFile(target);
  const actual = { revision, projects, committedAt, schema };
  assert.deepEqual(actual, { revision: 1, projects: 0, committedAt: 1_000_000, schema: 1 });
  assert.match((await failure(copyDirectory(newDirectory(), target))).message, /There is no store/);
});

function backupOf(store: Store): Promise<StoreBackup> {
  assert.ok(store.backup);
  return store.backup();
}

async function restoredFrom(backup: StoreBackup): Promise<Store> {
  const from = newDirectory();
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < backup.bytes; ) {
    const chunk = await backup.read(at, 100_000);
    chunks.push(chunk);
    at += chunk.length;
  }
  await backup.close();
  writeFileSync(from, Buffer.concat(chunks));
  const directory = newDirectory();
  await restoreFile({ from, directory, isForced: false, schema: 1, now: 0 });
  return openSqliteStore({ directory });
}
