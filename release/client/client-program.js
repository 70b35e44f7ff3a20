#!/usr/bin/env node
// The command line alone, over the admin API. Plain JavaScript, and no import before the check of the version: older versions of Node
// could not read the others.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 12)) {
  process.stderr.write(`drawbridge: this is Node ${process.versions.node}, and the command line needs Node 20.12 or newer.\n`);
  process.exitCode = 1;
} else {
  await import("./newer-functions.ts");
  if (!("Temporal" in globalThis)) await import("temporal-polyfill/global");
  const { commandName } = await import("../../server/bin/command-name.js");
  const { DRAWBRIDGE_STARTED_AS: startedAs, PATH: path = "" } = process.env;
  delete process.env.DRAWBRIDGE_STARTED_AS;
  const command = commandName({ startedAs, started: process.argv[1] ?? "drawbridge", path, directory: process.cwd() });
  const { runProgram } = await import("../../server/src/cli/main.ts");
  process.exitCode = await runProgram(process.argv.slice(2), command);
}
