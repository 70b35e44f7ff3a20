import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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
  for (const [what, [name, mode]] of Object.entries(modes)) {
    for (const killed of [false, true]) {
      it(`is read, and refuses changes with the reason: ${what}, ${killed ? "after a kill" : "after a stop"}`, async () => {
        const directory = await filledDirectory(killed);
        chmodSync(join(directory, name), mode);
        const before = readdirSync(directory).sort();
        const seen = openAsUser(directory);
        assert.equal(seen.rows, 3);
        if (name === "" && killed) {
          // The write-ahead log is there and can be written: nothing else is needed.
          assert.equal(seen.written, "yes");
          return;
        }
        assert.match(
          seen.written,
          /^unavailable: .* is open for reading only, since the user that Drawbridge runs as has no permission/,
        );
        assert.deepEqual(readdirSync(directory).sort(), before);
      });
    }
  }

  it("is refused with the name of a write-ahead log that cannot be read: without it, the file is out of date", async () => {
    const directory = await filledDirectory(true);
    chmodSync(join(directory, "drawbridge.db-wal"), 0o000);
    const { rows } = openAsUser(directory);
    assert.match(String(rows), /^unavailable: .*has no permission to (read and )?write .*drawbridge\.db-wal/);
  });

  it("is refused if its form would have to be changed first", async () => {
    const directory = newDirectory();
    const migrations = newDirectory();
    mkdirSync(migrations, { recursive: true });
    const own = new URL("./migrations/", import.meta.url);
    const names = readdirSync(own).sort();
    for (const name of names.slice(0, -1)) writeFileSync(join(migrations, name), readFileSync(new URL(name, own)));
    // The program of that form may have other statements, and opens it only so far.
    await openSqliteStore({ directory, migrations }).then(
      (store) => store.close(),
      () => undefined,
    );
    chmodSync(join(directory, "drawbridge.db"), 0o400);
    assert.match(String(openAsUser(directory).rows), /^unavailable: .*has no permission to/);
  });

  it("is refused while another process writes to it, and says so once one has", async () => {
    const directory = await filledDirectory(false);
    const store = await openSqliteStore({ directory });
    chmodSync(join(directory, "drawbridge.db"), 0o400);
    assert.match(String(openAsUser(directory).rows), /^unavailable: .* is in use\. The process/);
    chmodSync(join(directory, "drawbridge.db"), 0o600);
    await store.close();
  });

  it("notices that another process has written to it since", { skip: !isRoot && "needs root" }, async (t) => {
    const disk = smallDisk(t);
    const directory = join(disk, "data");
    const store = await openSqliteStore({ directory });
    await store.commit(commitOf([change("p/a", 1)]));
    await store.close();
    execFileSync("mount", ["-o", "remount,ro", disk]);
    const reader = await openSqliteStore({ directory });
    const refused = await failure(reader.commit(commitOf([change("p/b", 1)])));
    assert.match(refused.message, /mounted read-only.*then restart Drawbridge\.$/);
    assert.equal((await reader.rows()).length, 1);
    execFileSync("mount", ["-o", "remount,rw", disk]);
    const writer = await openSqliteStore({ directory });
    await writer.commit(commitOf([change("p/b", 1)]));
    assert.match((await failure(reader.rows())).message, /was changed by another process/);
    assert.match((await failure(reader.commit(commitOf([change("p/c", 1)])))).message, /was changed by another process/);
    await reader.close();
    // Closing the reader has not released the writer's lock.
    assert.match(String(openAsUser(directory).rows), /is in use/);
    assert.equal((await writer.rows()).length, 2);
    await writer.close();
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
    assert.match(
      (await failure(store.commit(commitOf([change("p/new", "y".repeat(3000))])))).message,
      /has no room left on its disk/,
    );
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
