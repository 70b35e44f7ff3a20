#!/usr/bin/env node
// The program is TypeScript that Node 26 runs as it is. This file is plain JavaScript that any Node from 20 on understands:
// under an older one it looks for a newer one, which `npm ci` has installed as a package, and runs itself on that.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const oldestMajor = 26;
const self = fileURLToPath(import.meta.url);
const root = join(dirname(self), "..", "..");
/** True if this is not a bundle, which has no `npm ci`. */
const isClone = basename(dirname(self)) === "bin";
const windows = process.platform === "win32";
const program = windows ? "node.exe" : "node";

if (majorOf(process.version) >= oldestMajor) await runHere();
else runOn(newest([...installed(), ...inPath()]));

async function runHere() {
  const { commandName } = await import("./command-name.js");
  const { DRAWBRIDGE_STARTED_AS: startedAs, PATH: path = "" } = process.env;
  const command = commandName({ startedAs, started: process.argv[1] ?? self, path, directory: process.cwd() });
  // The variable applies only to this process: a command that `maintenance run` starts may be another Drawbridge.
  delete process.env.DRAWBRIDGE_STARTED_AS;
  const { prepareRuntime } = await import("./runtime.js");
  prepareRuntime();
  const main = await import("../src/cli/main.ts").catch(refuseWithoutPackages);
  process.exitCode = main ? await main.runProgram(process.argv.slice(2), command) : 1;
}

/** Message for a clone without its packages. @param {Error & { code?: string }} error */
function refuseWithoutPackages(error) {
  if (error.code !== "ERR_MODULE_NOT_FOUND" || !error.message.startsWith("Cannot find package")) throw error;
  const [, name = "a package"] = /^Cannot find package '([^']+)'/.exec(error.message) ?? [];
  process.stderr.write(`drawbridge: ${name} is not installed. Run \`npm ci\` in ${root}.\n`);
}

/** @param {string | null} node */
function runOn(node) {
  if (node === null) {
    process.stderr.write(
      `drawbridge: this is Node ${process.version.slice(1)}, and Drawbridge needs Node ${oldestMajor} or newer. ${remedy()}\n`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: "inherit" });
  // A terminal sends Ctrl-C to both of us; twice would mean "immediately".
  const terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  process.on("SIGINT", () => terminal || child.kill("SIGINT"));
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGHUP"])) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`drawbridge: ${node} cannot be run: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => (signal === null ? process.exit(code ?? 1) : dieOf(signal)));
}

/** Ends as the child has ended, so that the caller sees the same. @param {NodeJS.Signals} signal */
function dieOf(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  setTimeout(() => process.exit(128 + constants.signals[signal]), 100); // Where that signal does not end a process.
}

/** Message for a machine without a Node that is new enough and starts. */
function remedy() {
  for (const path of installed()) {
    const { version, failure } = probe(path);
    if (version !== "" || failure === "") continue;
    const origin = isClone ? "that `npm ci` installed" : "in its folder";
    return `The one ${origin}, ${path}, does not start: ${failure}. ${remedyFor(failure)}, or put a newer \`node\` into the PATH.`;
  }
  if (!isClone) return "Put a newer `node` into the PATH, or use the artifact that has Node inside.";
  return `Run \`npm ci\` in ${root}, which installs it as a package, or put a newer \`node\` into the PATH.`;
}

/** @param {string} failure */
function remedyFor(failure) {
  if (/libatomic/.test(failure)) {
    const packages = "`dnf install libatomic` on RHEL and Fedora, `apk add libatomic` on Alpine";
    return `Install libatomic: \`apt-get install libatomic1\` on Debian and Ubuntu, ${packages}`;
  }
  // The file exists: its loader does not.
  return /ENOENT/.test(failure) ? "It needs glibc, which Alpine lacks: install a Node built for this system" : "Find out why";
}

/** The Node of an artifact, and those that npm installs as packages: linked beside the others, or as the platform's own. */
function installed() {
  const found = [join(root, "node", "bin", program)];
  for (let folder = dirname(self); ; folder = dirname(folder)) {
    if (!windows) found.push(join(folder, "node_modules", ".bin", program)); // A .cmd there, which is no program.
    if (dirname(folder) === folder) break;
  }
  for (const name of [
    `node-${windows ? "win" : process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ]) {
    try {
      found.push(join(dirname(createRequire(self).resolve(`${name}/package.json`)), "bin", program));
    } catch {} // Not installed.
  }
  return found;
}

function inPath() {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, program));
}

/** The newest that is new enough, or null. @param {string[]} paths */
function newest(paths) {
  const real = new Set();
  for (const path of paths) {
    try {
      real.add(realpathSync(path));
    } catch {} // Not there.
  }
  let best = null;
  for (const path of real) {
    const { version } = probe(path);
    if (majorOf(version) < oldestMajor) continue;
    if (best === null || version.localeCompare(best.version, "en", { numeric: true }) > 0) best = { path, version };
  }
  return best === null ? null : best.path;
}

/** The version that the program at `path` reports, or why it does not start; both empty if there is none. @param {string} path */
function probe(path) {
  if (!existsSync(path)) return { version: "", failure: "" };
  const { status, signal, stdout, stderr, error } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 5000 });
  if (status === 0) return { version: stdout.trim(), failure: "" };
  const lastLine = (stderr ?? "").trim().split("\n").at(-1);
  return { version: "", failure: error?.message || lastLine || `it ended with ${signal ?? status}` };
}

/** 0 where the text is not a version of Node. @param {string} version */
function majorOf(version) {
  return Number(/^v(\d+)\.\d+\.\d+/.exec(version)?.[1] ?? 0);
}
