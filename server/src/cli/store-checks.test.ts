import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { runCommand } from "../../test/recorded-io.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import { checkStore } from "./store-checks.ts";

const newPath = temporaryDirectories();

async function directoryWithStore(): Promise<string> {
  const directory = newPath();
  await (await openSqliteStore({ directory })).close();
  return directory;
}

test("a store that this program can open is ok, and looking leaves nothing behind", async () => {
  const directory = await directoryWithStore();
  const before = readdirSync(directory);
  assert.deepEqual(
    (await checkStore(directory, Date.now())).map(({ result }) => result),
    ["ok"],
  );
  assert.deepEqual(readdirSync(directory), before);
  assert.deepEqual(await checkStore(newPath(), Date.now()), []);
});

test("a store that a newer program has written is a failure of doctor", async () => {
  const directory = await directoryWithStore();
  const db = new DatabaseSync(join(directory, "drawbridge.db"));
  db.exec("pragma user_version = 999");
  db.close();
  const { code, out } = await runCommand(["doctor", "--url", "http://127.0.0.1:4"], { env: { DRAWBRIDGE_DATA: directory } });
  assert.equal(code, 1);
  assert.match(out, /\nfail {2}store +The database \S+ has format 999, which requires Drawbridge/);
});

test("a file that is no database is a failure too", async () => {
  const directory = newPath();
  mkdirSync(directory);
  writeFileSync(join(directory, "drawbridge.db"), "not a database at all, but a text that is long enough to look at".repeat(20));
  const [check] = await checkStore(directory, Date.now());
  assert.equal(check?.result, "fail");
  assert.match(
    check?.detail ?? "",
    /is not an SQLite database, or its beginning is damaged\. Stop Drawbridge, .* restore a backup/,
  );
});

test("a store that a server holds is looked at, and stays held", async () => {
  const directory = await directoryWithStore();
  const store = await openSqliteStore({ directory });
  try {
    assert.equal((await checkStore(directory, Date.now()))[0]?.result, "ok");
    await assert.rejects(openSqliteStore({ directory }), /is in use/);
  } finally {
    await store.close();
  }
});
