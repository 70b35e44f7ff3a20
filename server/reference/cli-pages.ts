import { type CommandWords, commonOptions, type OptionWords } from "../src/cli/arguments.ts";
import { loadCommands } from "../src/cli/command-list.ts";
import { commandPages, pageOfCommand } from "../src/cli/command-pages.ts";
import { exitCode, exitCodeMeanings } from "../src/cli/exit-codes.ts";
import { usageOf } from "../src/cli/help.ts";
import { code, fence, page, plain, sentence, table } from "./markdown.ts";

const commands = await loadCommands([]);

export function cliPages(): Readonly<Record<string, string>> {
  const pages = Object.entries(commandPages).map(([name, job]) => ({
    name,
    job,
    commands: commands.filter((command) => pageOfCommand(command.name) === name),
  }));
  const index = pages.map(({ name, job, commands: own }) => [
    `[${name}](cli-${name}.md)`,
    sentence(job),
    own.map((each) => `[\`${each.name.split(" ").at(-1)}\`](cli-${name}.md#${each.name.replaceAll(" ", "-")})`).join(", "),
  ]);
  return {
    "reference/cli.md": page(
      "Commands",
      "Look up a command, an option of all commands, or an exit code. `drawbridge help COMMAND` prints the same.",
      table(["page", "job", "commands"], index),
      "## Options of every command",
      optionTable(commonOptions),
      "## Exit codes",
      table(
        ["exit code", "meaning"],
        Object.entries(exitCodeMeanings).map(([name, text]) => [String(exitCode[name as keyof typeof exitCode]), prose(text)]),
      ),
      "`maintenance run` exits with the code of the command that it runs.",
    ),
    ...Object.fromEntries(
      pages.map(({ name, job, commands: own }) => [
        `reference/cli-${name}.md`,
        page(
          `${sentence(name).slice(0, -1)} commands`,
          `Look up a command to ${job}. Each also has the [options of every command](cli.md#options-of-every-command).`,
          ...own.map(section),
        ),
      ]),
    ),
  };
}

function section(command: CommandWords): string {
  const { name, meaning, operands = [], options = [], notes, examples } = command;
  return [
    `## ${name}`,
    sentence(prose(meaning)),
    fence("text", `drawbridge ${usageOf(command, ...(options.length > 0 ? ["[options]"] : []))}`),
    table(
      ["argument", "meaning"],
      operands.map((operand) => [code(operand.name), sentence(prose(operand.meaning))]),
    ),
    optionTable(options),
    ...(notes === undefined ? [] : [prose(notes)]),
    fence("sh", examples.map((example) => `drawbridge ${example}`).join("\n")),
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

/** With the command before it, if that is named by two words. */
const optionInProse = new RegExp(
  `(?:\\b(?:${commands.flatMap(({ name }) => (name.includes(" ") ? [name] : [])).join("|")}) )?(?<![\\w\`-])--[a-z][a-z-]+`,
  "g",
);

/** Text of the program as Markdown: with links to pages and settings, and options as code. */
function prose(text: string): string {
  return plain(text)
    .replace(/\/docs\/([\w-]+)(#[\w-]+)?/g, (_, name: string, anchor = "") => `[${name}](../${name}.md${anchor})`)
    .replace(/\bDRAWBRIDGE_[A-Z_]+\b/g, (name) => `[\`${name}\`](../settings.md#${name.toLowerCase()})`)
    .replace(optionInProse, "`$&`")
    .replace(/(?<=[.:])\n/g, "  \n");
}

function optionTable(options: readonly OptionWords[]): string {
  return table(
    ["option", "meaning"],
    options.map(({ flags, meaning }) => [code(flags), sentence(prose(meaning))]),
  );
}
