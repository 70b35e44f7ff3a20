import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { pluck } from "../../../test/pluck.ts";
import { change, claimed, commitOf, failsWith, failure } from "../../../test/store-contract/change.ts";
import { storeContract } from "../../../test/store-contract.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { testWith } from "../../../test/test-with.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();

storeContract("SQLite", () => openSqliteStore({ directory: newDirectory() }));

const it = testWith(newDirectory);

describe("a SQLite store on its disk", () => {
  it("has everything again when it is opened again", async (directory) => {
    const store = await openSqliteStore({ directory });
    const idempotency = { key: "ci k", request: "r", result: "{}" };
    await store.commit(commitOf([change("a/x", 1), change("/t", 1)], { claim: claimed("h"), idempotency }));
    await store.commit(commitOf([change("a/x", 2)]));
    const everything = async (s: typeof store) => [
      await s.head(),
      await s.rows(),
      await s.rowsAt("a", 1),
      await s.history("a", { limit: 9 }),
      await s.recall("ci k", 1_000_000),
      await s.secret("cursor"),
    ];
    const before = await everything(store);
    await store.close();
    const again = await openSqliteStore({ directory });
    assert.deepEqual(await everything(again), before);
    assert.equal((await failure(again.commit(commitOf([change("a/x", 3)], { claim: claimed("h") })))).code, "key_in_use");
    assert.equal((await again.commit(commitOf([change("a/x", 3)]))).revision, 3);
    await again.close();
  });

  test("cannot be read or written by other users", async () => {
    const directory = join(newDirectory(), "deeper");
    const store = await openSqliteStore({ directory });
    const mode = (path: string) => statSync(path).mode & 0o777;
    assert.equal(mode(directory), 0o700);
    const actual = readdirSync(directory).map((name) => [name, mode(join(directory, name))]);
    assert.deepEqual(actual, [
      [".gitignore", 0o600],
      ["drawbridge.db", 0o600],
      ["drawbridge.db-wal", 0o600],
      ["holder", 0o600],
    ]);
    await store.close();
    assert.deepEqual(readdirSync(directory), [".gitignore", "drawbridge.db"]);
  });

  it("says that a file whose beginning is not a database's is none", async (directory) => {
    mkdirSync(directory);
    writeFileSync(join(directory, "drawbridge.db"), "these are my notes\n".repeat(500));
    await failsWith(
      "unavailable",
      openSqliteStore({ directory }),
      /drawbridge\.db is not an SQLite database, or its beginning is damaged\. Stop Drawbridge, keep a copy/,
    );
    assert.match(readFileSync(join(directory, "drawbridge.db"), "utf8"), /^these are my notes\n/);
  });

  test("says that a file with unreadable pages is damaged", async () => {
    const directory = await filled();
    const file = join(directory, "drawbridge.db");
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 60 * 4096, bytes.length - 4096);
    writeFileSync(file, bytes);
    await failsWith("unavailable", openSqliteStore({ directory }), /drawbridge\.db is damaged\. .*restore a backup/);
  });

  test("says that a file cut in half is damaged", async () => {
    const directory = await filled();
    const file = join(directory, "drawbridge.db");
    writeFileSync(file, readFileSync(file).subarray(0, Math.floor(statSync(file).size / 2)));
    const open = openSqliteStore({ directory }).then(async (store) => {
      await store.rows().finally(() => store.close());
    });
    assert.match((await failure(open)).message, /is damaged/);
  });

  it("says what is wrong with a directory that is a file", async (directory) => {
    writeFileSync(directory, "");
    await failsWith("unavailable", openSqliteStore({ directory }), /cannot be used: E/);
  });

  it("says what is wrong with a database file that is a directory", async (directory) => {
    mkdirSync(join(directory, "drawbridge.db"), { recursive: true });
    assert.match((await failure(openSqliteStore({ directory }))).message, /drawbridge\.db cannot be opened: check that/);
  });

  it("keeps what it acknowledged when the disk is full, continues to read and reports what to do", async (directory) => {
    const output = execFileSync("/bin/sh", [
      "-c",
      'ulimit -f 2000; exec "$@"',
      "sh",
      process.execPath,
      "--input-type=module",
      "--eval",
      filler,
      directory,
    ]);
    const { acknowledged, code, message, read } = JSON.parse(output.toString());
    assert.ok(acknowledged > 2);
    assert.equal(code, "unavailable");
    assert.match(message, /(has no room left on its disk|could not be read or written)/);
    assert.equal(read, acknowledged);
    const store = await openSqliteStore({ directory });
    assert.equal((await store.rows()).length, acknowledged);
    assert.deepEqual(pluck(await store.rows("a"), "revision"), pluck(await store.rowsAt("a", acknowledged), "revision"));
    await store.close();
    assert.deepEqual(integrity(directory), "ok");
  });
});

/** Commits until it fails, with a limit on the size of files in place of a full disk. */
const filler = `
  import { openSqliteStore } from ${JSON.stringify(new URL("./sqlite-store.ts", import.meta.url).href)};
  const store = await openSqliteStore({ directory: process.argv[1] });
  let acknowledged = 0;
  for (;;) {
    const change = { project: "a", kind: "instance", id: "x" + acknowledged, schema: 1, value: "y".repeat(5000) };
    try {
      await store.commit({ at: 0, actor: "", reason: "", overridden: [], expect: [], changes: [change] });
      acknowledged++;
    } catch ({ code, message }) {
      console.log(JSON.stringify({ acknowledged, code, message, read: (await store.rows()).length }));
      process.exit();
    }
  }`;

async function filled(): Promise<string> {
  const directory = newDirectory();
  const store = await openSqliteStore({ directory });
  const changes = Array.from({ length: 2000 }, (_, n) => change(`a/${n}`, "x".repeat(200)));
  await store.commit(commitOf(changes));
  await store.close();
  assert.ok(!existsSync(join(directory, "drawbridge.db-wal")));
  return directory;
}

function integrity(directory: string): unknown {
  const db = new DatabaseSync(join(directory, "drawbridge.db"));
  const answer = db.prepare("pragma integrity_check").get();
  db.close();
  return answer?.integrity_check;
}
