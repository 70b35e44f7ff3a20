import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe } from "node:test";
import { storeProblemOf } from "drawbridge-rules/values/errors.ts";
import { startProgram } from "../../../test/running-program.ts";
import { change, commitOf, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { testWith } from "../../../test/test-with.ts";
import { replicaName } from "./lost-volume.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();
const operator = "operator-0123456789-0123456789-0123456789";

const it = testWith(newDirectory);

describe("a database that is missing or empty", () => {
  it("is refused beside any combination of what a server leaves there, and nothing is created or deleted", async (used) => {
    await (await startProgram({ directory: used, demo: true })).stop();
    const own = /^(drawbridge\.db|\.gitignore|opened|opened-answer)$/;
    const names = ["drawbridge.db-wal", ...readdirSync(used).filter((name) => !own.test(name))].sort();
    assert.ok(names.length >= 6, String(names));
    const directory = newDirectory();
    const leave = (traces: readonly string[]) => {
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory, { recursive: true });
      for (const name of traces) writeFileSync(join(directory, name), "earlier\n");
    };
    for (let chosen = 1; chosen < 2 ** names.length; chosen++) {
      const traces = names.filter((_, index) => (chosen >> index) & 1);
      leave(traces);
      const refusal = await failure(openSqliteStore({ directory }));
      assert.equal(storeProblemOf(refusal), "empty_data_directory", String(traces));
      assert.ok(refusal.message.includes(`(${traces.join(", ")})`));
      assert.match(refusal.message, /drawbridge\.db is missing, but .*: its volume looks lost.*restore a backup\. To begin/);
      assert.deepEqual(readdirSync(directory), traces);
    }
    writeFileSync(join(directory, "drawbridge.db"), "");
    assert.match((await failure(openSqliteStore({ directory }))).message, /drawbridge\.db is empty, but/);
    leave([]);
    await (await openSqliteStore({ directory })).close();
  });

  it("is refused if its tables existed only in a write-ahead log that is missing", async (directory) => {
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

  it("is created in a fresh directory, and beside what an operator keeps there", async (directory) => {
    mkdirSync(directory);
    writeFileSync(join(directory, "README"), "ours\n");
    writeFileSync(join(directory, "drawbridge.db"), "");
    await (await openSqliteStore({ directory })).close();
  });
});

it("a demo starts repeatedly; if only its database is missing it answers from its copy, and without one it is refused", async (directory) => {
  for (let round = 0; round < 2; round++) await (await startProgram({ directory, demo: true })).stop();
  rmSync(join(directory, "drawbridge.db"));
  const lost = /is missing, but .* \(admin-token, demo-key, .*replica-commits/;
  const answering = await startProgram({ directory, demo: true, env: { DRAWBRIDGE_ADMIN_TOKEN: operator } });
  const { body } = await answering.admin("GET", "/status");
  const change = await answering.admin("PUT", "/admin/v1/projects/new", { name: "New" }, { "if-none-match": "*" });
  assert.deepEqual([change.status, change.body.code], [503, "empty_data_directory"]);
  assert.match(String(change.body.detail), /Mount the right one, or restore a backup\./);
  await answering.stop();
  const [source] = body.sources as { readonly state: string; readonly problem: string; readonly code: string }[];
  assert.deepEqual([source?.state, source?.code], ["interrupted", "empty_data_directory"]);
  assert.match(source?.problem ?? "", lost);
  rmSync(join(directory, replicaName));
  assert.match((await failure(startProgram({ directory, demo: true }))).message, lost);
  assert.ok(!existsSync(join(directory, "drawbridge.db")));
});

it("a store of a newer format: reads go on from the copy, changes name the version that is needed, and the file is not touched", async (directory) => {
  const own = { directory, env: { DRAWBRIDGE_ADMIN_TOKEN: operator } };
  const program = await startProgram({ ...own, demo: true });
  const key = readFileSync(join(directory, "demo-key"), "utf8").trim();
  const format = Number((await program.admin("GET", "/status")).body.format);
  assert.ok(Number.isInteger(format));
  await program.stop();
  const { DatabaseSync } = await import("node:sqlite");
  const file = join(directory, "drawbridge.db");
  const newer = new DatabaseSync(file);
  newer.exec(`pragma user_version = ${format + 1}; update head set needs = '7.8.9'`);
  newer.close();
  const before = readFileSync(file);
  await using older = await startProgram(own);
  const answer = await older.read("/api/v1/config?platform=ios&current_version=2.3.0", key);
  assert.deepEqual([answer.status, answer.body.force_upgrade], [200, true]);
  const change = await older.admin("PUT", "/admin/v1/projects/new", { name: "New" }, { "if-none-match": "*" });
  assert.deepEqual([change.status, change.body.code], [409, "newer_store"]);
  assert.match(String(change.body.detail), /requires Drawbridge 7\.8\.9 or newer/);
  const { body } = await older.admin("GET", "/status");
  assert.equal(body.format, format + 1);
  assert.equal((body.sources as { readonly code: string }[])[0]?.code, "newer_store");
  assert.deepEqual(readFileSync(file), before);
});
