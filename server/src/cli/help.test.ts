import assert from "node:assert/strict";
import { test } from "node:test";
import { runCommand } from "../../test/recorded-io.ts";
import { commonOptions } from "./arguments.ts";
import { loadCommands } from "./command-list.ts";
import { commandsByMeaning, commandsInsteadOfOptions, optionsByMeaning, suggestionFor } from "./help.ts";

const commands = await loadCommands([]);

const names = commands.map(({ name }) => name);
const options = [...commonOptions, ...commands.flatMap(({ options = [] }) => options)].map(({ flags }) => flags);
const words = new Set([...names, ...names.flatMap((name) => name.split(" "))]);

function hasOption(name: string): boolean {
  return options.some((flags) => flags.split(/[ ,]+/).includes(name));
}

for (const [word, meant] of Object.entries(commandsByMeaning)) {
  test(`"${word}" suggests only commands that exist`, () => {
    assert.ok(!names.includes(word), "is a command itself");
    for (const name of meant) assert.ok(name.startsWith("--") ? hasOption(name) : words.has(name), name);
  });
}

for (const [word, meant] of Object.entries(optionsByMeaning)) {
  test(`${word} suggests only options that exist`, () => {
    for (const name of meant) assert.ok(hasOption(name), name);
  });
}

test("an option that is another command suggests that command", async () => {
  for (const [command, instead] of Object.entries(commandsInsteadOfOptions)) {
    for (const [word, meant] of Object.entries(instead)) {
      assert.ok(names.includes(command) && names.includes(meant));
      assert.match(
        (await runCommand([...command.split(" "), word])).err,
        new RegExp(`unknown option ${word}: use the command ${meant}\n`),
      );
    }
  }
});

test("a word is suggested by meaning where that command exists, otherwise by spelling", async () => {
  for (const [line, expected] of [
    ["ls", 'there is no command "ls": use project list'],
    ["key ls", 'there is no command "ls": use list'],
    ["policy get", 'there is no command "get": use show'],
    ["token add", 'there is no command "add": use create'],
    ["instance add", 'there is no command "add": use set'],
    ["key rm", 'there is no command "rm": use revoke'],
    ["project remove", 'there is no command "remove": use delete'],
    ["login", 'there is no command "login": use --token'],
    ["logs", 'there is no command "logs": use history'],
    ["diff", 'there is no command "diff": use plan'],
    ["project list --output json", "unknown option --output: use --json"],
    ["project list -o json", "unknown option -o: use --json"],
    ["project list --jsno", "unknown option --jsno: the nearest is --json"],
  ]) {
    const { code, err } = await runCommand((line ?? "").split(" "));
    assert.ok(code === 2 && err.includes(expected ?? ""), err);
  }
});

test("a command that this program lacks, or that is not near, is not suggested", () => {
  assert.equal(suggestionFor("start", ["plan", "apply"], ""), "");
  assert.equal(suggestionFor("-f", ["--json", "--url"], "validate"), "");
});
