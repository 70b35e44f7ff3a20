/** What a document shows is what happens: its commands run, its links lead somewhere, its answer is the answer. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { environmentWithoutSettings } from "../../src/settings.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const directory = temporaryDirectories()();
let program: Program;

before(async () => {
  program = await startProgram({ directory, demo: true, now: () => Date.parse("2026-11-21T12:00:00Z") });
  cpSync(join(root, "examples"), join(directory, "examples"), { recursive: true });
});
after(() => program.stop());

/** Lines of every shell block of the README. */
function shellLines(): string[] {
  return [...readme.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = ""]) => block.trim().split("\n"));
}

test("the README has exactly two set-up commands, and CI runs exactly the second", () => {
  assert.deepEqual(
    shellLines().filter((line) => line.startsWith("npm ")),
    ["npm ci && npm start", "npm ci && npm test"],
  );
  assert.match(readFileSync(join(root, ".ci", "run"), "utf8"), /^npm ci && npm test$/m);
});

test("every command of the README, pasted into a shell beside the launcher, does what it says", async () => {
  const commands = shellLines().filter((line) => line.startsWith("./drawbridge "));
  assert.ok(commands.length >= 8);
  symlinkSync(join(root, "drawbridge"), join(directory, "drawbridge"));
  const env = { ...environmentWithoutSettings(), DRAWBRIDGE_DATA: directory };
  for (const line of commands) {
    const child = spawn("sh", ["-c", line], { cwd: directory, env, stdio: ["ignore", "pipe", "pipe"] });
    const [said, [code]] = await Promise.all([Promise.all([text(child.stdout), text(child.stderr)]), once(child, "close")]);
    assert.equal(code, 0, `${line}\n${said.join("")}`);
  }
});

test("the answer in the README is the answer to the demo's first line", async () => {
  const fresh = await startProgram({
    directory: `${directory}-fresh`,
    demo: true,
    now: () => Date.parse("2026-11-21T12:00:00Z"),
  });
  try {
    const key = readFileSync(join(fresh.directory, "demo-key"), "utf8").trim();
    const { body } = await fresh.read("/api/v1/config?platform=ios&current_version=2.3.0", key);
    assert.ok(readme.includes(JSON.stringify(body)), JSON.stringify(body));
  } finally {
    await fresh.stop();
  }
});

test("an edited example is applied, and the answer changes", async () => {
  const key = readFileSync(join(directory, "demo-key"), "utf8").trim();
  const file = join(directory, "examples", "acme-shop.yaml");
  const ask = async () => (await program.read("/api/v1/config?platform=ios&current_version=2.4.5", key)).body.force_upgrade;
  assert.equal(await ask(), false);
  writeFileSync(file, readFileSync(file, "utf8").replace('minimum: "2.4.0"', 'minimum: "2.5.0"'));
  const { code, err } = await program.cli("apply", "-f", file, "--yes", "--overwrite");
  assert.equal(code, 0, err);
  assert.equal(await ask(), true);
});

test("every manifest in examples/ is applied without a warning about what it says", async () => {
  const files = readdirSync(join(root, "examples"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".yaml"),
  );
  assert.ok(files.length >= 9);
  for (const file of files) {
    const { code, out, err } = await program.cli("apply", "-f", join(root, "examples", file), "--yes", "--overwrite");
    assert.equal(code, 0, `${file}\n${out}${err}`);
  }
});

test("the manifest in the documents is applied, and exports as it was", async () => {
  const [, yaml = ""] = /```yaml\n(.*?)```/s.exec(readFileSync(join(root, "docs", "manifest.md"), "utf8")) ?? [];
  const file = join(directory, "manifest.yaml");
  writeFileSync(file, yaml);
  const applied = await program.cli("apply", "-f", file, "--yes");
  assert.equal(applied.code, 0, applied.err);
  const exported = await program.cli("export", "acme-news");
  writeFileSync(file, exported.out);
  assert.match((await program.cli("plan", "-f", file)).out, /nothing|no change/i);
});

test("every folder of the server is explained where people look for it", () => {
  const folders = readdirSync(join(root, "server", "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.ok(folders.length >= 12);
  const contributing = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  for (const { name } of folders) {
    for (const text of [readme, contributing]) assert.ok(text.includes(`\`server/src/${name}/\``), name);
  }
});

test("every link between the documents leads somewhere", () => {
  const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const document of documents.trim().split("\n")) {
    const text = readFileSync(join(root, document), "utf8");
    for (const [, target = ""] of text.matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      if (target.includes("://")) continue;
      assert.ok(existsSync(join(root, dirname(document), target)), `${document} links to ${target}`);
    }
  }
});
