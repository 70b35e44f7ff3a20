import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { startProgram } from "../../../test/running-program.ts";
import { change, commitOf, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { nodeCopyName } from "../node-copy-name.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();
const operator = "operator-0123456789-0123456789-0123456789";

describe("a database that is missing or empty", () => {
  for (const name of ["drawbridge.db-wal", "admin-token", "known-commits", "node-copy", "demo-key"]) {
    it(`is refused beside ${name}, and nothing is created or deleted`, async () => {
      const directory = newDirectory();
      mkdirSync(directory);
      writeFileSync(join(directory, name), "earlier\n");
      const missing = await failure(openSqliteStore({ directory }));
      assert.equal(missing.code, "unavailable");
      assert.match(
        missing.message,
        /drawbridge\.db is missing, but .* \(.*\): its volume looks lost.*restore a backup\. To begin/,
      );
      assert.ok(missing.message.includes(`(${name})`));
      assert.deepEqual(readdirSync(directory), [name]);
      writeFileSync(join(directory, "drawbridge.db"), "");
      assert.match((await failure(openSqliteStore({ directory }))).message, /drawbridge\.db is empty, but/);
      assert.deepEqual(readdirSync(directory).sort(), [name, "drawbridge.db"].sort());
      rmSync(join(directory, name));
      await (await openSqliteStore({ directory })).close();
    });
  }

  it("is refused if its tables existed only in a write-ahead log that is missing", async () => {
    const directory = newDirectory();
    const store = await openSqliteStore({ directory });
    await store.commit(commitOf([change("p/a", 1)]));
    await store.close();
    writeFileSync(join(directory, "admin-token"), "earlier\n");
    truncateSync(join(directory, "drawbridge.db"), 0);
    const { DatabaseSync } = await import("node:sqlite");
    const empty = new DatabaseSync(join(directory, "drawbridge.db"));
    empty.exec("pragma journal_mode = wal");
    empty.close();
    assert.match((await failure(openSqliteStore({ directory }))).message, /has no tables, but .*admin-token/);
  });

  it("is created in a fresh directory, and beside what an operator keeps there", async () => {
    const directory = newDirectory();
    mkdirSync(directory);
    writeFileSync(join(directory, "README"), "ours\n");
    writeFileSync(join(directory, "drawbridge.db"), "");
    await (await openSqliteStore({ directory })).close();
  });
});

it("a demo starts repeatedly; if only its database is missing it answers from its copy, and without one it is refused", async () => {
  const directory = newDirectory();
  for (let round = 0; round < 2; round++) await (await startProgram({ directory, demo: true })).stop();
  rmSync(join(directory, "drawbridge.db"));
  const lost = /is missing, but .* \(admin-token, known-commits, .*demo-key\)/;
  const answering = await startProgram({ directory, demo: true, env: { DRAWBRIDGE_ADMIN_TOKEN: operator } });
  const { body } = await answering.admin("GET", "/status");
  await answering.stop();
  const [source] = body.sources as { readonly state: string; readonly problem: string }[];
  assert.equal(source?.state, "interrupted");
  assert.match(source?.problem ?? "", lost);
  rmSync(join(directory, nodeCopyName));
  assert.match((await failure(startProgram({ directory, demo: true }))).message, lost);
  assert.ok(!existsSync(join(directory, "drawbridge.db")));
});
