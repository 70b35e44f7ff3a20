import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { change, commitOf, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();
const isRoot = process.getuid?.() === 0;

/** Three rows; with `killed`, all of them in the write-ahead log alone, as a killed process leaves them. */
async function filledDirectory(killed: boolean): Promise<string> {
  const directory = newDirectory();
  const store = await openSqliteStore({ directory });
  for (const id of ["a", "b", "c"]) await store.commit(commitOf([change(`p/${id}`, id)]));
  const copy = newDirectory();
  if (killed) cpSync(directory, copy, { recursive: true });
  await store.close();
  return killed ? copy : directory;
}

interface Seen {
  readonly rows: number | string;
  readonly written: string;
}

/** Opens the store, reads and commits in a process of an ordinary user, whom file modes stop. */
function openAsUser(directory: string): Seen {
  const program = `
    import { chmodSync, chownSync, readdirSync } from "node:fs";
    import { openSqliteStore } from ${JSON.stringify(new URL("./sqlite-store.ts", import.meta.url).href)};
    const directory = process.argv[1];
    if (process.getuid() === 0) {
      for (const name of ["", ...readdirSync(directory)]) chownSync(directory + "/" + name, 65534, 65534);
      process.setgid(65534);
      process.setuid(65534);
    }
    const seen = { rows: "", written: "" };
    try {
      const store = await openSqliteStore({ directory });
      seen.rows = (await store.rows("p")).length;
      const input = { at: 1, actor: "a", reason: "", overridden: [], expect: [], changes: [{ project: "p", kind: "instance", id: "d", schema: 1, value: "1" }] };
      seen.written = await store.commit(input).then(() => "yes", (error) => error.code + ": " + error.message);
      await store.close();
    } catch (error) {
      seen.rows = error.code + ": " + error.message;
    }
    console.log(JSON.stringify(seen));`;
  chmodSync(join(directory, ".."), 0o711);
  // Threads inherit the options of their process, and refuse `--input-type`.
  const { stdout, stderr } = spawnSync(process.execPath, ["--eval", program, directory]);
  try {
    return JSON.parse(stdout.toString());
  } catch {
    throw new Error(stderr.toString());
  }
}

describe("a database that cannot be written", () => {
  const modes = { "a directory of mode 500": ["", 0o500], "a file of mode 400": ["drawbridge.db", 0o400] } as const;
  for (const [what, [name, mode]] of Object.entries(modes))
    it(`is refused with the reason: ${what}`, async () => {
      const directory = await filledDirectory(false);
      chmodSync(join(directory, name), mode);
      const before = readdirSync(directory).sort();
      assert.match(String(openAsUser(directory).rows), /^unavailable: .*the user that Drawbridge runs as has no permission/);
      assert.deepEqual(readdirSync(directory).sort(), before);
    });

  it("is refused with the name of a write-ahead log that cannot be read: without it, the file is out of date", async () => {
    const directory = await filledDirectory(true);
    chmodSync(join(directory, "drawbridge.db-wal"), 0o000);
    const { rows } = openAsUser(directory);
    assert.match(String(rows), /^unavailable: .*has no permission to (read and )?write .*drawbridge\.db-wal/);
  });
});

describe("a database on a full disk", { skip: !isRoot && "needs root" }, () => {
  it("opens after a kill and answers what was acknowledged; with room, it takes changes again without a restart", async (t) => {
    const disk = smallDisk(t);
    const directory = join(disk, "data");
    const program = `
      import { appendFileSync, writeSync } from "node:fs";
      import { openSqliteStore } from ${JSON.stringify(new URL("./sqlite-store.ts", import.meta.url).href)};
      const [directory, filler] = process.argv.slice(1);
      const store = await openSqliteStore({ directory });
      const commit = (n) => store.commit({ at: 1, actor: "a", reason: "", overridden: [], expect: [], changes: [{ project: "p", kind: "instance", id: String(n), schema: 1, value: JSON.stringify("x".repeat(3000)) }] });
      let n = 0;
      while (n < 20) await commit(++n);
      try { for (;;) appendFileSync(filler, Buffer.alloc(4096)); } catch {}
      try { for (;;) { await commit(n + 1); n++; } } catch (error) { writeSync(1, JSON.stringify({ n, message: error.message })); }
      process.kill(process.pid, "SIGKILL");`;
    const filler = join(disk, "filler");
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program, directory, filler]);
    const { n, message } = JSON.parse(stdout.toString());
    assert.match(message, /has no room left on its disk; nothing was changed\. Free some space/);
    rmSync(join(directory, "holder"));
    execFileSync("sh", ["-c", `dd if=/dev/zero of=${filler}2 bs=4096 2>/dev/null || true`]);

    const store = await openSqliteStore({ directory });
    t.after(() => store.close());
    assert.equal((await store.rows("p")).length, n);
    assert.ok(!existsSync(join(directory, "holder")));
    const actual = (await failure(store.commit(commitOf([change("p/new", "y".repeat(3000))])))).message;
    assert.match(actual, /has no room left on its disk/);
    assert.equal((await store.rows("p")).length, n);
    for (const name of [filler, `${filler}2`]) rmSync(name, { force: true });
    await store.commit(commitOf([change("p/new", 1)]));
    assert.equal((await store.rows("p")).length, n + 1);
    assert.ok(statSync(join(directory, "drawbridge.db")).size > 0);
  });
});

/** A file system of 2 MB in memory, unmounted after the test. */
function smallDisk(t: TestContext): string {
  const disk = newDirectory();
  mkdirSync(disk, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "tmpfs", disk]);
  t.after(() => execFileSync("umount", ["-l", disk]));
  return disk;
}
