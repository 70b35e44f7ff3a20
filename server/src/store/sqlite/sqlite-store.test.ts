import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, test } from "node:test";
import { change, commitOf, failsWith } from "../../../test/store-contract/change.ts";
import { storeContract } from "../../../test/store-contract.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { testWith } from "../../../test/test-with.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();

storeContract("SQLite", () => openSqliteStore({ directory: newDirectory() }));

const it = testWith(newDirectory);

describe("a SQLite store on its disk", () => {
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

  it("leaves nothing of an erased person in the file or beside it", async (directory) => {
    const bytes = () =>
      readdirSync(directory)
        .map((name) => readFileSync(join(directory, name), "latin1"))
        .join("");
    const store = await openSqliteStore({ directory });
    const { accounts } = store;
    const secrets = ["login", "name", "subject", "session", "link", "password", "next"].map((what) => `erased-${what}`);
    const [login = "", name = "", subject = "", session = "", link = "", password = "", next = ""] = secrets;
    for (let n = 0; n < 60; n++) {
      const other = { id: `u_${n}`, login: `other ${n}`, name: "x".repeat(200), createdAt: 0, disabledAt: null };
      await accounts.addPerson(other, {});
    }
    const person = { id: "u_erased", login, name, createdAt: 0, disabledAt: null };
    await accounts.addPerson(person, { link: { hash: link, expiresAt: 9, person: person.id, isAdministrator: false } });
    await accounts.redeem({ hash: link, now: 1, person, password, identity: { issuer: "i", subject } });
    await accounts.changePassword(person.id, password, next, null);
    await accounts.addSession({ hash: session, person: person.id, createdAt: 0, seenAt: 0, expiresAt: 9 });
    assert.ok(bytes().includes(login));
    await accounts.erase(person.id);
    for (const secret of secrets) assert.ok(!bytes().includes(secret), secret);
    await store.close();
    for (const secret of secrets) assert.ok(!bytes().includes(secret), `${secret}, closed`);
  });

  const damages: Readonly<Record<string, readonly [harm: (file: string) => void, sentence: RegExp]>> = {
    "a file whose beginning is not a database's": [
      (file) => writeFileSync(file, "these are my notes\n".repeat(500)),
      /drawbridge\.db is not an SQLite database, or its beginning is damaged\. Stop Drawbridge, keep a copy/,
    ],
    "a file with unreadable pages": [
      (file) => writeFileSync(file, readFileSync(file).fill(0xa5, 60 * 4096, statSync(file).size - 4096)),
      /drawbridge\.db is damaged\. .*restore a backup/,
    ],
    "a file cut in half": [(file) => truncateSync(file, Math.floor(statSync(file).size / 2)), /is damaged/],
    "a directory in place of the file": [
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
      /drawbridge\.db cannot be opened: check that/,
    ],
    "a file in place of the directory": [
      (file) => {
        rmSync(dirname(file), { recursive: true });
        writeFileSync(dirname(file), "");
      },
      /cannot be used: E/,
    ],
  };
  for (const [what, [harm, sentence]] of Object.entries(damages))
    it(`says what is wrong with ${what}`, async (directory) => {
      const store = await openSqliteStore({ directory });
      await store.commit(commitOf(Array.from({ length: 2000 }, (_, n) => change(`a/${n}`, "x".repeat(200)))));
      await store.close();
      harm(join(directory, "drawbridge.db"));
      const open = openSqliteStore({ directory }).then((opened) => opened.rows().finally(() => opened.close()));
      await failsWith("unavailable", open, sentence);
    });

  it("keeps what it acknowledged on a full disk and through a kill, and is opened and read there", async (directory) => {
    const first = fillUp(directory, 2_000);
    assert.ok(first.acknowledged > 2);
    const second = fillUp(directory, 0);
    for (const { code, message, acknowledged, read } of [first, second]) {
      assert.equal(code, "unavailable");
      assert.match(message, /(has no room left on its disk|could not be read or written)/);
      assert.deepEqual([acknowledged, read], [first.acknowledged, first.acknowledged]);
    }
    const store = await openSqliteStore({ directory });
    assert.equal((await store.rows()).length, first.acknowledged);
    await store.commit(commitOf([change("a/later", 1)]));
    await store.close();
    const db = new DatabaseSync(join(directory, "drawbridge.db"));
    assert.equal(db.prepare("pragma integrity_check").get()?.integrity_check, "ok");
    db.close();
  });
});

/** Commits until it fails, with a limit on the size of files (of 512 bytes each) in place of a full disk, and is killed. */
function fillUp(directory: string, limit: number) {
  const script = `
    import { writeSync } from "node:fs";
    import { openSqliteStore } from ${JSON.stringify(new URL("./sqlite-store.ts", import.meta.url).href)};
    const store = await openSqliteStore({ directory: process.argv[1] });
    const count = async () => (await store.rows()).length;
    for (let acknowledged = await count(); ; acknowledged++) {
      const change = { project: "a", kind: "instance", id: "x" + acknowledged, schema: 1, value: "y".repeat(5000) };
      try {
        await store.commit({ at: 0, actor: "", reason: "", overridden: [], expect: [], changes: [change] });
      } catch ({ code, message }) {
        writeSync(1, JSON.stringify({ acknowledged, code, message, read: await count() }));
        process.kill(process.pid, "SIGKILL");
      }
    }`;
  const node = [process.execPath, "--input-type=module", "--eval", script, directory];
  return JSON.parse(spawnSync("/bin/sh", ["-c", `ulimit -f ${limit}; exec "$@"`, "sh", ...node]).stdout.toString());
}
