import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { change, commitOf } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { copyDirectory } from "./sqlite-backup.ts";
import { backupFile, dropLeftovers, leftovers, restoringFile } from "./sqlite-leftovers.ts";
import { restoreFile } from "./sqlite-restore.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();
const left = [
  backupFile("drawbridge.db"),
  `${backupFile("drawbridge.db")}-journal`,
  "drawbridge.db.before-0007-20261121T120000Z.partial",
  restoringFile("drawbridge.db"),
  `${restoringFile("drawbridge.db")}-journal`,
  "holder.4711.new",
];
const kept = [
  "admin-token",
  "drawbridge.db",
  "drawbridge.db.before-0007-20261121T120000Z",
  "drawbridge.db.replaced-20261121T120000Z",
];

describe("files that a killed process left beside a database", () => {
  it("goes at the next start, and nothing else does", async () => {
    const directory = await directoryWithStore();
    for (const name of [...left, ...kept.filter((each) => each !== "drawbridge.db")]) writeFileSync(join(directory, name), "x");
    const actual = leftovers(join(directory, "drawbridge.db")).sort();
    assert.deepEqual(
      actual,
      left.map((name) => join(directory, name)),
    );
    await (await openSqliteStore({ directory })).close();
    assert.deepEqual(readdirSync(directory), [".gitignore", ...kept]);
  });

  it("goes with a restore too", async () => {
    const backup = await backupOf(await directoryWithStore());
    const directory = newDirectory();
    mkdirSync(directory);
    for (const name of left) writeFileSync(join(directory, name), "x");
    await restoreFile({ from: backup, directory, isForced: false, schema: 1, now: 0 });
    assert.deepEqual(readdirSync(directory), ["drawbridge.db"]);
  });

  it("stays while another process has the database", async () => {
    const directory = await directoryWithStore();
    const store = await openSqliteStore({ directory });
    writeFileSync(join(directory, "drawbridge.db.restoring"), "x");
    await assert.rejects(openSqliteStore({ directory }), /is in use/);
    assert.ok(readdirSync(directory).includes("drawbridge.db.restoring"));
    await store.close();
  });

  it("is undone where a replacement had given the old database a second name, with its write-ahead log", async () => {
    const directory = await directoryWithStore();
    const [file, old] = [join(directory, "drawbridge.db"), join(directory, "drawbridge.db.replaced-20261121T120000Z")];
    writeFileSync(`${file}-wal`, "frames");
    linkSync(file, old);
    renameSync(`${file}-wal`, `${old}-wal`);
    dropLeftovers(file);
    assert.deepEqual(readdirSync(directory), [".gitignore", "drawbridge.db", "drawbridge.db-wal"]);
    assert.equal(readFileSync(`${file}-wal`, "utf8"), "frames");
  });
});

it("a restore that is killed at any moment leaves a whole store, and nothing else once it is opened", async () => {
  const from = await backupOf(await directoryWithStore(300));
  const directory = await directoryWithStore(1);
  const script = `
    import { restoreFile } from "${import.meta.dirname}/sqlite-restore.ts";
    console.log("begun");
    for (let now = Date.now(); ; now += 1000) await restoreFile({ ...JSON.parse(process.argv[1]), isForced: true, schema: 1, now });`;
  for (const life of [0, 4, 8, 16, 32, 64]) {
    const child = spawn(process.execPath, ["--eval", script, JSON.stringify({ from, directory })], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    await Promise.race([once(child.stdout, "data"), exited]);
    await new Promise((resolve) => setTimeout(resolve, life));
    child.kill("SIGKILL");
    assert.equal((await exited)[1], "SIGKILL");
  }
  const store = await openSqliteStore({ directory });
  assert.ok([1, 300].includes((await store.rows()).length));
  await store.close();
  const expected = /^(\.gitignore|drawbridge\.db)(\.replaced-\d{8}T\d{6}Z)?$/;
  assert.deepEqual(
    readdirSync(directory).filter((name) => !expected.test(name)),
    [],
  );
});

async function directoryWithStore(rows = 1): Promise<string> {
  const directory = newDirectory();
  const store = await openSqliteStore({ directory });
  await store.commit(commitOf(Array.from({ length: rows }, (_, n) => change(`a/${n}`, "x".repeat(500)))));
  await store.close();
  return directory;
}

async function backupOf(directory: string): Promise<string> {
  const file = newDirectory();
  await copyDirectory(directory, file);
  return file;
}
