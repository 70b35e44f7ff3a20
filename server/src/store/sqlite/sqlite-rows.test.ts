import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe } from "node:test";
import { change, commitOf, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { testWith } from "../../../test/test-with.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();

/** Forty resources in each of three projects, one of them deleted. */
async function filled(): Promise<string> {
  const directory = newDirectory();
  const store = await openSqliteStore({ directory });
  for (let n = 0; n < 50; n++) await store.commit(commitOf(["a", "b", "c"].map((project) => change(`${project}/${n % 40}`, n))));
  await store.commit(commitOf([change("a/0", null)]));
  await store.close();
  return directory;
}

function edit(directory: string, sql: string): void {
  const db = new DatabaseSync(join(directory, "drawbridge.db"));
  db.exec(sql);
  db.close();
}

/** Rows that were rebuilt, and the content. */
async function opened(directory: string) {
  const store = await openSqliteStore({ directory });
  try {
    return { rebuilt: store.rebuilt, whole: await store.whole() };
  } finally {
    await store.close();
  }
}

const it = testWith(filled);

describe("rows of a database that is opened", () => {
  it("stay if they are the sum of its log, also after a compaction", async (directory) => {
    assert.equal((await opened(directory)).rebuilt, 0);
    const store = await openSqliteStore({ directory });
    await store.compact(Number.MAX_SAFE_INTEGER);
    await store.close();
    assert.equal((await opened(directory)).rebuilt, 0);
  });

  const damages: Readonly<Record<string, readonly [sql: string, rebuilt: number]>> = {
    "one differs": ["update resources set value = '1' where project = 'a' and id = '5'", 1],
    "one is missing": ["delete from resources where project = 'a' and id = '5'", 1],
    "one has another name": ["update resources set project = 'z' where project = 'a' and id = '5'", 2],
    "a deleted one is back": ["insert into resources values ('a', 'instance', '0', 1, '1', 3)", 1],
    "one has a revision that JavaScript cannot read": ["update resources set revision = 9007199254740993 where id = '5'", 3],
    "all are gone": ["delete from resources", 119],
  };
  for (const [what, [sql, rebuilt]] of Object.entries(damages))
    it(`are rebuilt from the log once where ${what}`, async (directory) => {
      const before = await opened(directory);
      edit(directory, sql);
      const after = await opened(directory);
      assert.equal(after.rebuilt, rebuilt);
      assert.deepEqual(after.whole, before.whole);
      assert.equal((await opened(directory)).rebuilt, 0);
    });

  const logDamages: Readonly<Record<string, readonly [sql: string, how: RegExp]>> = {
    "its last value": [
      "update changes set value = '1' where project = 'a' and id = '12'",
      /a change of its revision \d+ does not match its checksum/,
    ],
    "the name of a resource": ["update changes set id = '99' where id = '12'", /does not match its checksum/],
    "a whole commit": ["delete from changes where revision = 50", /its list of commits by project has one without changes/],
    "a commit's line": ["delete from commits where revision = 7", /commits are missing|foreign|FOREIGN/],
  };
  for (const [what, [sql, how]] of Object.entries(logDamages))
    it(`are never rebuilt from a damaged log: ${what}`, async (directory) => {
      edit(directory, `pragma foreign_keys = off; ${sql}; delete from resources where project = 'b' and id = '5'`);
      const file = join(directory, "drawbridge.db");
      const error = await failure(openSqliteStore({ directory }));
      assert.equal(error.code, "unavailable");
      assert.match(error.message, /is damaged\. .* restore a backup/);
      assert.match(error.message, how);
      const { mtimeMs } = statSync(file);
      // A process that answers from its snapshot tries again each second.
      assert.equal(await failure(openSqliteStore({ directory })), error);
      assert.equal(statSync(file).mtimeMs, mtimeMs);
    });

  it("are checked again once a refused file was replaced", async (directory) => {
    edit(directory, "update changes set value = '1' where project = 'a' and id = '12'");
    await failure(openSqliteStore({ directory }));
    // Longer, since both edits can have the same time.
    edit(directory, "update changes set value = '12' where project = 'a' and id = '12'; create table own (note)");
    assert.equal((await opened(directory)).rebuilt, 0);
  });
});
