#!/usr/bin/env node
// The program is TypeScript that Node 26 runs as it is. This file is plain JavaScript that any Node from 20 on understands:
// under an older one it looks for a newer one, which `npm ci` has installed as a package, and runs itself on that.
import { execFileSync, spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const oldestMajor = 26;
const self = fileURLToPath(import.meta.url);

if (majorOf(process.version) >= oldestMajor) await runHere();
else runOn(newest(candidates()));

async function runHere() {
  const { prepareRuntime } = await import("./runtime.js");
  prepareRuntime();
  const { run } = await import("../src/cli/main.ts");
  process.exitCode = await run(process.argv.slice(2));
}

/** @param {string | null} node */
function runOn(node) {
  if (node === null) {
    process.stderr.write(
      `drawbridge: this is Node ${process.version.slice(1)}, and Drawbridge needs Node ${oldestMajor} or newer. ` +
        "Run `npm ci` where Drawbridge is, which installs it as a package, or put a newer `node` into the PATH.\n",
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: "inherit" });
  // A terminal sends Ctrl-C to both of us; twice would mean "at once".
  const terminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  process.on("SIGINT", () => terminal || child.kill("SIGINT"));
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGHUP"])) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    process.stderr.write(`drawbridge: ${node} cannot be run: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => (signal === null ? process.exit(code ?? 1) : dieOf(signal)));
}

/** Ends as the child has ended, so that whoever started us sees the same. @param {NodeJS.Signals} signal */
function dieOf(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  setTimeout(() => process.exit(128 + constants.signals[signal]), 100); // Where that signal does not end a process.
}

/** Every `node` that may be new enough: beside the installed packages, in the platform's own package, in the PATH. */
function candidates() {
  const windows = process.platform === "win32";
  const program = windows ? "node.exe" : "node";
  const found = [];
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
  for (const folder of (process.env.PATH ?? "").split(delimiter)) if (folder !== "") found.push(join(folder, program));
  return found;
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
    const version = versionOf(path);
    if (majorOf(version) < oldestMajor) continue;
    if (best === null || version.localeCompare(best.version, "en", { numeric: true }) > 0) best = { path, version };
  }
  return best === null ? null : best.path;
}

/** What the program at `path` says; empty where it says nothing. @param {string} path */
function versionOf(path) {
  try {
    return execFileSync(path, ["--version"], { encoding: "utf8", timeout: 5000, stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

/** 0 where the text is not a version of Node. @param {string} version */
function majorOf(version) {
  return Number(/^v(\d+)\.\d+\.\d+/.exec(version)?.[1] ?? 0);
}
