import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe } from "node:test";
import type { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { writeChecksums } from "../../../test/log-checksums.ts";
import { pluck } from "../../../test/pluck.ts";
import { change, claimed, commitOf, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { testWith } from "../../../test/test-with.ts";
import { copyDirectory } from "./sqlite-backup.ts";
import { type Restored, type Restoring, restoreFile } from "./sqlite-restore.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();
const now = Date.parse("2026-11-21T12:00:00Z");
const person = { id: "u_1", login: "ada@test.example", name: "Ada", createdAt: 1, disabledAt: null };
const session = { hash: "s".repeat(64), person: "u_1", createdAt: 1, seenAt: 1, expiresAt: 9_000 };
const link = { hash: "l".repeat(64), person: null, isAdministrator: false, expiresAt: 9_000 };

const it = testWith(backedUp);

describe("a restored store", () => {
  it("has everything, under a new epoch, but sessions, one-time links and results of requests", async ({ file, epoch }) => {
    const directory = newDirectory();
    const { content, kept } = await restore({ from: file, directory });
    assert.equal(kept, null);
    const store = await openSqliteStore({ directory });
    assert.deepEqual(await store.head(), { epoch: content.epoch, revision: 2 });
    assert.notEqual(content.epoch, epoch);
    assert.deepEqual(pluck(await store.rows(), "id", "value"), [
      ["x", "2"],
      ["of h", '{"hash":"h","imported":true}'],
    ]);
    assert.equal((await store.history("a", { limit: 9 })).length, 2);
    assert.deepEqual(await store.accounts.person("u_1"), person);
    assert.equal(await store.accounts.session(session.hash), null);
    assert.equal(await store.accounts.link(link.hash, 0), null);
    assert.equal(await store.recall("ci k", 1_000_000), null);
    assert.equal((await failure(store.commit(commitOf([change("a/y", 1)], { claim: claimed("h") })))).code, "key_in_use");
    await store.close();
    assert.equal(statSync(join(directory, "drawbridge.db")).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(directory), [".gitignore", "drawbridge.db"]);
  });

  it("takes the place of another only when it is forced, which is kept beside it", async ({ file, directory }) => {
    const later = await openSqliteStore({ directory });
    await later.commit(commitOf([change("a/x", 3)]));
    await later.close();
    const before = readFileSync(join(directory, "drawbridge.db"));
    assert.match((await refusal({ from: file, directory })).message, /has a store at revision 3\. With --force/);
    assert.equal((await refusal({ from: file, directory })).code, "conflict");
    assert.deepEqual(readFileSync(join(directory, "drawbridge.db")), before);
    const { kept } = await restore({ from: file, directory, isForced: true });
    assert.equal(kept, join(directory, "drawbridge.db.replaced-20261121T120000Z"));
    assert.equal(await revisionOf(directory), 2);
    const old = newDirectory();
    mkdirSync(old);
    copyFileSync(String(kept), join(old, "drawbridge.db"));
    assert.equal(await revisionOf(old), 3);
  });

  it("takes the place of an empty one without being forced, and keeps each, also of two in the same second", async ({ file }) => {
    const directory = newDirectory();
    await (await openSqliteStore({ directory })).close();
    const kept = [(await restore({ from: file, directory })).kept];
    for (let n = 0; n < 2; n++) kept.push((await restore({ from: file, directory, isForced: true })).kept);
    const expected = [0, 1, 2].map((second) => join(directory, `drawbridge.db.replaced-20261121T12000${second}Z`));
    assert.deepEqual(kept, expected);
    assert.equal(readdirSync(directory).length, 5);
    assert.equal(await revisionOf(directory), 2);
  });

  it("takes the place of a damaged one when it is forced", async ({ file }) => {
    const directory = newDirectory();
    mkdirSync(directory);
    writeFileSync(join(directory, "drawbridge.db"), "these are my notes\n".repeat(500));
    assert.match((await refusal({ from: file, directory })).message, /has a damaged store\. With --force/);
    const { kept } = await restore({ from: file, directory, isForced: true });
    assert.match(readFileSync(String(kept), "utf8"), /^these are my notes/);
    assert.equal(await revisionOf(directory), 2);
  });
});

it("a store that SQLite or an operator added something to is backed up and restored", async ({ directory }) => {
  const additions = `
    analyze;
    create index operators_index on commits (actor collate nocase desc);
    create table operators_table (note text unique); insert into operators_table values ('x');
    create view operators_view as select * from commits;
    create trigger operators_trigger after insert on usage begin select 1; end;
    alter table usage add column operators_own text`;
  withDatabase(join(directory, "drawbridge.db"), additions);
  const file = newDirectory();
  await copyDirectory(directory, file);
  const restored = newDirectory();
  await restore({ from: file, directory: restored });
  assert.equal(await revisionOf(restored), 2);
});

describe("a restore is refused, and nothing is changed, where", () => {
  const damage: Readonly<Record<string, readonly [((file: string) => void) | string, RegExp]>> = {
    "there is no file": [() => undefined, /There is no file .*\.elsewhere/],
    "the file is empty": [(file) => truncateSync(file, 0), /is empty/],
    "a page is damaged": [(file) => overwrite(file, statSync(file).size - 4000), /is damaged/],
    "it is no database": [(file) => writeFileSync(file, "these are my notes\n"), /is damaged, or not a database/],
    "it is another program's": [
      (file) => {
        truncateSync(file, 0);
        withDatabase(file, "create table bookmarks (url text)");
      },
      /is a database of another program/,
    ],
    "it is a newer program's": ["pragma user_version = 999", /written by a newer Drawbridge \(form 999/],
    "it has values of a newer program": [
      "update resources set schema = 2; update changes set schema = 2",
      /values of a newer Drawbridge/,
    ],
    "its log is shorter than it says": ["update head set revision = 9", /its log does not end at its last revision/],
    "its values were edited by hand": ["update resources set value = '3'", /its current values do not match its log/],
    "it is the copy of a store that was in use": [
      (file) => writeFileSync(`${file}-wal`, "x"),
      /is a store that was not closed, not a backup/,
    ],
    "its list of commits by project is another": [
      "update project_commits set actor = 'eve' where revision = 1",
      /name different people/,
    ],
    "a value of its log is gone from what is in force": ["delete from resources", /its current values do not match its log/],
    "a value of its past is no value": [
      "update changes set value = '{' where revision = 1 and id = 'x'",
      /a value in its log is not JSON/,
    ],
    "a value of its past is another": [
      "update changes set value = '7' where revision = 1 and id = 'x'",
      /a change of its revision 1 does not match its checksum/,
    ],
    "a login is not the one that is searched for": [
      "update people set login = 'eve@test.example'",
      /the search text of a person/,
    ],
    "a key's hash is not the one in its log": [
      "update claims set text = 'i'",
      /the list of keys and tokens has one that is not in its log/,
    ],
    "a key's holder is not the one in its log": [
      "update claims set id = 'of i'",
      /the list of keys and tokens names another holder/,
    ],
    "a table lacks a column": ["alter table usage rename column count to sum", /its tables are not/],
    "nothing is in it": [
      "delete from claims; delete from resources; delete from changes; delete from project_commits; delete from commits; update head set revision = 0",
      /the backup of an empty store/,
    ],
  };
  for (const [where, [harm, expected]] of Object.entries(damage))
    it(where, async ({ file }) => {
      if (typeof harm === "string") withDatabase(file, harm);
      else harm(file);
      const from = where === "there is no file" ? `${file}.elsewhere` : file;
      const { directory } = await backedUp();
      const before = contents(directory);
      const error = await refusal({ from, directory, isForced: true });
      assert.match(error.message, expected);
      assert.equal(error.code, "unavailable");
      assert.deepEqual(contents(directory), before);
    });

  it("the backup is the store itself", async ({ directory }) => {
    const actual = (await refusal({ from: join(directory, "drawbridge.db"), directory, isForced: true })).message;
    assert.match(actual, /is the store itself/);
  });

  it("the directory has another program's database", async ({ file }) => {
    const directory = newDirectory();
    mkdirSync(directory);
    withDatabase(join(directory, "drawbridge.db"), "create table bookmarks (url text)");
    assert.match((await refusal({ from: file, directory, isForced: true })).message, /belongs to another program/);
    assert.ok(!existsSync(join(directory, "drawbridge.db.restoring")));
  });
});

/** A directory with a store at revision 2, not held by any process, and a backup of it. */
async function backedUp(value: unknown = 1): Promise<{ directory: string; file: string; epoch: string }> {
  const directory = newDirectory();
  const store = await openSqliteStore({ directory });
  const idempotency = { key: "ci k", request: "r", result: "{}" };
  const key = change("a/of h", { hash: "h", imported: true }, "read_key");
  await store.commit(commitOf([change("a/x", value), key], { claim: claimed("h"), idempotency }));
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

const restore = (wanted: Wanted): Promise<Restored> => restoreFile({ isForced: false, schema: 1, now, ...wanted });
const refusal = (wanted: Wanted): Promise<DrawbridgeError> => failure(restore(wanted));

async function revisionOf(directory: string): Promise<number> {
  const store = await openSqliteStore({ directory });
  const { revision } = await store.head();
  await store.close();
  return revision;
}

function withDatabase(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  if (sql.includes("schema = 2")) writeChecksums(db);
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
