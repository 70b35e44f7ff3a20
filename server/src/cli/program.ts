/** From the words of a command line to the command that they name. Commander reads the words and prints the help; what is wrong is collected here. */
import { Command as CommanderCommand, CommanderError, Option } from "commander";
import { listed } from "drawbridge-rules/values/fields.ts";
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import type { Command } from "./command.ts";
import type { CommandWords, OptionWords } from "./command-words.ts";
import { Given, type Words } from "./given.ts";
import type { Io } from "./io.ts";
import { UsageError } from "./usage-error.ts";

export interface Found {
  readonly command: Command;
  readonly given: Given;
}

/** For every command. */
const commonOptions: readonly OptionWords[] = [
  { flags: "--json", meaning: "print the answer, or the error, as one line of JSON" },
  { flags: "--url <url>", meaning: "the server to talk to (or DRAWBRIDGE_URL); else the one recorded in the data directory" },
  { flags: "--token <token>", meaning: "its access token (or DRAWBRIDGE_TOKEN); else, on this machine, the file admin-token" },
];

const groups: Readonly<Record<string, string>> = {
  project: "list, show, change or delete projects",
  policy: "show or change which versions of an app may run",
  instance: "list, change or delete the instances that maintenance is about",
  maintenance: "look at maintenance, plan it, and start, extend or end it now",
  key: "make, import, list, rotate or revoke the read keys that apps carry",
  feed: "make, list or revoke the addresses of calendars and Atom feeds",
  token: "make, list or revoke the access tokens of operators and scripts",
  edge: "look at the edges that follow the server",
  "edge-token": "make, list or revoke what edges follow the server with",
  user: "add people, say what they may, and take it away again",
  protection: "show or say what a project asks of whoever edits it",
  proposal: "look at changes that wait for another person, approve, publish or end them",
};

/** Null where the help or the version was asked for, and is printed. @throws UsageError */
export function findCommand(commands: readonly Command[], argv: readonly string[], version: string, io: Io): Found | null {
  const end = argv.indexOf("--");
  const [words, literal] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)];
  const lookUp = (some: readonly string[], problems: readonly string[]) =>
    parse(commands, withOptionalValues(commands, some), literal, io, problems);
  // Only alone: simulate has an option of that name.
  if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
    io.out(`${version}\n`);
    return null;
  }
  try {
    return lookUp(words, []);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    // `help` with a word that is no command: commander prints the whole help on standard error, which says nothing of it.
    if (error.code === "commander.help") return lookUp(words.slice(1), []);
    if (error.code !== "commander.optionMissingArgument") throw new UsageError([error.message.replace(/^error: /, "")]);
    // The last word is an option that wants a value. Without it, what else is wrong is seen too.
    return lookUp(words.slice(0, -1), [`${words.at(-1)} has no value`]);
  }
}

function parse(
  commands: readonly Command[],
  words: readonly string[],
  literal: readonly string[],
  io: Io,
  problems: readonly string[],
): Found | null {
  let found: Found | null = null;
  const program = rootOf(io);
  for (const command of commands) {
    add(program, command, io.command).action(function (this: CommanderCommand) {
      found = { command, given: givenOf(command, this, words, literal, problems) };
    });
  }
  program.parse(words, { from: "user" });
  return found;
}

/** Commander would take any next word for a value that may be left out: here each has its value, if only an empty one. */
function withOptionalValues(commands: readonly Command[], words: readonly string[]): string[] {
  const takers = new Map(
    commands
      .flatMap(({ options = [] }) => options)
      .flatMap(({ flags, takes }) => (takes ? [[flags.split(" ")[0] ?? "", takes] as const] : [])),
  );
  const done: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word = "", next = ""] = words.slice(at, at + 2);
    const isTaken = takers.get(word)?.(next) ?? false;
    done.push(takers.has(word) ? `${word}=${isTaken ? next : ""}` : word);
    if (isTaken) at++;
  }
  return done;
}

function rootOf(io: Io): CommanderCommand {
  const program = new CommanderCommand("drawbridge")
    .description("Which app versions may still run, and which instances are in maintenance.")
    .helpCommand("help [COMMAND]", "print the help of a command")
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      visibleCommands: leavesOf,
      subcommandTerm: (command) => `${nameOf(command)} ${command.usage().replace(/\[options\] ?/, "")}`.trim(),
    })
    .configureOutput({
      writeOut: io.out,
      // Errors are printed by whoever catches them.
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => io.columns ?? 100,
      getOutHasColors: () => io.color,
    })
    .addHelpText("after", rootEnd(io.command));
  for (const option of commonOptions) program.addOption(optionOf(option));
  return expectingCommand(program);
}

function rootEnd(typed: string): string {
  const examples = ["serve --demo", "apply -f acme-shop.yaml", "policy set --help", "--version"];
  return `${examplesText(examples, typed)}\n\nExit codes: 0 done, 1 refused or failed, 2 the command line or a setting is wrong.`;
}

/** @param typed how this program was started */
function add(program: CommanderCommand, command: CommandWords, typed: string): CommanderCommand {
  const [first = "", second] = command.name.split(" ");
  const parent = second === undefined ? program : groupOf(program, first, command, typed);
  const operands = command.operands ?? [];
  const made = parent
    .command(second ?? first)
    .description(command.meaning)
    .helpOption("-h, --help", "print this help")
    .usage(usageOf(command))
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText("after", helpEnd(command, typed));
  for (const { name, meaning } of operands) made.argument(`[${name}]`, meaning);
  for (const option of command.options ?? []) made.addOption(optionOf(option));
  return made;
}

function usageOf({ operands = [], wraps }: CommandWords): string {
  const names = operands.map(({ name, isOptional }) => (isOptional ? `[${name}]` : name));
  return [...names, "[options]", ...(wraps === undefined ? [] : ["--", wraps])].join(" ");
}

/** @param first of its commands, whose examples are the group's */
function groupOf(program: CommanderCommand, name: string, first: CommandWords, typed: string): CommanderCommand {
  const known = program.commands.find((command) => command.name() === name);
  if (known) return known;
  const made = program
    .command(name)
    .description(groups[name] ?? "")
    .helpCommand(false);
  return expectingCommand(made).addHelpText("after", examplesText(first.examples, typed));
}

/** Is reached when no word is a command of its own. */
function expectingCommand(group: CommanderCommand): CommanderCommand {
  return group
    .usage("COMMAND …")
    .helpOption("-h, --help", "print this help")
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      const names = group.commands.map((command) => command.name());
      const [word] = group.args;
      const problem =
        word === undefined
          ? `expected a command: ${listed(names, "or")}`
          : `there is no command ${JSON.stringify(word)}: the nearest is ${nearestName(word, names)}`;
      throw new UsageError([problem], group.parent ? group.name() : "");
    });
}

/** Of the program every command there is, not only the groups. */
function leavesOf(group: CommanderCommand): CommanderCommand[] {
  return group.commands.flatMap((command) => (command.commands.length > 0 ? leavesOf(command) : [command]));
}

function nameOf(command: CommanderCommand): string {
  const above = command.parent;
  return above?.parent ? `${above.name()} ${command.name()}` : command.name();
}

/** Every value is kept, in order: what is given twice is then told, or is a list. */
function optionOf({ flags, meaning }: OptionWords): Option {
  const option = new Option(flags, meaning);
  if (!option.required && !option.optional) return option;
  return option.argParser((value: string, before: unknown) => (Array.isArray(before) ? [...before, value] : [value]));
}

function helpEnd({ notes, examples }: CommandWords, typed: string): string {
  return `${notes ? `\n${notes}\n` : ""}${examplesText(examples, typed)}`;
}

function examplesText(examples: readonly string[], typed: string): string {
  const heading = examples.length === 1 ? "Example:" : "Examples:";
  return ["", heading, ...examples.map((example) => `  ${typed} ${example}`)].join("\n");
}

function givenOf(
  command: Command,
  parsed: CommanderCommand,
  words: readonly string[],
  literal: readonly string[],
  problems: readonly string[],
): Given {
  const options = [parsed, ...ancestors(parsed)].flatMap((each) => each.options);
  const values = parsed.optsWithGlobals<Record<string, Words["options"][string]>>();
  return new Given(
    {
      command: command.name,
      options: Object.fromEntries(options.map((option) => [baseName(option), values[option.attributeName()]])),
      operands: parsed.args.filter((word) => !isOption(word)),
      literal,
      unknown: parsed.args.filter(isOption),
      contradicted: options.filter((option) => option.negate && isContradicted(option, words)).map(baseName),
      known: [...options.map(({ long }) => long ?? ""), "--help"],
    },
    problems,
  );
}

/** `--no-minimum` and `--minimum` are about one thing. */
function baseName(option: Option): string {
  return option.name().replace(/^no-/, "");
}

/** Commander lets the last word have it. A value that reads like an option is refused elsewhere. */
function isContradicted(option: Option, words: readonly string[]): boolean {
  const given = `--${baseName(option)}`;
  return words.includes(`--no-${baseName(option)}`) && words.some((word) => word === given || word.startsWith(`${given}=`));
}

function ancestors(command: CommanderCommand): CommanderCommand[] {
  return command.parent ? [command.parent, ...ancestors(command.parent)] : [];
}

/** `-` alone stands for standard input. */
function isOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}
