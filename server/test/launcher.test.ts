/** The launcher on a copy of its own, whose program says what it was started with. */
import assert from "node:assert/strict";
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const server = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "drawbridge-launcher-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const program = `
export async function run(argv: string[]): Promise<number> {
  if (argv[0] === "wait") {
    const end: Promise<number> = new Promise((resolve) => {
      const timer = setInterval(() => {}, 1000);
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
        process.on(signal, () => (clearInterval(timer), console.log(signal), resolve(signal.length)));
      }
    });
    console.log("ready");
    return end;
  }
  if (argv[0] === "die") process.kill(process.pid, "SIGKILL");
  if (argv[0] === "read") for await (const chunk of process.stdin) process.stdout.write(chunk);
  console.log(JSON.stringify({ major: Number(process.versions.node.split(".")[0]), argv }));
  return argv.length;
}
`;

/** A tree with the launcher and, if `installed`, the package's `node` where npm puts it. */
function tree(name: string, installed: boolean): string {
  const root = join(folder, name);
  for (const path of ["server/bin", "server/src/cli", "node_modules/.bin"]) mkdirSync(join(root, path), { recursive: true });
  copyFileSync(join(server, "bin/drawbridge.js"), join(root, "server/bin/drawbridge.js"));
  copyFileSync(join(server, "bin/runtime.js"), join(root, "server/bin/runtime.js"));
  writeFileSync(join(root, "server/src/cli/main.ts"), program);
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  if (installed) symlinkSync(process.execPath, join(root, "node_modules/.bin/node"));
  return join(root, "server/bin/drawbridge.js");
}

/** Makes this Node say that it is another: as good as an old one, which not every machine has. */
function pretending(version: string): string[] {
  return ["--import", `data:text/javascript,Object.defineProperty(process,"version",{value:"${version}"})`];
}

function launch(launcher: string, args: string[], { as = "v20.20.2", PATH = "", input = "" } = {}): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [...pretending(as), launcher, ...args], { encoding: "utf8", env: { PATH }, input });
}

const installed = tree("installed", true);
const bare = tree("bare", false);

test("on Node 20 the program runs on the Node 26 that npm has installed, with its arguments and its exit code", () => {
  const { status, stdout, stderr } = launch(installed, ["a b", "--c"]);
  assert.equal(stderr, "");
  const { major, argv } = JSON.parse(stdout);
  assert.ok(major >= 26);
  assert.deepEqual([argv, status], [["a b", "--c"], 2]);
});

test("a new enough Node in the PATH will do", () => {
  assert.equal(launch(bare, ["x"], { PATH: `/nowhere:${dirname(process.execPath)}` }).status, 1);
  assert.match(launch(bare, ["x"], { PATH: `/nowhere:${dirname(process.execPath)}` }).stdout, /"argv":\["x"\]/);
});

test("of several the newest is taken, and what is no Node is passed over", () => {
  const launcher = tree("several", true);
  const others = join(folder, "others");
  for (const [name, says] of [
    ["old", "v24.1.0"],
    ["newer", "v99.1.0"],
    ["newest", "v100.0.0"],
    ["broken", "hello"],
  ] as const) {
    mkdirSync(join(others, name), { recursive: true });
    const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo ${says}; else echo ${name}; fi\n`;
    writeFileSync(join(others, name, "node"), script, { mode: 0o755 });
  }
  const PATH = ["old", "newer", "newest", "broken", "none"].map((name) => join(others, name)).join(":");
  assert.equal(launch(launcher, [], { PATH }).stdout, "newest\n");
});

test("with no Node 26 anywhere, one sentence says what to do", () => {
  const { status, stdout, stderr } = launch(bare, ["serve"]);
  assert.deepEqual([status, stdout], [1, ""]);
  assert.match(stderr, /^drawbridge: this is Node 20\.20\.2, and Drawbridge needs Node 26 or newer\. Run `npm ci` [^\n]*\n$/);
});

test("a new enough Node runs the program itself", () => {
  const { status, stdout, stderr } = launch(bare, ["x", "y", "z"], { as: process.version });
  assert.deepEqual([status, stderr], [3, ""]);
  assert.match(stdout, /"argv":\["x","y","z"\]/);
});

test("below the security floor a command runs, and says nothing of it: a start and doctor do", () => {
  const { status, stderr } = launch(bare, [], { as: "v26.0.0" });
  assert.deepEqual([status, stderr], [0, ""]);
});

test("standard input reaches the program", () => {
  assert.match(launch(installed, ["read"], { input: "over the bridge" }).stdout, /^over the bridge/);
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  test(`${signal} to the launcher reaches the program, whose exit code is the launcher's`, async () => {
    const child = spawn(process.execPath, [...pretending("v20.20.2"), installed, "wait"], {
      env: {},
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      if (output === "ready\n") child.kill(signal);
    });
    const ended = await new Promise<unknown[]>((resolve) => child.once("close", (...end) => resolve(end)));
    assert.deepEqual([ended, output], [[signal.length, null], `ready\n${signal}\n`]);
  });
}

test("a program that dies of a signal lets the launcher die of it", () => {
  assert.equal(launch(installed, ["die"]).signal, "SIGKILL");
});

test("the launcher is JavaScript that Node 20 can read", () => {
  const source = readFileSync(installed, "utf8");
  assert.doesNotMatch(source, /import\.meta\.(dirname|filename|main)|process\.execve|\busing\b/);
});
