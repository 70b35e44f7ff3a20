/** Runs docs/backup.md: its commands in order, in a directory of their own. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { openPostgres } from "../postgres.ts";
import { type CommandResult, runCommand } from "../recorded-io.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const document = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "backup.md"), "utf8");
const directory = temporaryDirectories()();
const noon = Date.parse("2026-11-21T12:00:00Z");
const postgres = await openPostgres();
after(() => postgres.close());

/** Lines of its shell blocks: what is set before the command, and its words. */
const commands = [...document.matchAll(/```sh\n(.*?)```/gs)]
  .flatMap(([, block = ""]) => block.trim().split("\n"))
  .map((line) => {
    const [before = "", words = ""] = line.split("./drawbridge ");
    const set = before.trim().split(" ").filter(Boolean);
    return { line, env: Object.fromEntries(set.map((one) => one.split("="))), argv: words.split(" ") };
  });

/** Names in the document are of a directory that everything is in. */
function placed(word: string): string {
  return /^\.\/|\.db$/.test(word) ? join(directory, word) : word;
}

function start(data: string): Promise<Program> {
  return startProgram({ directory: data, now: () => noon });
}

/** Needs the directory for itself. */
function isAlone({ argv }: { readonly argv: readonly string[] }): boolean {
  return argv.includes("--local") || argv[0] === "restore" || argv[0] === "copy";
}

test("every command does what it says, with a server or without as it is written", async () => {
  mkdirSync(directory);
  const database = await postgres.database();
  const program = await start(join(directory, "data"));
  await program.admin("PUT", "/admin/v1/projects/acme-shop", { name: "Acme Shop" }, { "if-none-match": "*" });
  let isRunning = true;
  const told: string[] = [];
  for (const command of commands) {
    const { line, env, argv } = command;
    const isDrill = env.DRAWBRIDGE_DATA !== undefined;
    const data = placed(env.DRAWBRIDGE_DATA ?? "./data");
    if (argv[0] === "serve") {
      await askForProject(data);
      continue;
    }
    if (isRunning && !isDrill && isAlone(command)) {
      await program.stop();
      isRunning = false;
    }
    const words = argv.map((word) => (word.startsWith("postgres://") ? database : placed(word)));
    const withServer: boolean = isRunning && !isDrill;
    const ran: Promise<Pick<CommandResult, "code" | "out" | "err">> = withServer
      ? program.cli(...words)
      : runCommand(words, { env: { DRAWBRIDGE_DATA: data }, now: () => noon });
    const { code, out, err } = await ran;
    assert.equal(code, 0, `${line}\n${out}${err}`);
    told.push(out.replaceAll(`${directory}/`, ""));
  }
  const [, shown = ""] = /```text\n(.*?)```/s.exec(document) ?? [];
  assert.equal(withoutSize(told[0] ?? ""), withoutSize(shown));
  assert.match(told.join(""), /Restored drill to revision 2 of 1 project\./);
  assert.match(told.join(""), /The previous store is kept as data\/drawbridge\.db\.replaced-20261121T120000Z\./);
  await askForProject(join(directory, "data-again"));
});

async function askForProject(data: string): Promise<void> {
  const env = { DRAWBRIDGE_ADMIN_TOKEN: `dba_${"x".repeat(40)}` };
  const started = await startProgram({ directory: data, now: () => noon, env });
  assert.match((await started.cli("project", "list")).out, /acme-shop/);
  await started.stop();
}

function withoutSize(text: string): string {
  return text.replace(/[\d.]+ kB/, "… kB");
}
