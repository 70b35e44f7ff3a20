/** Maps the words of a command line to a command. Commander parses the words and prints the help; problems are collected here. */
import { Command as CommanderCommand, CommanderError, Help, Option } from "commander";
import { listed } from "drawbridge-rules/values/fields.ts";
import type { Command } from "./command.ts";
import type { CommandWords, OptionWords } from "./command-words.ts";
import type { Io } from "./io.ts";
import { type ArgumentWords, ParsedArguments } from "./parsed-arguments.ts";
import { commonOptions, groups } from "./root-words.ts";
import { suggestionFor } from "./suggestion.ts";
import { UsageError } from "./usage-error.ts";

interface Found {
  readonly command: Command;
  readonly given: ParsedArguments;
}

/** Null where the help or the version was asked for, and is printed. @throws UsageError */
export function findCommand(commands: readonly Command[], argv: readonly string[], version: string, io: Io): Found | null {
  const end = argv.indexOf("--");
  const [words, literal] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)];
  const lookUp = (some: readonly string[], problems: readonly string[]) =>
    parse(commands, withOptionalValues(commands, some), literal, io, problems);
  // Only without a command: simulate has an option of that name.
  if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
    io.out(`${version}\n`);
    return null;
  }
  const operands = words.filter((word) => !word.startsWith("-"));
  try {
    return lookUp(operands[0] === "help" && operands.length > 1 ? helpRequest(commands, operands.slice(1)) : words, []);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    if (error.code !== "commander.optionMissingArgument") throw new UsageError([error.message.replace(/^error: /, "")]);
    // The last word is an option that wants a value. Without it, what else is wrong is seen too.
    return lookUp(words.slice(0, -1), [`${words.at(-1)} has no value`]);
  }
}

/** `help policy set` as `policy set --help`. An unknown word is looked up as a command, so that the error suggests one. */
function helpRequest(commands: readonly Command[], words: readonly string[]): string[] {
  const [first = "", second = ""] = words;
  const names = commands.map(({ name }) => name);
  if (names.includes(first)) return [first, "--help"];
  const isGroup = second === "" && names.some((name) => name.startsWith(`${first} `));
  return isGroup || names.includes(`${first} ${second}`) ? [first, ...(isGroup ? [] : [second]), "--help"] : [first, second];
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
      found = { command, given: givenOf(command, this, words, literal, io.now(), problems) };
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
    .helpCommand("help [COMMAND…]", "print the help of a command")
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      visibleCommands: leavesOf,
      visibleOptions: optionsInHelp,
      subcommandTerm: (command) => `${nameOf(command)} ${command.usage().replace(/\[options\] ?/, "")}`.trim(),
    })
    .configureOutput({
      writeOut: io.out,
      // The caller prints errors.
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => io.columns ?? 100,
      getOutHasColors: () => io.color,
    })
    .addHelpText("after", rootEnd(io.command));
  for (const option of commonOptions) program.addOption(optionOf(option));
  return expectingCommand(program);
}

/** `--version` is read before commander, which would take it from `simulate`. */
function optionsInHelp(command: CommanderCommand): Option[] {
  const options = new Help().visibleOptions(command);
  return command.parent ? options : [...options, new Option("-V, --version", "print the version")];
}

function rootEnd(typed: string): string {
  const examples = ["serve --demo", "apply -f acme-shop.yaml", "help policy set", "completion bash"];
  return `${examplesText(examples, typed)}\n\nExit codes: 0 done, 1 refused or failed, 2 wrong usage or setting.`;
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
          : `there is no command ${JSON.stringify(word)}: ${suggestionFor(word, names, group.parent ? group.name() : "")}`;
      throw new UsageError([problem], group.parent ? group.name() : "");
    });
}

/** All commands of the program, without the groups. */
function leavesOf(group: CommanderCommand): CommanderCommand[] {
  return group.commands.flatMap((command) => (command.commands.length > 0 ? leavesOf(command) : [command]));
}

function nameOf(command: CommanderCommand): string {
  const above = command.parent;
  return above?.parent ? `${above.name()} ${command.name()}` : command.name();
}

/** Keeps every value in order: a repeated option is an error, or a list. */
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
  now: number,
  problems: readonly string[],
): ParsedArguments {
  const options = [parsed, ...ancestors(parsed)].flatMap((each) => each.options);
  const values = parsed.optsWithGlobals<Record<string, ArgumentWords["options"][string]>>();
  return new ParsedArguments(
    {
      command: command.name,
      options: Object.fromEntries(options.map((option) => [baseName(option), values[option.attributeName()]])),
      operands: parsed.args.filter((word) => !isOption(word)),
      literal,
      unknown: parsed.args.filter(isOption),
      contradicted: options.filter((option) => option.negate && isContradicted(option, words)).map(baseName),
      known: [...options.map(({ long }) => long ?? ""), "--help"],
    },
    now,
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
