/** Command line: finds the command, runs it, and sets the exit code. */
import { isAdminError, isNotFound } from "drawbridge-client/admin";
import { listed } from "drawbridge-rules/values/fields.ts";
import { UsageError } from "./arguments.ts";
import { Context, type Prepared, programVersion } from "./command.ts";
import { loadCommands } from "./command-list.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { classifyError, failureText } from "./failure.ts";
import { type Io, processIo } from "./io.ts";
import { notFoundText } from "./not-found.ts";
import { type Found, findCommand } from "./parser.ts";
import { token, url } from "./text-form.ts";

/** Runs this process. @param command how it was started: hints begin with it */
export function runProgram(argv: readonly string[], command: string): Promise<number> {
  return run(argv, processIo(command));
}

/** Exit code: see exit-codes.ts. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let context: Context | null = null;
  try {
    const commands = await loadCommands(argv);
    const found = findCommand(commands, argv, programVersion, io);
    if (!found) return 0;
    const { given: args } = found;
    const connection = { url: args.option("url", url), token: args.option("token", token) };
    context = new Context(io, args, connection, { command: found.command, argv, commands });
    await context.output.load();
    return await (await prepare(found, context))(context);
  } catch (error) {
    // Arguments after `--` belong to the wrapped command.
    const end = argv.indexOf("--");
    return await report(error, isJsonAsked(argv.slice(0, end < 0 ? argv.length : end)), context, io);
  }
}

/** A valid id: the other arguments are read with it before any request. */
const anyProject = "project";

/** Reads the arguments, with the project of the environment or the only one there is where the command takes it. */
async function prepare({ command, given }: Found, context: Context): Promise<Prepared> {
  const orElse = command.options?.find(({ orElse }) => orElse !== undefined)?.orElse;
  if (orElse === undefined || given.has("project") || given.has("installation")) return command.prepare(given);
  const { project } = context.clientSettings;
  if (project === null && orElse === "environment") return command.prepare(given);
  if (project === null) command.prepare(given.withProject(anyProject));
  context.args = given.withProject(project ?? (await onlyProject(context)));
  return command.prepare(context.args);
}

/** @throws UsageError */
async function onlyProject({ client, typed }: Context): Promise<string> {
  const projects = await client.listAll("listProjects");
  const [only] = projects;
  if (only && projects.length === 1) return only.id;
  const there = only ? `the server has ${listed(projects.map(({ id }) => id).slice(0, maxNamed))}` : "you have no project";
  throw new UsageError([`--project is missing, and DRAWBRIDGE_PROJECT is not set: ${there}`], typed.command.name);
}

const maxNamed = 5;

/** Also where the command line could not be read. */
function isJsonAsked(words: readonly string[]): boolean {
  return /(?:^| )(?:--json|--output[= ]json|-o[= ]?json)(?: |$)/.test(words.join(" "));
}

async function report(error: unknown, isJson: boolean, context: Context | null, io: Io): Promise<number> {
  const found = classifyError(error, context?.typed.command);
  // A defect: its developers need the trace.
  if (!found) throw error;
  const isNamed = context !== null && isAdminError(error) && isNotFound(error);
  const failure = isNamed ? { ...found, detail: await notFoundText(found.detail, context) } : found;
  io.err(failureText(error, failure, isJson, context, io.command));
  return exitCodeOf(error);
}
