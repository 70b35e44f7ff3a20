/** Runs the commands of docs/people.md in order. */
import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { after, before, test } from "node:test";
import { commandsOf } from "../document-commands.ts";
import { runCommand } from "../recorded-io.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directory = temporaryDirectories()();
const all = commandsOf("people.md");
const isLocal = (argv: readonly string[]) => argv.includes("--local");
let program: Program;

before(async () => {
  program = await startProgram({ directory });
  await program.admin("PUT", "/admin/v1/projects/acme-shop", { name: "Acme Shop" }, { "if-none-match": "*" });
});
after(() => program.stop());

test("with a server, each of them ends well", async () => {
  const commands = all.filter((argv) => !isLocal(argv));
  assert.ok(commands.length >= 12);
  for (const argv of commands) {
    const { code, out, err } = await program.cli(...argv);
    assert.equal(code, 0, `${argv.join(" ")}\n${out}${err}`);
  }
});

test("without one, each of them makes a link", async () => {
  await program.stop();
  const commands = all.filter(isLocal);
  assert.equal(commands.length, 2);
  for (const argv of commands) {
    const env = { DRAWBRIDGE_DATA: directory };
    const inPlace = argv.map((word) => word.replace(/^data\//, `${directory}/`));
    const { code, out, err } = await runCommand(inPlace, { env, isTerminal: true });
    assert.equal(code, 0, `${argv.join(" ")}\n${out}${err}`);
  }
  assert.ok(readdirSync(directory).includes("root-link"));
  rmSync(`${directory}/root-link`);
});
