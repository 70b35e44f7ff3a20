import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { connect, createDatabaseFile, makeDurable, refuseOldSqlite } from "./sqlite-file.ts";
import { lock } from "./sqlite-lock.ts";

const newDirectory = temporaryDirectories();

describe("the connection", () => {
  it("waits for locks, syncs every commit, checks references, and maps no memory", () => {
    const file = join(newDirectory(), "drawbridge.db");
    createDatabaseFile(file);
    const db = connect(file);
    lock(db, file);
    makeDurable(db, file);
    const pragmas = {
      synchronous: 2, // FULL
      journal_mode: "wal",
      locking_mode: "exclusive",
      foreign_keys: 1,
      mmap_size: 0,
      journal_size_limit: 64 * 1024 * 1024,
    };
    for (const [name, value] of Object.entries(pragmas))
      assert.deepEqual({ ...db.prepare(`pragma ${name}`).get() }, { [name]: value });
    assert.deepEqual({ ...db.prepare("pragma busy_timeout").get() }, { timeout: 1000 });
    db.close();
  });

  it("is refused where it cannot be durable", () => {
    const db = connect(":memory:");
    assert.throws(() => makeDurable(db, ":memory:"), /cannot be made durable there: use a local disk/);
    db.close();
  });
});

it("a SQLite older than 3.51.3 is refused, and a newer one is not", () => {
  const refusal = { code: "unavailable", message: /can damage a database; Drawbridge needs 3\.51\.3 or newer/ };
  for (const version of ["3.51.2", "3.50.9", "3.9.0", "2.99.99"]) assert.throws(() => refuseOldSqlite(version), refusal);
  for (const version of ["3.51.3", "3.51.10", "3.53.0", "4.0.0"]) refuseOldSqlite(version);
});
