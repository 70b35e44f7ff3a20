import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import threads from "node:worker_threads";
import { runSteps } from "drawbridge-rules/values/steps.ts";
import { change, commitOf, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { compareSuspects } from "./sqlite-comparison.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();
const projects = ["a", "b", "c"];

/** @param size characters of each of 150 values */
async function filled(size: number): Promise<string> {
  const directory = newDirectory();
  const store = await openSqliteStore({ directory });
  for (let n = 0; n < 50; n++) {
    const values = projects.map((project) => change(`${project}/${n % 40}`, "x".repeat(size) + n));
    await store.commit(commitOf(values));
  }
  await store.commit(commitOf([change("a/0", null)]));
  await store.close();
  return directory;
}

function edit(directory: string, sql: string): void {
  const db = new DatabaseSync(join(directory, "drawbridge.db"));
  db.exec(sql);
  db.close();
}

async function damagesOf(directory: string): Promise<string[]> {
  const store = await openSqliteStore({ directory });
  const { damages = [], rows } = await store.whole();
  assert.ok(rows.some(({ project }) => project === "b"));
  const again = await store.whole();
  assert.deepEqual(again.rows, rows);
  await store.close();
  return damages.map(({ project, kind, id, how }) => `${project} ${kind} ${id} ${how}`);
}

for (const [what, size] of Object.entries({ "in place": 10, "in a thread": 20_000 })) {
  describe(`rows compared with their log ${what}`, () => {
    it("are all there if both are alike, also after a deletion and a compaction", async () => {
      const directory = await filled(size);
      assert.equal(statSync(join(directory, "drawbridge.db")).size > 2 ** 21, size > 1000);
      assert.deepEqual(await damagesOf(directory), []);
      const store = await openSqliteStore({ directory });
      await store.compact(Number.MAX_SAFE_INTEGER);
      await store.close();
      assert.deepEqual(await damagesOf(directory), []);
    });

    it("name what differs, is missing or is too much, in its project alone", async () => {
      const edits: Record<string, string[]> = {
        "update resources set value = '1' where project = 'a' and id = '5'": ["a instance 5"],
        "update changes set value = '1' where project = 'a' and id = '12'": ["a instance 12"],
        "delete from resources where project = 'a' and id = '5'": [
          "a instance 5 is in the log, and missing from the current values",
        ],
        "update resources set project = 'z' where project = 'a' and id = '5'": ["a instance 5", "z instance 5"],
        "insert into resources values ('a', 'instance', '0', 1, '1', 3)": ["a instance 0"],
      };
      for (const [sql, expected] of Object.entries(edits)) {
        const directory = await filled(size);
        edit(directory, sql);
        const found = await damagesOf(directory);
        assert.equal(found.length, expected.length, `${sql}: ${found}`);
        for (const [i, start] of expected.entries()) assert.ok(found[i]?.startsWith(start), `${sql}: ${found[i]}`);
      }
    });
  });
}

it("the lock of the store outlives the thread, and what is committed after it is kept", async () => {
  const directory = await filled(20_000);
  const store = await openSqliteStore({ directory });
  const loading = store.whole();
  await store.commit(commitOf([change("b/new", 1)]));
  await loading;
  const program = `
    import { openSqliteStore } from ${JSON.stringify(new URL("./sqlite-store.ts", import.meta.url).href)};
    await openSqliteStore({ directory: process.argv[1] }).then(() => console.log("opened"), (error) => console.log(error.message));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program, directory]);
  assert.match(stdout.toString(), /is in use\. The process/);
  await store.close();
  const again = await openSqliteStore({ directory });
  assert.ok((await again.whole()).rows.some(({ id }) => id === "new"));
  await again.close();
});

/** Every project has one value that its log does not have. */
async function withDamagedProjects(count: number, size: number): Promise<string> {
  const directory = newDirectory();
  const store = await openSqliteStore({ directory });
  const names = Array.from({ length: count }, (_, n) => `p${String(n).padStart(5, "0")}`);
  await store.commit(commitOf(names.flatMap((name) => [change(`${name}/a`, "x".repeat(size)), change(`${name}/b`, 1)])));
  await store.close();
  edit(directory, "update resources set value = '2' where id = 'b'");
  return directory;
}

for (const [what, size] of Object.entries({ "in place": 10, "in a thread": 1_000 })) {
  it(`other work goes on while a store with damage in every project is read: compared ${what}`, async () => {
    const directory = await withDamagedProjects(3_000, size);
    const store = await openSqliteStore({ directory });
    await store.whole();
    let turns = 0;
    let isRead = false;
    const count = () => {
      turns++;
      if (!isRead) setImmediate(count);
    };
    setImmediate(count);
    const reading = store.whole();
    await new Promise((go) => setImmediate(go));
    const committed = store.commit(commitOf([change("new/a", 1)]));
    const { rows, damages = [], head } = await reading;
    isRead = true;
    assert.ok(turns >= 3, `${turns} turns`);
    assert.equal(damages.length, 3_000);
    assert.equal(rows.length, 3_000);
    // The commit waits, so that the rows are those of the head.
    assert.equal((await committed).revision, head.revision + 1);
    await store.close();
  });
}

it("suspects that the thread could not determine are found while the store is read, and remembered", async () => {
  const directory = await filled(10);
  edit(directory, "update resources set value = '1' where project = 'a' and id = '5'");
  const db = new DatabaseSync(join(directory, "drawbridge.db"));
  const unread = () => {
    throw new Error("not read as a whole");
  };
  const { compared, suspects } = runSteps(compareSuspects(db, null, unread));
  assert.deepEqual(
    compared.damages.map(({ project, id }) => [project, id]),
    [["a", "5"]],
  );
  assert.deepEqual(suspects, new Set(["a"]));
  assert.ok(compared.rows.some(({ project }) => project === "c"));
  db.close();
});

it("a comparison whose thread cannot start is tried again", async () => {
  const directory = await filled(20_000);
  const store = await openSqliteStore({ directory });
  const { Worker } = threads;
  threads.Worker = class {
    constructor() {
      throw new Error("no threads left");
    }
  } as unknown as typeof Worker;
  syncBuiltinESMExports();
  try {
    const error = await failure(store.whole());
    assert.equal(error.code, "unavailable");
    assert.match(error.message, /could not be compared with its log: no threads left/);
  } finally {
    threads.Worker = Worker;
    syncBuiltinESMExports();
  }
  assert.ok((await store.whole()).rows.length > 0);
  await store.close();
});
