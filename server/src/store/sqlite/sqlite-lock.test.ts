import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { change, commitOf, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();

describe("a database that is in use", () => {
  it("is refused to another process, which learns who has it and what to do", async () => {
    const directory = newDirectory();
    const store = await openSqliteStore({ directory, listening: "127.0.0.1:8080" });
    const said = tryInAnotherProcess(directory);
    assert.match(said, /^unavailable: The database .*drawbridge\.db is in use\. The process /);
    assert.match(said, new RegExp(`process ${process.pid} on .* \\(started 20.*Z, listening on 127\\.0\\.0\\.1:8080\\) uses it`));
    assert.match(said, /stop that process, or give this one a directory of its own \(DRAWBRIDGE_DATA\)\.$/);
    await store.close();
    assert.equal(tryInAnotherProcess(directory), "opened");
  });

  it("is refused to the same process too, which does not lose its lock by trying", async () => {
    const directory = newDirectory();
    const store = await openSqliteStore({ directory });
    assert.match((await failure(openSqliteStore({ directory }))).message, new RegExp(`process ${process.pid} .*uses it`));
    assert.match(tryInAnotherProcess(directory), /uses it/);
    await store.commit(commitOf([change("a/x", 1)]));
    await store.close();
  });

  it("is free as soon as its process is killed, which is named as the last one", async (t) => {
    const directory = newDirectory();
    const script = `${open} await opened; console.log("opened"); process.stdin.resume();`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script, directory], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    t.after(() => child.kill("SIGKILL"));
    const [said] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    assert.equal(String(said).trim(), "opened");
    assert.match((await failure(openSqliteStore({ directory }))).message, new RegExp(`process ${child.pid} `));
    child.kill("SIGKILL");
    await once(child, "exit");
    const tool = new DatabaseSync(join(directory, "drawbridge.db"));
    tool.exec("begin immediate");
    const { message } = await failure(openSqliteStore({ directory }));
    assert.match(
      message,
      new RegExp(`The last recorded one was process ${child.pid} .*which has ended: find the process that has the file open now`),
    );
    tool.close();
    const store = await openSqliteStore({ directory });
    assert.equal(JSON.parse(readFileSync(join(directory, "holder"), "utf8")).pid, process.pid);
    await store.close();
    assert.ok(!existsSync(join(directory, "holder")));
  });

  it("is refused without a wrong name when what has it did not announce itself", async () => {
    const directory = newDirectory();
    await (await openSqliteStore({ directory })).close();
    const tool = new DatabaseSync(join(directory, "drawbridge.db"));
    tool.exec("begin immediate");
    for (const holder of ["{", '{"pid":"1"}']) {
      writeFileSync(join(directory, "holder"), holder);
      const actual = (await failure(openSqliteStore({ directory }))).message;
      assert.match(actual, /is in use\. Another process uses it: stop that process/);
    }
    tool.close();
    await (await openSqliteStore({ directory })).close();
  });
});

const open = `
  import { openSqliteStore } from ${JSON.stringify(new URL("./sqlite-store.ts", import.meta.url).href)};
  const opened = openSqliteStore({ directory: process.argv[1] });`;

function tryInAnotherProcess(directory: string): string {
  const script = `${open}
    await opened.then((s) => s.close().then(() => console.log("opened")), (e) => console.log(e.code + ": " + e.message));`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", script, directory]).toString().trim();
}
