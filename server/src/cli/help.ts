/** Help texts: of the program, of a group of commands, and of a command. */
import { type CommandWords, commonOptions, groups, helpOption, type OptionWords } from "./arguments.ts";
import type { Io } from "./io.ts";

type Shown = Pick<Io, "command" | "columns">;
/** A term and its meaning. */
type Row = readonly [string, string];
/** A heading and its rows; without rows it is left out. */
type Section = readonly [string, readonly Row[]];

const defaultWidth = 100;
const versionOption: OptionWords = { flags: "-V, --version", meaning: "print the version" };

export function programHelp(commands: readonly CommandWords[], io: Shown): string {
  const sections: Section[] = [
    ["Options", [...commonOptions, helpOption, versionOption].map(optionRow)],
    ["Commands", commands.map(commandRow)],
  ];
  const examples = ["serve --demo", "apply -f acme-shop.yaml", "help policy set", "completion bash"];
  return helpText("COMMAND …", "Which app versions may still run, and which instances are in maintenance.", sections, io, [
    ...examplesText(examples, io),
    "",
    "Exit codes: 0 done, 1 refused or failed, 2 wrong usage or setting.",
  ]);
}

export function groupHelp(commands: readonly CommandWords[], group: string, io: Shown): string {
  const own = commands.filter(({ name }) => name.startsWith(`${group} `));
  const sections = [["Options", [optionRow(helpOption)]], globalOptions, ["Commands", own.map(commandRow)]] as const;
  // The examples of its first command are the group's.
  return helpText(`${group} COMMAND …`, groups[group] ?? "", sections, io, examplesText(own[0]?.examples ?? [], io));
}

export function commandHelp(command: CommandWords, io: Shown): string {
  const { operands = [], options = [], notes } = command;
  const sections = [
    ["Arguments", operands.map(({ name, meaning }): Row => [name, meaning])],
    ["Options", [...options, helpOption].map(optionRow)],
    globalOptions,
  ] as const;
  return helpText(usageOf(command, "[options]"), command.meaning, sections, io, [
    ...(notes ? ["", notes] : []),
    ...examplesText(command.examples, io),
  ]);
}

const globalOptions: Section = ["Global Options", commonOptions.map(optionRow)];

function optionRow({ flags, meaning }: OptionWords): Row {
  return [flags, meaning];
}

function commandRow(command: CommandWords): Row {
  return [usageOf(command), command.meaning];
}

function usageOf({ name, operands = [], wraps }: CommandWords, ...more: readonly string[]): string {
  const names = operands.map((operand) => (operand.isOptional ? `[${operand.name}]` : operand.name));
  return [name, ...names, ...more, ...(wraps === undefined ? [] : ["--", wraps])].join(" ");
}

function helpText(usage: string, meaning: string, sections: readonly Section[], io: Shown, end: readonly string[]): string {
  const shown = sections.filter(([, rows]) => rows.length > 0);
  const indent = Math.max(...shown.flatMap(([, rows]) => rows.map(([term]) => term.length))) + 4;
  const width = Math.max(io.columns ?? defaultWidth, indent + 30);
  const lines = shown.flatMap(([heading, rows]) => [
    "",
    `${heading}:`,
    ...rows.map(([term, text]) => `  ${term}`.padEnd(indent) + wrapped(text, width - indent).join(`\n${" ".repeat(indent)}`)),
  ]);
  return `${[`Usage: drawbridge ${usage}`, "", meaning, ...lines, ...end].join("\n")}\n`;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function examplesText(examples: readonly string[], { command }: Shown): string[] {
  return ["", examples.length === 1 ? "Example:" : "Examples:", ...examples.map((example) => `  ${command} ${example}`)];
}
