import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import { settingGroups } from "../base/setting-groups.ts";
import { settings } from "../base/settings.ts";
import { type CommandWords, commonOptions, commonOptionsOf, groups, helpOption, type OptionWords } from "./arguments.ts";
import { exitCode, exitCodeMeanings } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { wrapped } from "./output.ts";

export const pagesOfCommands: Readonly<Record<string, { readonly job: string; readonly commands: readonly string[] }>> = {
  manifest: {
    job: "write, check, apply and update the file with a project's configuration",
    commands: ["init", "validate", "plan", "apply", "export", "pull"],
  },
  history: {
    job: "list, follow and undo changes, and see the answers and requests of apps",
    commands: ["history", "events", "undo", "simulate", "adoption"],
  },
  server: {
    job: "run, check, back up and move a server, and open every app in an emergency",
    commands: ["serve", "doctor", "open", "backup", "restore", "copy", "compact"],
  },
  program: { job: "see who you are, the version, and completion for a shell", commands: ["whoami", "version", "completion"] },
};

export const commandPages: Readonly<Record<string, string>> = {
  ...groups,
  ...Object.fromEntries(Object.entries(pagesOfCommands).map(([name, { job }]) => [name, job])),
};

export function pageOfCommand(command: string): string {
  const [first = ""] = command.split(" ");
  if (Object.hasOwn(groups, first)) return first;
  return Object.entries(pagesOfCommands).find(([, { commands }]) => commands.includes(first))?.[0] ?? "program";
}

type Shown = Pick<Io, "command" | "columns">;
type Section = readonly [string, readonly Row[]];

const defaultWidth = 100;
const versionOption: OptionWords = { flags: "-V, --version", meaning: "print the version" };

export function programHelp(commands: readonly CommandWords[], io: Shown): string {
  const sections: Section[] = [
    ["Options", [...commonOptions, helpOption, versionOption].map(optionRow)],
    ["Commands", commands.map(commandRow)],
    ["Help topics", Object.entries(helpTopics).map(([name, { meaning }]): Row => [`help ${name}`, meaning])],
  ];
  const examples = ["serve --demo", "apply -f acme-shop.yaml", "help policy set", "completion bash"];
  return helpText("COMMAND …", "Which app versions may still run, and which instances are in maintenance.", sections, io, [
    ...examplesText(examples, io),
    "",
    "Every server has the documentation at /docs, and pages such as /docs/backup.",
  ]);
}

export function topicHelp(name: string, io: Shown): string | null {
  const topic = helpTopics[name];
  if (!topic) return null;
  return helpText(`help ${name}`, `${topic.meaning[0]?.toUpperCase()}${topic.meaning.slice(1)}`, topic.sections, io, [
    "",
    ...topic.end,
    ...pageLines(topic.page),
  ]);
}

export function groupHelp(commands: readonly CommandWords[], group: string, io: Shown): string {
  const own = commands.filter(({ name }) => name.startsWith(`${group} `));
  const sections = [["Options", [optionRow(helpOption)]], globalOptions, ["Commands", own.map(commandRow)]] as const;
  // The examples of its first command are the group's.
  return helpText(`${group} COMMAND …`, groups[group] ?? "", sections, io, [
    ...examplesText(own[0]?.examples ?? [], io),
    ...pageLines(`/docs/reference/cli-${group}`),
  ]);
}

export function commandHelp(command: CommandWords, io: Shown): string {
  const { operands = [], options = [], notes } = command;
  const sections = [
    ["Arguments", operands.map(({ name, meaning }): Row => [name, meaning])],
    ["Options", [...options, helpOption].map(optionRow)],
    ["Global Options", commonOptionsOf(command).map(optionRow)],
  ] as const;
  return helpText(usageOf(command, "[options]"), command.meaning, sections, io, [
    ...(notes ? ["", notes] : []),
    ...examplesText(command.examples, io),
    ...pageLines(`/docs/reference/cli-${pageOfCommand(command.name)}#${command.name.replaceAll(" ", "-")}`),
  ]);
}

function pageLines(path: string): string[] {
  return ["", `Documentation: ${path}`];
}

const globalOptions: Section = ["Global Options", commonOptions.map(optionRow)];

function optionRow({ flags, meaning }: OptionWords): Row {
  return [flags, meaning];
}

function commandRow(command: CommandWords): Row {
  return [usageOf(command), command.meaning];
}

export function usageOf({ name, operands = [], wraps }: CommandWords, ...more: readonly string[]): string {
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
    ...rows.map(([term, text]) => `  ${term}`.padEnd(indent) + wrapped(text, 0, width - indent).join(`\n${" ".repeat(indent)}`)),
  ]);
  return `${[`Usage: drawbridge ${usage}`, "", meaning, ...lines, ...end].join("\n")}\n`;
}

function examplesText(examples: readonly string[], { command }: Shown): string[] {
  return ["", examples.length === 1 ? "Example:" : "Examples:", ...examples.map((example) => `  ${command} ${example}`)];
}

/** The first that exists where the word was typed is suggested. */
export const commandsByMeaning: Readonly<Record<string, readonly string[]>> = {
  ...among(["ls", "get", "all"], ["list", "show", "project list"]),
  ...among(["describe", "info", "cat", "view"], ["show", "project show"]),
  ...among(["add", "new", "make", "create"], ["create", "add", "schedule", "set", "project set"]),
  ...among(["rm", "remove", "del", "destroy", "delete"], ["delete", "disable", "revoke", "withdraw", "project delete"]),
  ...among(["edit", "update", "change", "rename"], ["set", "project set"]),
  ...among(["stop", "end", "finish"], ["complete"]),
  ...among(["begin"], ["start"]),
  ...among(["start", "run", "up", "server"], ["serve"]),
  ...among(["login", "auth", "signin"], ["--token"]),
  ...among(["log", "logs", "audit"], ["history"]),
  ...among(["diff", "dry-run"], ["plan"]),
  ...among(["lint", "check", "verify"], ["validate"]),
  ...among(["watch", "tail", "follow"], ["events"]),
  ...among(["status", "health"], ["doctor", "whoami"]),
  ...among(["sync", "deploy"], ["apply"]),
  ...among(["revert", "rollback"], ["undo"]),
  ...among(["dump"], ["backup", "export"]),
  ...among(["block"], ["policy set"]),
  ...among(["setup", "scaffold", "template"], ["init"]),
  ...among(["list"], ["project list"]),
  ...among(["schedule"], ["maintenance schedule"]),
  ...among(["window", "windows"], ["maintenance"]),
  ...among(["person", "people", "member"], ["user"]),
  ...among(["upgrade", "ver"], ["version"]),
};

export const optionsByMeaning: Readonly<Record<string, readonly string[]>> = {
  ...among(["--format"], ["--output"]),
  ...among(["--server", "--host", "--address"], ["--url"]),
  ...among(["--api-key", "--password", "--auth"], ["--token"]),
  ...among(["-y", "--force", "--assume-yes"], ["--yes"]),
  ...among(["-m", "--comment", "--why"], ["--reason"]),
  ...among(["-n", "--namespace"], ["--project"]),
  ...among(["--check", "--preview", "--plan"], ["--dry-run"]),
  ...among(["--duration", "--length"], ["--for"]),
  ...among(["--tz", "--timezone"], ["--zone"]),
  ...among(["--expiry", "--expiration"], ["--expires"]),
  ...among(["--min"], ["--minimum"]),
  ...among(["--filename", "--manifest"], ["--file"]),
};

export const commandsInsteadOfOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  apply: { ...among(["--dry-run", "--check", "--diff"], "plan") },
};

/** @param command where the word was typed */
export function suggestionFor(word: string, known: readonly string[], command: string): string {
  const instead = commandsInsteadOfOptions[command]?.[word];
  if (instead !== undefined) return `the command ${instead}`;
  const meant = (word.startsWith("-") ? optionsByMeaning : commandsByMeaning)[word] ?? [];
  const found = meant.find((name) => known.includes(name) || (command === "" && isElsewhere(name, known)));
  // Dashes are not evidence of a typing error.
  return found ?? nearestName(word, known, (word.length - (/^-*/.exec(word)?.[0].length ?? 0)) / 3);
}

function isElsewhere(name: string, known: readonly string[]): boolean {
  return name.startsWith("--") || (name.includes(" ") && known.includes(name.split(" ")[0] ?? ""));
}

function among<T>(typed: readonly string[], meant: T): Record<string, T> {
  return Object.fromEntries(typed.map((word) => [word, meant]));
}

type Row = readonly [string, string];

interface HelpTopic {
  readonly meaning: string;
  readonly sections: readonly (readonly [heading: string, rows: readonly Row[]])[];
  readonly end: readonly string[];
  readonly page: string;
}

const rowOf = ({ name, meaning, page }: { readonly name: string; readonly meaning: string; readonly page?: string }): Row => [
  name,
  `${meaning.replaceAll("`", "")}${page === undefined ? "" : ` See /docs/${page}.`}`,
];

export const helpTopics: Readonly<Record<string, HelpTopic>> = {
  environment: {
    meaning: "environment variables",
    sections: [
      ...settingGroups.map(({ title, names }): [string, readonly Row[]] => [title, names.map((name) => rowOf(settings[name]))]),
      ["Output", [["NO_COLOR", "Set to anything: no colors on a terminal."]]],
    ],
    end: ["An option of a command overrides its variable. NAME_FILE names a file with the value of NAME."],
    page: "/docs/settings",
  },
  "exit-codes": {
    meaning: "exit codes of every command",
    sections: [
      [
        "Exit codes",
        Object.entries(exitCodeMeanings).map(([name, text]) => [String(exitCode[name as keyof typeof exitCode]), text]),
      ],
    ],
    end: ["maintenance run exits with the code of the command that it runs."],
    page: "/docs/reference/cli#exit-codes",
  },
};
