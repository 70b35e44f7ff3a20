import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { SmallDisk } from "../../../test/small-disk.ts";
import { change, commitOf } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import type { Store } from "../store.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();
async function openedFor(t: TestContext, directory: string): Promise<Store> {
  const store = await openSqliteStore({ directory });
  t.after(() => store.close());
  return store;
}
let values = 0;
const commit = (store: Store, text = "") => store.commit(commitOf([change("a/x", `${++values}${text}`)]));
const refusal = (sentence: RegExp) => (error: unknown) =>
  error instanceof DrawbridgeError && error.code === "unavailable" && sentence.test(error.message);

for (const name of ["drawbridge.db", "drawbridge.db-wal"])
  test(`a commit into a deleted or replaced ${name} is refused, reads go on, and a backup has everything`, async (t) => {
    const directory = newDirectory();
    const store = await openedFor(t, directory);
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
  });

test("a full disk is a problem before a commit fails and after it, until the store's own write shows that there is room", {
  skip: SmallDisk.unavailable,
}, async (t) => {
  const disk = new SmallDisk(4_000_000);
  const store = await openedFor(t, disk.directory);
  t.after(() => disk.close());
  const { revision } = await commit(store);
  await store.checkWritable();
  disk.fill();
  await assert.rejects(store.checkWritable(), refusal(/[Tt]he disk of .* is full/));
  await assert.rejects(commit(store, "x".repeat(3_000_000)), refusal(/does not fit on the disk|has no room left/));
  disk.makeRoom();
  await assert.rejects(store.checkWritable(), refusal(/does not fit on the disk|has no room left/), "right after it failed");
  const now = performance.now.bind(performance);
  t.mock.method(performance, "now", () => now() + 10_000);
  await store.checkWritable();
  assert.equal((await store.head()).revision, revision, "it is no commit");
  await commit(store);
  await store.checkWritable();
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
  const again = await openedFor(t, directory);
  await assert.rejects(again.commit(commitOf([change("p39/x", "z")])), refusal(/is damaged/));
  const now = performance.now.bind(performance);
  t.mock.method(performance, "now", () => now() + 10_000);
  await assert.rejects(again.checkWritable(), refusal(/is damaged/));
});

for (const [what, name, mode, reason] of [
  ["a directory of mode 500", "", 0o500, /the user that Drawbridge runs as has no permission/],
  ["a file of mode 400", "drawbridge.db", 0o400, /the user that Drawbridge runs as has no permission/],
  [
    "a write-ahead log that cannot be read",
    "drawbridge.db-wal",
    0o000,
    /has no permission to (read and )?write .*drawbridge\.db-wal/,
  ],
] as const)
  test(`a database is refused with the reason where there is ${what}`, async (t) => {
    const [directory, left] = [newDirectory(), newDirectory()];
    const store = await openedFor(t, directory);
    await commit(store);
    // A killed process leaves a write-ahead log.
    if (!name.endsWith("-wal")) await store.close();
    cpSync(directory, left, { recursive: true });
    chmodSync(join(left, name), mode);
    const before = readdirSync(left).sort();
    const refused = openAsUser(left);
    assert.match(refused, /^unavailable: /);
    assert.match(refused, reason);
    assert.deepEqual(readdirSync(left).sort(), before);
  });

/** Opens the store in a process of an ordinary user, whom file modes stop. */
function openAsUser(directory: string): string {
  const program = `
    import { chownSync, readdirSync } from "node:fs";
    import { openSqliteStore } from ${JSON.stringify(new URL("./sqlite-store.ts", import.meta.url).href)};
    const directory = process.argv[1];
    if (process.getuid() === 0) {
      for (const name of ["", ...readdirSync(directory)]) chownSync(directory + "/" + name, 65534, 65534);
      process.setgid(65534);
      process.setuid(65534);
    }
    await openSqliteStore({ directory }).catch((error) => console.log(error.code + ": " + error.message));`;
  chmodSync(join(directory, ".."), 0o711);
  // Threads inherit the options of their process, and refuse `--input-type`.
  const { stdout, stderr } = spawnSync(process.execPath, ["--eval", program, directory]);
  return stdout.toString() || stderr.toString();
}
