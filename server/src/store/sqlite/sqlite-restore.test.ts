import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { change, claimed, commitOf, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { copyDirectory } from "./sqlite-backup.ts";
import { ownMigrations, readMigrations } from "./sqlite-migrate.ts";
import { type Restored, type Restoring, restoreFile } from "./sqlite-restore.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();
const now = Date.parse("2026-11-21T12:00:00Z");
const person = { id: "u_1", login: "ada@test.example", name: "Ada", createdAt: 1, disabledAt: null };
const session = { hash: "s".repeat(64), person: "u_1", createdAt: 1, seenAt: 1, expiresAt: 9_000 };
const link = { hash: "l".repeat(64), person: null, isAdministrator: false, expiresAt: 9_000 };

describe("a restored store", () => {
  it("has everything, under a new epoch, but sessions, one-time links and results of requests", async () => {
    const { file, epoch } = await backedUp();
    const directory = newDirectory();
    const { content, kept } = restore({ from: file, directory });
    assert.equal(kept, null);
    const store = await openSqliteStore({ directory });
    assert.deepEqual(await store.head(), { epoch: content.epoch, revision: 2 });
    assert.notEqual(content.epoch, epoch);
    assert.deepEqual(
      (await store.rows()).map(({ id, value }) => [id, value]),
      [["x", "2"]],
    );
    assert.equal((await store.history("a", { limit: 9 })).length, 2);
    assert.deepEqual(await store.accounts.person("u_1"), person);
    assert.equal(await store.accounts.session(session.hash), null);
    assert.equal(await store.accounts.link(link.hash, 0), null);
    assert.equal(await store.recall("ci k", 1_000_000), null);
    assert.equal((await failure(store.commit(commitOf([change("a/y", 1)], { claim: claimed("h") })))).code, "key_in_use");
    await store.close();
    assert.equal(statSync(join(directory, "drawbridge.db")).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(directory), ["drawbridge.db"]);
  });

  it("has another epoch each time", async () => {
    const { file } = await backedUp();
    const epochs = [1, 2, 3].map(() => restore({ from: file, directory: newDirectory() }).content.epoch);
    assert.equal(new Set(epochs).size, 3);
  });

  it("takes the place of another only when it is forced, which is kept beside it", async () => {
    const { file, directory } = await backedUp();
    const later = await openSqliteStore({ directory });
    await later.commit(commitOf([change("a/x", 3)]));
    await later.close();
    const before = readFileSync(join(directory, "drawbridge.db"));
    assert.match(refusal({ from: file, directory }).message, /has a store at revision 3\. With --force/);
    assert.equal(refusal({ from: file, directory }).code, "conflict");
    assert.deepEqual(readFileSync(join(directory, "drawbridge.db")), before);
    const { kept } = restore({ from: file, directory, isForced: true });
    assert.equal(kept, join(directory, "drawbridge.db.replaced-20261121T120000Z"));
    assert.equal(await revisionOf(directory), 2);
    const old = newDirectory();
    mkdirSync(old);
    copyFileSync(String(kept), join(old, "drawbridge.db"));
    assert.equal(await revisionOf(old), 3);
  });

  it("takes the place of an empty one without being forced", async () => {
    const { file } = await backedUp();
    const directory = newDirectory();
    await (await openSqliteStore({ directory })).close();
    assert.ok(restore({ from: file, directory }).kept);
    assert.equal(await revisionOf(directory), 2);
  });

  it("takes the place of a damaged one when it is forced", async () => {
    const { file } = await backedUp();
    const directory = newDirectory();
    mkdirSync(directory);
    writeFileSync(join(directory, "drawbridge.db"), "these are my notes\n".repeat(500));
    assert.match(refusal({ from: file, directory }).message, /has a damaged store\. With --force/);
    const { kept } = restore({ from: file, directory, isForced: true });
    assert.match(readFileSync(String(kept), "utf8"), /^these are my notes/);
    assert.equal(await revisionOf(directory), 2);
  });

  it("has the present form, whatever the backup's was", async () => {
    const file = newDirectory();
    const old = new DatabaseSync(file);
    for (const { number, sql } of readMigrations(ownMigrations).slice(0, 2)) {
      old.exec(`begin; ${sql}; pragma user_version = ${number}; commit`);
    }
    old.exec(`
      update head set revision = 1;
      insert into commits values (1, 5, 'ci', '', '[]');
      insert into changes values (1, 'a', 'instance', 'x', 1, '1');
      insert into resources values ('a', 'instance', 'x', 1, '1', 1)`);
    old.close();
    const directory = newDirectory();
    restore({ from: file, directory });
    const store = await openSqliteStore({ directory });
    assert.equal((await store.history("a", { limit: 9 })).length, 1);
    await store.close();
    assert.deepEqual(readdirSync(directory), ["drawbridge.db"], "no copy is made of what the backup is a copy of");
  });
});

describe("a restore is refused, and nothing is changed, where", () => {
  const damage: Readonly<Record<string, readonly [(file: string) => void, RegExp]>> = {
    "there is no file": [() => undefined, /There is no file .*\.elsewhere/],
    "the file is empty": [(file) => truncateSync(file, 0), /is empty/],
    "the file is cut off": [(file) => truncateSync(file, statSync(file).size - 4096), /is damaged/],
    "a page is damaged": [(file) => overwrite(file, statSync(file).size - 4000), /is damaged/],
    "its beginning is damaged": [(file) => overwrite(file, 0), /is damaged, or no database/],
    "it is no database": [(file) => writeFileSync(file, "these are my notes\n"), /is damaged, or no database/],
    "it is another program's": [
      (file) => {
        truncateSync(file, 0);
        withDatabase(file, "create table bookmarks (url text)");
      },
      /is another program's database/,
    ],
    "it is a newer program's": [
      (file) => withDatabase(file, "pragma user_version = 999"),
      /written by a newer Drawbridge \(form 999/,
    ],
    "it has values of a newer program": [
      (file) => withDatabase(file, "update resources set schema = 2; update changes set schema = 2"),
      /values of a newer Drawbridge/,
    ],
    "its log is shorter than it says": [
      (file) => withDatabase(file, "update head set revision = 9"),
      /its log ends elsewhere than it says/,
    ],
    "somebody has edited it": [
      (file) => withDatabase(file, "update resources set value = '3'"),
      /what is in force is not what its log adds up to/,
    ],
    "it is the copy of a store that was in use": [
      (file) => writeFileSync(`${file}-wal`, "x"),
      /is a store that was not closed, and not a backup/,
    ],
    "nothing is in it": [
      (file) =>
        withDatabase(
          file,
          "delete from resources; delete from changes; delete from project_commits; delete from commits; update head set revision = 0",
        ),
      /the backup of an empty store/,
    ],
  };
  for (const [where, [harm, expected]] of Object.entries(damage)) {
    it(where, async () => {
      const { file } = await backedUp();
      harm(file);
      const from = where === "there is no file" ? `${file}.elsewhere` : file;
      const { directory } = await backedUp();
      const before = contents(directory);
      const error = refusal({ from, directory, isForced: true });
      assert.match(error.message, expected);
      assert.equal(error.code, "unavailable");
      assert.deepEqual(contents(directory), before);
      assert.match(refusal({ from, directory: newDirectory() }).message, expected);
    });
  }

  it("another process holds the directory, and says who", async () => {
    const { file } = await backedUp();
    const directory = newDirectory();
    const store = await openSqliteStore({ directory, listening: "127.0.0.1:1" });
    await store.commit(commitOf([change("a/z", 1)]));
    assert.match(refusal({ from: file, directory, isForced: true }).message, /is in use\. .*listening on 127\.0\.0\.1:1/);
    await store.commit(commitOf([change("a/z", 2)]));
    await store.close();
  });

  it("the backup is the store itself", async () => {
    const { directory } = await backedUp();
    assert.match(refusal({ from: join(directory, "drawbridge.db"), directory, isForced: true }).message, /is the store itself/);
  });

  it("the directory has another program's database", async () => {
    const { file } = await backedUp();
    const directory = newDirectory();
    mkdirSync(directory);
    withDatabase(join(directory, "drawbridge.db"), "create table bookmarks (url text)");
    assert.match(refusal({ from: file, directory, isForced: true }).message, /belongs to another program/);
    assert.ok(!existsSync(join(directory, "drawbridge.db.restoring")));
  });
});

/** A directory with a store at revision 2, which nobody holds, and a backup of it. */
async function backedUp(): Promise<{ directory: string; file: string; epoch: string }> {
  const directory = newDirectory();
  const store = await openSqliteStore({ directory });
  const idempotency = { key: "ci k", request: "r", result: "{}" };
  await store.commit(commitOf([change("a/x", 1)], { claim: claimed("h"), idempotency }));
  await store.commit(commitOf([change("a/x", 2)]));
  await store.accounts.addPerson(person, {});
  await store.accounts.addSession(session);
  const { epoch } = await store.head();
  await store.close();
  withDatabase(join(directory, "drawbridge.db"), `insert into account_links values ('${link.hash}', null, 0, ${link.expiresAt})`);
  const file = newDirectory();
  await copyDirectory(directory, file);
  return { directory, file, epoch };
}

type Wanted = Pick<Restoring, "from" | "directory"> & Partial<Restoring>;

function restore(wanted: Wanted): Restored {
  return restoreFile({ isForced: false, schema: 1, now, ...wanted });
}

function refusal(wanted: Wanted): { code: string; message: string } {
  let error: unknown;
  assert.throws(
    () => restore(wanted),
    (thrown) => {
      error = thrown;
      return true;
    },
  );
  return error as { code: string; message: string };
}

async function revisionOf(directory: string): Promise<number> {
  const store = await openSqliteStore({ directory });
  const { revision } = await store.head();
  await store.close();
  return revision;
}

function withDatabase(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

function overwrite(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, at, at + 2000);
  writeFileSync(file, bytes);
}

function contents(directory: string): [string, string][] {
  return readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), "base64")]);
}
