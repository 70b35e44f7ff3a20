/** CI applies a manifest while an operator edits by API: nothing is lost unseen. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const base = "/admin/v1/projects/acme-shop";

function manifest({ name = "Acme Shop", minimum = "2.4.0", windows = "" } = {}): string {
  return `apiVersion: drawbridge/v1
project: acme-shop
name: ${name}
stores: { apple: "https://apps.apple.com/app/id1" }
platforms:
  ios: { minimum: "${minimum}", recommended: "2.6.0" }
instances:
  eu-1: { name: Acme Europe }
${windows}`;
}

async function inProgram(
  work: (program: Program, file: (text: string) => string) => Promise<void>,
  now?: () => number,
): Promise<void> {
  const directory = directories();
  const program = await startProgram({ directory, ...(now ? { now } : {}) });
  const path = join(directory, "acme-shop.yaml");
  const file = (text: string) => {
    writeFileSync(path, text);
    return path;
  };
  try {
    await work(program, file);
  } finally {
    await program.stop();
  }
}

async function apply(program: Program, path: string, ...options: string[]) {
  return program.cli("apply", "-f", path, "--yes", ...options);
}

async function setMinimum(program: Program, minimum: string): Promise<void> {
  const { etag } = await program.admin("GET", `${base}/policies/ios`);
  const { status } = await program.admin("PATCH", `${base}/policies/ios`, { minimum }, { "if-match": etag });
  assert.equal(status, 200);
}

async function minimumNow(program: Program): Promise<unknown> {
  return (await program.admin("GET", `${base}/policies/ios`)).body.minimum;
}

test("an operator's change at night stops the next apply, which prints all three values and changes nothing", () =>
  inProgram(async (program, file) => {
    assert.equal((await apply(program, file(manifest()))).code, 0);
    await setMinimum(program, "2.5.0");
    const stopped = await apply(program, file(manifest({ name: "Acme" })));
    assert.equal(stopped.code, 1);
    const said = stopped.out + stopped.err;
    for (const value of ["platforms.ios.minimum", "2.4.0", "2.5.0"]) assert.ok(said.includes(value), `${value} in: ${said}`);
    assert.equal(await minimumNow(program), "2.5.0");
    assert.equal((await program.admin("GET", base)).body.name, "Acme Shop");
  }));

test("--overwrite overwrites a change made outside the manifest, and only that is needed", () =>
  inProgram(async (program, file) => {
    await apply(program, file(manifest()));
    await setMinimum(program, "2.5.0");
    const overwritten = await apply(program, file(manifest({ name: "Acme" })), "--overwrite");
    assert.equal(overwritten.code, 0, overwritten.err);
    assert.equal(await minimumNow(program), "2.4.0");
    assert.equal((await program.admin("GET", base)).body.name, "Acme");
  }));

test("a change that the manifest makes too stops nothing", () =>
  inProgram(async (program, file) => {
    await apply(program, file(manifest()));
    await setMinimum(program, "2.5.0");
    const applied = await apply(program, file(manifest({ name: "Acme", minimum: "2.5.0" })));
    assert.equal(applied.code, 0, applied.err);
    assert.equal((await program.admin("GET", base)).body.name, "Acme");
  }));

test("a window that did not come from the manifest survives its apply, and is not exported by it", () =>
  inProgram(async (program, file) => {
    await apply(program, file(manifest({ windows: "windows:\n  db-upgrade: { start: 2099-01-04T02:00, duration: PT2H }\n" })));
    const window = { start: "2099-02-01T01:00", duration: "PT1H" };
    const made = await program.admin("PUT", `${base}/windows/by-api`, window, { "if-none-match": "*" });
    assert.ok(made.status === 200 || made.status === 201, JSON.stringify(made.body));
    const applied = await apply(program, file(manifest()));
    assert.equal(applied.code, 0, applied.err);
    assert.equal((await program.admin("GET", `${base}/windows/by-api`)).status, 200);
    assert.equal((await program.admin("GET", `${base}/windows/db-upgrade`)).status, 404);
    assert.ok(!(await program.cli("export", "acme-shop")).out.includes("by-api"));
  }));

test("a window in force is deleted only with --end-running, and then maintenance is over immediately", () =>
  inProgram(
    async (program, file) => {
      const running = "windows:\n  move: { start: 2026-05-31T12:00, duration: PT24H }\n";
      assert.equal((await apply(program, file(manifest({ windows: running })))).code, 0);
      const { out } = await program.cli("key", "create", "--project", "acme-shop", "--name", "ci", "--json");
      const { key } = JSON.parse(out);
      const isActive = async () =>
        (await program.read("/api/v1/config?platform=ios&current_version=2.6.0", key)).body.maintenance_active;
      assert.equal(await isActive(), true);
      const refused = await apply(program, file(manifest()));
      assert.equal(refused.code, 1);
      assert.match(refused.out + refused.err, /--end-running/);
      assert.equal(await isActive(), true);
      const ended = await apply(program, file(manifest()), "--end-running");
      assert.equal(ended.code, 0, ended.err);
      assert.equal(await isActive(), false);
    },
    () => Date.parse("2026-06-01T00:00:00Z"),
  ));

test("ten CI runs and sixty concurrent operator edits leave a linear history with every edit in it", () =>
  inProgram(async (program, file) => {
    await apply(program, file(manifest()));
    const edited: string[] = [];
    const edits = Array.from({ length: 60 }, async (_, i) => {
      for (;;) {
        const { etag } = await program.admin("GET", `${base}/policies/ios`);
        const { status } = await program.admin(
          "PATCH",
          `${base}/policies/ios`,
          { recommended: `2.7.${i}` },
          { "if-match": etag },
        );
        if (status === 200) return edited.push(`2.7.${i}`);
        assert.equal(status, 412);
      }
    });
    const path = file(manifest({ name: "Acme" }));
    const runs = Array.from({ length: 10 }, () => apply(program, path, "--overwrite"));
    await Promise.all([...edits, ...runs]);
    const seen = new Set<unknown>();
    let before = "";
    for (;;) {
      const { body } = await program.admin("GET", `${base}/history?limit=200${before}`);
      const commits = body.commits as { revision: number; changes: { after: { recommended?: string } | null }[] }[];
      if (commits.length === 0) break;
      for (const commit of commits) for (const { after } of commit.changes) seen.add(after?.recommended);
      before = `&before=${commits.at(-1)?.revision}`;
    }
    for (const version of edited) assert.ok(seen.has(version), `${version} is in the history`);
    assert.equal(edited.length, 60);
  }));
