/** Runs the README of the made-up year: makes it, and makes the mistakes of its table. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { followDocument, readerOf, shellLines } from "../document-commands.ts";
import { environmentWithoutSettings } from "../environment-without-settings.ts";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const document = readFileSync(join(root, "examples", "made-up-year", "README.md"), "utf8");
const directory = temporaryDirectories()();

test("the README of the made-up year makes it once, and each move is stopped by the guards that it names", async () => {
  const [setting, make = "", serve, ...others] = shellLines(document);
  assert.deepEqual(
    [setting, make, serve],
    ["export DRAWBRIDGE_DATA=data/made-up-year", "npm run made-up-year", "./drawbridge serve"],
  );
  const env = { ...environmentWithoutSettings(), DRAWBRIDGE_DATA: directory };
  const [npm = "", ...words] = make.split(" ");
  execFileSync(npm, words, { cwd: root, env, stdio: "ignore" });
  const again = spawnSync(npm, words, { cwd: root, env, encoding: "utf8" });
  assert.equal(again.status, 1);
  assert.match(again.stderr, /^The store has a project\. Use a new data directory or an empty database\.$/m);
  const program = await startProgram({ directory });
  try {
    const moves = [...document.matchAll(/^\| .+ \| `\.\/drawbridge (.+)` \| (.+) \|$/gm)];
    assert.equal(moves.length, 5);
    for (const [, command = "", stopped = ""] of moves) {
      const guards = [...stopped.matchAll(/`(\w+)`/g)].map(([, guard]) => guard);
      const { code, out, err } = await program.cli(...command.split(" "));
      assert.equal(code, guards.length === 0 ? 0 : 1, out + err);
      assert.deepEqual(
        Array.from(out.matchAll(/^ {2}✗ (\w+)/gm), ([, guard]) => guard),
        guards,
        out,
      );
    }
    const rest = document.slice(document.lastIndexOf("```sh"));
    assert.deepEqual(await followDocument(rest, readerOf(program)), { commands: others.length, answers: 0 });
  } finally {
    await program.stop();
  }
});
