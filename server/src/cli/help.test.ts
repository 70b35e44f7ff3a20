import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { runCommand } from "../../test/recorded-io.ts";
import { commonOptions } from "./arguments.ts";
import { loadCommands } from "./command-list.ts";
import { commandsByMeaning, commandsInsteadOfOptions, optionsByMeaning, suggestionFor } from "./help.ts";

const commands = await loadCommands([]);

const names = commands.map(({ name }) => name);
const options = [...commonOptions, ...commands.flatMap(({ options = [] }) => options)].map(({ flags }) => flags);
const words = new Set([...names, ...names.flatMap((name) => name.split(" "))]);

const hasOption = (name: string): boolean => options.some((flags) => flags.split(/[ ,]+/).includes(name));

test("each word suggests only commands and options that exist", () => {
  for (const [word, meant] of Object.entries({ ...commandsByMeaning, ...optionsByMeaning })) {
    assert.ok(!names.includes(word), `${word} is a command itself`);
    for (const name of meant) assert.ok(name.startsWith("--") ? hasOption(name) : words.has(name), `${word}: ${name}`);
  }
});

test("an option that is another command suggests that command", async () => {
  for (const [command, instead] of Object.entries(commandsInsteadOfOptions)) {
    for (const [word, meant] of Object.entries(instead)) {
      assert.ok(names.includes(command) && names.includes(meant));
      const actual = (await runCommand([...command.split(" "), word])).err;
      assert.match(actual, new RegExp(`unknown option ${word}\\. Did you mean the command ${meant}\\?\n`));
    }
  }
});

test("a command that this program lacks, or that is not near, is not suggested", () => {
  assert.equal(suggestionFor("start", ["plan", "apply"], ""), "");
  assert.equal(suggestionFor("-f", ["--json", "--url"], "validate"), "");
});

test("hints name pages that every server has, and no file that an executable lacks", () => {
  const pattern = "^[^/*]*[^/](docs|examples|deploy)/[a-z-]+\\.(md|yaml)";
  const grep = ["grep", "-nE", pattern, "--", "server/src", "rules", "client", "ui/src", ":!*.test.ts", ":!*/test/*"];
  const { status, stdout } = spawnSync("git", grep, { cwd: new URL("../../..", import.meta.url), encoding: "utf8" });
  assert.deepEqual([status, stdout], [1, ""]);
});
