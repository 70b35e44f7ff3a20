import { parseArgs } from "node:util";
import { isAdminError, isNotFound } from "drawbridge-client/admin";
import { listed } from "drawbridge-rules/values/fields.ts";
import {
  commonOptions,
  commonOptionsOf,
  helpOption,
  type OptionSpec,
  optionSpec,
  ParsedArguments,
  UsageError,
} from "./arguments.ts";
import { type Command, Context, type Prepared, programVersion } from "./command.ts";
import { loadCommands } from "./command-list.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { classifyError, failureText } from "./failure.ts";
import { commandHelp, groupHelp, programHelp, suggestionFor, topicHelp } from "./help.ts";
import { type Io, processIo } from "./io.ts";
import { notFoundText } from "./not-found.ts";
import { token, url } from "./text-form.ts";

export function runProgram(argv: readonly string[], command: string): Promise<number> {
  return run(argv, processIo(command));
}

export async function run(argv: readonly string[], io: Io): Promise<number> {
  let context: Context | null = null;
  try {
    const commands = await loadCommands(argv);
    const found = findCommand(commands, argv, programVersion, io);
    if (!found) return 0;
    const { given: args } = found;
    // The URL of a webhook is not the server's.
    const isServer = commonOptionsOf(found.command).length === commonOptions.length;
    const connection = { url: isServer ? args.option("url", url) : null, token: args.option("token", token) };
    context = new Context(io, args, connection, { command: found.command, argv, commands });
    await context.output.load();
    return await (await prepare(found, context))(context);
  } catch (error) {
    // A text search, since the command line may be unreadable. Words after `--` belong to the wrapped command.
    const end = argv.indexOf("--");
    const words = argv.slice(0, end < 0 ? argv.length : end).join(" ");
    return await report(error, /(?:^| )(?:--json|--output[= ]json|-o[= ]?json)(?: |$)/.test(words), context, io);
  }
}

/** A valid id: the other arguments are read with it before any request. */
const anyProject = "project";

async function prepare({ command, given }: Found, context: Context): Promise<Prepared> {
  const orElse = command.options?.find(({ orElse }) => orElse !== undefined)?.orElse;
  if (orElse === undefined || given.has("project") || given.has("installation")) return command.prepare(given);
  const { project } = context.clientSettings;
  if (project === null && orElse === "environment") return command.prepare(given);
  if (project === null) command.prepare(given.withProject(anyProject));
  context.args = given.withProject(project ?? (await onlyProject(context)));
  return command.prepare(context.args);
}

async function onlyProject({ client, typed }: Context): Promise<string> {
  const projects = await client.listAll("listProjects");
  const [only] = projects;
  if (only && projects.length === 1) return only.id;
  const there = only ? `the server has ${listed(projects.map(({ id }) => id).slice(0, maxNamed))}` : "you have no project";
  throw new UsageError([`--project is missing, and DRAWBRIDGE_PROJECT is not set: ${there}`], typed.command.name);
}

const maxNamed = 5;

async function report(error: unknown, isJson: boolean, context: Context | null, io: Io): Promise<number> {
  const found = classifyError(error, context?.typed.command);
  // A defect: its developers need the trace.
  if (!found) throw error;
  const isNamed = context !== null && isAdminError(error) && isNotFound(error);
  const failure = isNamed ? { ...found, detail: await notFoundText(found.detail, context) } : found;
  io.err(failureText(error, failure, isJson, context, io.command));
  return exitCodeOf(error);
}

interface Found {
  readonly command: Command;
  readonly given: ParsedArguments;
}

/** Null means the help or the version was printed. @throws UsageError */
function findCommand(commands: readonly Command[], argv: readonly string[], version: string, io: Io): Found | null {
  const end = argv.indexOf("--");
  const [words, literal] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)];
  // Only without a command: simulate has an option of that name.
  if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
    io.out(`${version}\n`);
    return null;
  }
  const operands = operandIndexes(words);
  const isHelpCommand = words[operands[0] ?? -1] === "help";
  const path = operands.slice(isHelpCommand ? 1 : 0);
  const [first = "", second = ""] = path.map((at) => words[at]);
  const command = commands.find(({ name }) => name === first || name === `${first} ${second}`);
  if (!command) {
    const group = commands.some(({ name }) => name.startsWith(`${first} `)) ? first : "";
    const topic = isHelpCommand ? topicHelp(first, io) : null;
    const word = group === "" ? first : second;
    if (topic === null && word !== "") throw unknownCommand(commands, group, word);
    // The help alone would hide an option that no command has.
    const stray = words.find((each) => each.startsWith("-") && !rootOptions.includes(each.replace(/=.*/, "")));
    if (stray !== undefined) throw new UsageError([`unknown option ${stray}`], group);
    io.out(topic ?? (group === "" ? programHelp(commands, io) : groupHelp(commands, group, io)));
    return null;
  }
  const taken = path.slice(0, command.name.split(" ").length);
  const rest = words.filter((_, at) => !taken.includes(at));
  const { isHelpAsked, problems, ...given } = parse(command, rest, literal);
  if (!isHelpCommand && !isHelpAsked) return { command, given: new ParsedArguments(given, io.now(), problems) };
  io.out(commandHelp(command, io));
  return null;
}

/** Positions of words that are neither options nor values of common options. */
function operandIndexes(words: readonly string[]): number[] {
  const takers = commonOptions.map(optionSpec).filter(({ takes }) => takes === "value");
  const found: number[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (takers.some(({ long, short }) => word === `--${long}` || word === `-${short}`)) at++;
    else if (!word.startsWith("-")) found.push(at);
  }
  return found;
}

const rootOptions = [...commonOptions, helpOption].flatMap(({ flags }) => flags.match(/--?[a-z]+/g) ?? []);

function unknownCommand(commands: readonly Command[], group: string, word: string): UsageError {
  const names = commands.flatMap(({ name }) => {
    const [first = "", second] = name.split(" ");
    return group === "" ? [first] : first === group && second !== undefined ? [second] : [];
  });
  const meant = suggestionFor(word, [...new Set(names)], group);
  const within = (name: string) => JSON.stringify(group === "" || name.startsWith("-") ? name : `${group} ${name}`);
  const hint = meant === "" ? "" : `. Did you mean ${within(meant)}?`;
  return new UsageError([`unknown command ${within(word)}${hint}`], group);
}

function parse(command: Command, words: readonly string[], literal: readonly string[]) {
  const specs = [...(command.options ?? []), ...commonOptions, helpOption].map(optionSpec);
  const args = withOptionalValues(specs, words);
  const config = Object.fromEntries(
    specs.map(({ long, short, takes }) => [
      long,
      { type: takes === null ? ("boolean" as const) : ("string" as const), ...(short ? { short } : {}) },
    ]),
  );
  const { tokens } = parseArgs({ args, options: config, strict: false, allowPositionals: true, tokens: true });
  const flags: Record<string, boolean> = {};
  const values: Record<string, string[]> = {};
  const problems: string[] = [];
  const operands: string[] = [];
  const unknown = new Set<string>();
  for (const token of tokens) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind !== "option") continue;
    const spec = specs.find(({ long }) => long === token.name);
    const { rawName, value } = token;
    if (!spec) unknown.add(args[token.index] ?? rawName);
    else if (spec.takes === null && value !== undefined) problems.push(`${rawName} takes no value`);
    else if (spec.takes === null) flags[spec.base] = !spec.isNegated;
    else if (value === undefined) problems.push(`${rawName} has no value`);
    else values[spec.base] = [...(values[spec.base] ?? []), value];
  }
  const given = new Set(tokens.flatMap((token) => (token.kind === "option" ? [token.name] : [])));
  const known = specs.map(({ long }) => `--${long}`);
  for (const option of unknown) {
    const [name = option] = option.split("=");
    const meant = suggestionFor(name, known, command.name);
    problems.push(`unknown option ${name}${meant === "" ? "" : `. Did you mean ${meant}?`}`);
  }
  for (const { isNegated, base, long } of specs)
    if (isNegated && given.has(base) && given.has(long)) problems.push(`--${base} and --no-${base} cannot be combined: keep one`);
  const isHelpAsked = given.has("help");
  const options = { ...flags, ...values };
  return { command: command.name, options, operands, literal, hasUnknown: unknown.size > 0, known, isHelpAsked, problems };
}

/** An option whose value may be left out gets an empty one. */
function withOptionalValues(specs: readonly OptionSpec[], words: readonly string[]): string[] {
  const done: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word = "", next = ""] = words.slice(at, at + 2);
    const taker = specs.find(({ long, isTaken }) => isTaken && word === `--${long}`);
    const isTaken = taker?.isTaken?.(next) ?? false;
    done.push(taker ? `${word}=${isTaken ? next : ""}` : word);
    if (isTaken) at++;
  }
  return done;
}
