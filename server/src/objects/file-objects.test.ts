import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { it } from "node:test";
import { pathToFileURL } from "node:url";
import { fails, objectStoreContract } from "../../test/objects/object-store-contract.ts";
import { SmallDisk } from "../../test/small-disk.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { testWith } from "../../test/test-with.ts";
import { until } from "../../test/until.ts";
import type { ObjectStore } from "./object-store.ts";
import { openObjectStore } from "./open-objects.ts";

const newDirectory = temporaryDirectories();
const bytesOf = (text: string) => Buffer.from(text);
const openAt = (folder: string, maxTime?: number) => openObjectStore(pathToFileURL(folder).href, maxTime);
const lockOf = (key: string) => join(".writing", `${createHash("sha256").update(key).digest("hex")}.lock`);
const noPipes = process.platform === "win32" ? "Windows has no named pipes in folders" : false;

/** @param maxTime by default long, since the machine can be busy */
async function newStore(maxTime = 120_000): Promise<{ readonly folder: string; readonly store: ObjectStore }> {
  const folder = newDirectory();
  mkdirSync(folder);
  return { folder, store: await openAt(folder, maxTime) };
}

objectStoreContract("a folder", async () => (await newStore()).store);

const test = testWith(() => newStore());

test("an object is the file at its key, readable by the group, and nothing else remains", async ({ folder, store }) => {
  await store.put("a/b/head", bytesOf("1"), null);
  assert.equal(readFileSync(join(folder, "a", "b", "head"), "utf8"), "1");
  assert.deepEqual(readdirSync(join(folder, ".writing")), []);
  // Another program copied these, and a new file system has the first.
  for (const name of ["lost+found", ".hidden", "a/b/.part"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "a", "copied"), "22");
  const listed = await Array.fromAsync(store.list(""));
  assert.deepEqual(listed, [
    { key: "a/b/head", bytes: 1 },
    { key: "a/copied", bytes: 2 },
  ]);
});

it("a folder that does not exist is an error for every operation, and is not created", async () => {
  const folder = newDirectory();
  const store = await openAt(folder);
  await failsEverywhere(store);
  assert.equal(existsSync(folder), false);
  mkdirSync(folder);
  assert.ok(await store.put("head", bytesOf("1"), null));
});

test("when a volume is no longer mounted, the folder below it is not filled in its place", async ({ folder, store }) => {
  await store.put("head", bytesOf("1"), null);
  const reader = await openAt(folder);
  await reader.get("head");
  renameSync(folder, `${folder}-away`);
  await failsEverywhere(store);
  mkdirSync(folder);
  await failsEverywhere(store);
  await failsEverywhere(reader);
  assert.deepEqual(readdirSync(folder), []);
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-away`, folder);
  assert.equal(String((await store.get("head"))?.bytes), "1");
  assert.ok(await store.put("next", bytesOf("1"), null));
});

async function failsEverywhere(store: ObjectStore): Promise<void> {
  const sentence = / is not there: is the volume mounted\?$/;
  await fails("unavailable", sentence, store, store.get("head"));
  await fails("unavailable", sentence, store, store.put("head", bytesOf("2"), null));
  await fails("unavailable", sentence, store, Array.fromAsync(store.list("")));
  await fails("unavailable", sentence, store, store.delete(["head"]));
}

test("the lock of a writer that crashed is moved away, and its bytes never become the object", async ({ folder, store }) => {
  const tag = await store.put("head", bytesOf("1"), null);
  const lock = join(folder, lockOf("head"));
  mkdirSync(lock);
  writeFileSync(join(lock, "crashed"), "of the crashed writer");
  const next = await store.put("head", bytesOf("2"), tag);
  assert.deepEqual(await store.get("head"), { bytes: bytesOf("2"), tag: next });
  assert.deepEqual(readdirSync(join(folder, ".writing")), []);
  // It crashed between the last step of a put and the removal of its lock.
  mkdirSync(lock);
  assert.ok(await store.put("head", bytesOf("3"), next));
});

test("what crashes left is removed an hour later, by the first put", async ({ folder, store }) => {
  await store.put("head", bytesOf("1"), null);
  for (const [name, hours] of [
    ["old", 2],
    ["new", 0.5],
  ] as const) {
    const path = join(folder, ".writing", name);
    mkdirSync(path);
    writeFileSync(join(path, name), "bytes");
    const time = Date.now() / 1_000 - hours * 3_600;
    utimesSync(path, time, time);
  }
  const later = await openAt(folder);
  assert.equal((await Array.fromAsync(later.list(""))).length, 1);
  assert.equal(existsSync(join(folder, ".writing", "old")), true);
  await later.put("other", bytesOf("1"), null);
  assert.deepEqual(readdirSync(join(folder, ".writing")), ["new"]);
});

it("a writer that pauses between comparing and replacing replaces nothing newer", { skip: noPipes }, async () => {
  const { folder, store } = await newStore();
  const [path, aside, pipe] = [join(folder, "head"), join(folder, "aside"), join(folder, "pipe")];
  const tag = await store.put("head", bytesOf("1"), null);
  // The paused writer has the lock, and reads the object: a pipe whose bytes come later.
  execFileSync("mkfifo", [pipe]);
  renameSync(path, aside);
  renameSync(pipe, path);
  const paused = store.put("head", bytesOf("of the paused writer"), tag);
  await until(async () => (await readdir(join(folder, lockOf("head"))).catch(() => [])).length === 1);
  // Resolves when the paused writer has opened the pipe: the names change afterwards.
  const writer = await open(path, "w");
  renameSync(path, pipe);
  renameSync(aside, path);
  const other = await openAt(folder);
  const next = await other.put("head", bytesOf("2"), tag);
  assert.ok(next);
  await writer.write("1");
  await writer.close();
  assert.equal(await paused, null);
  assert.deepEqual(await store.get("head"), { bytes: bytesOf("2"), tag: next });
  assert.deepEqual(readdirSync(join(folder, ".writing")), []);
});

it("a volume that blocks takes two calls, and works again when it no longer does", { skip: noPipes }, async () => {
  const { folder, store } = await newStore(200);
  execFileSync("mkfifo", [join(folder, "head")]);
  for (let call = 0; call < 2; call++) await fails("unavailable", /reading head: no answer in time\.$/, store, store.get("head"));
  await fails("unavailable", /earlier operations have not returned\.$/, store, store.get("other"));
  // A call that had not yet begun to wait finds no pipe.
  const pipe = join(folder, "pipe");
  renameSync(join(folder, "head"), pipe);
  await until(async () => {
    await (await open(pipe, "r+")).close();
    return store.get("other").then(
      (found) => found === null,
      () => false,
    );
  });
});

it("a full volume is an error that says so, and leaves the object as it was", { skip: SmallDisk.unavailable }, async () => {
  const disk = new SmallDisk(1_000_000);
  try {
    const store = await openAt(disk.directory);
    const tag = await store.put("head", bytesOf("1"), null);
    disk.fill();
    await fails("unavailable", /failed while writing head: ENOSPC\.$/, store, store.put("head", Buffer.alloc(10_000), tag));
    assert.deepEqual(await store.get("head"), { bytes: bytesOf("1"), tag });
    disk.makeRoom();
    assert.ok(await store.put("head", Buffer.alloc(10_000), tag));
    assert.deepEqual(readdirSync(join(disk.directory, ".writing")), []);
  } finally {
    disk.close();
  }
});
