/** The first hour with Drawbridge: a fresh clone, and the lines of the README and of the first steps, with no other page. */
import assert from "node:assert/strict";
import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { followDocument, type Reader, shellLines, withTab } from "../document-commands.ts";
import { environmentWithoutSettings } from "../environment-without-settings.ts";
import { freePort } from "../free-port.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const clone = join(temporaryDirectories()(), "drawbridge");
let server: ChildProcess;
let reader: Reader;

before(async () => {
  execFileSync("git", ["clone", "--quiet", root, clone]);
  for (const path of globSync("{,*/,*/*/}node_modules", { cwd: root, exclude: ["node_modules/**"] }))
    installPackages(join(root, path), join(clone, path));
  const port = await freePort();
  reader = { directory: clone, env: {}, url: `http://127.0.0.1:${port}` };
  server = await started({ DRAWBRIDGE_LISTEN: `127.0.0.1:${port}` });
});

after(async () => {
  // npm does not pass every signal on, so the whole group of this start gets it.
  if (server?.pid !== undefined) process.kill(-server.pid, "SIGTERM");
  await once(server, "close");
});

/** Installs as `npm ci` does, without the network: packages are links to this tree's, and the workspaces are the clone's own. */
function installPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    const isWorkspace = lstatSync(join(from, name)).isSymbolicLink();
    symlinkSync(isWorkspace ? readlinkSync(join(from, name)) : join(from, name), join(to, name));
  }
}

async function started(settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  return listening(spawn("npm", ["start"], inFolder(clone, settings)));
}

function inFolder(cwd: string, settings: Readonly<Record<string, string>>) {
  const env = { ...environmentWithoutSettings(), ...settings };
  return { cwd, env, stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"], detached: true };
}

/** Lines that servers of this file printed or logged until they listened. */
const printed: string[] = [];

async function listening(child: ChildProcessByStdio<null, Readable, Readable>): Promise<ChildProcess> {
  createInterface({ input: child.stderr }).on("line", (line) => printed.push(line));
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line);
    if (line.includes("is listening")) return child;
  }
  throw new Error(`the server ended before it listened: ${printed.join("\n")}`);
}

const readme = () => readFileSync(join(clone, "README.md"), "utf8");

test("every command of the README does what it says in a fresh clone, and apps get the answers that it shows", async () => {
  assert.equal(shellLines(readme())[0], "npm ci && npm start");
  const { commands, answers } = await followDocument(readme(), reader);
  assert.ok(commands >= 7);
  assert.equal(answers, 1);
});

test("the first steps lead from a new repository to a blocked version and a window, and git would add the manifest alone", async () => {
  assert.ok(readme().includes("(docs/first-steps.md)"));
  const page = readFileSync(join(clone, "docs/first-steps.md"), "utf8");
  for (const line of shellLines(page).slice(0, 4)) assert.ok(readme().includes(`    ${line}\n`), line);
  const folder = temporaryDirectories()();
  mkdirSync(folder, { recursive: true });
  const git = (...words: string[]) => execFileSync("git", words, { cwd: folder, encoding: "utf8" });
  git("init", "--quiet");
  const port = await freePort();
  let child: ChildProcess | undefined;
  const ownReader = {
    directory: folder,
    env: { PATH: `${clone}${delimiter}${process.env.PATH}` },
    url: `http://127.0.0.1:${port}`,
    serve: async () => {
      const settings = { DRAWBRIDGE_LISTEN: `127.0.0.1:${port}` };
      child = await listening(spawn(join(clone, "drawbridge"), ["serve"], inFolder(folder, settings)));
    },
  };
  try {
    assert.deepEqual(await followDocument(withTab(page, "CLI"), ownReader), { commands: 10, answers: 3 });
    const secrets = readdirSync(join(folder, "data"));
    for (const name of ["admin-token", "drawbridge.db", "first-account-link"]) assert.ok(secrets.includes(name), name);
    assert.equal(git("add", "-An", "."), "add 'drawbridge.yaml'\n");
  } finally {
    if (child?.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    if (child !== undefined) await once(child, "close");
  }
  assert.deepEqual(
    printed.filter((line) => /warn/i.test(line)),
    [],
  );
});
