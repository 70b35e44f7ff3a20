/** Command line: finds the command, runs it, and sets the exit code. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { listed } from "drawbridge-rules/values/fields.ts";
import { UsageError } from "./arguments.ts";
import { Context, type Prepared, programVersion } from "./command.ts";
import { loadCommands } from "./command-list.ts";
import { classifyError, failureText } from "./failure.ts";
import { type Io, processIo } from "./io.ts";
import { type Found, findCommand } from "./parser.ts";
import { token, url } from "./text-form.ts";

/** Runs this process. @param command how it was started: hints begin with it */
export function runProgram(argv: readonly string[], command: string): Promise<number> {
  return run(argv, processIo(command));
}

/** Exit code: 0 done, 1 refused or failed, 2 the command line or a setting is wrong. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let context: Context | null = null;
  try {
    const commands = await loadCommands(argv);
    const found = findCommand(commands, argv, programVersion, io);
    if (!found) return 0;
    const { given: args } = found;
    const connection = { url: args.option("url", url), token: args.option("token", token) };
    context = new Context(io, args.flag("json"), connection, { command: found.command, argv, commands });
    return await (await prepare(found, context))(context);
  } catch (error) {
    // Arguments after `--` belong to the wrapped command.
    const end = argv.indexOf("--");
    return report(error, argv.slice(0, end < 0 ? argv.length : end).includes("--json"), context, io);
  }
}

/** A valid id: the other arguments are read with it before a server is asked. */
const anyProject = "project";

/** Reads the arguments, with the project of the environment or the only one there is where the command takes it. */
async function prepare({ command, given }: Found, context: Context): Promise<Prepared> {
  const orElse = command.options?.find(({ orElse }) => orElse !== undefined)?.orElse;
  if (orElse === undefined || given.has("project") || given.has("installation")) return command.prepare(given);
  const { project } = context.clientSettings;
  if (project !== null) return command.prepare(given.withProject(project));
  if (orElse === "environment") return command.prepare(given);
  command.prepare(given.withProject(anyProject));
  return command.prepare(given.withProject(await onlyProject(context)));
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

function report(error: unknown, isJson: boolean, context: Context | null, io: Io): number {
  const failure = classifyError(error, context?.typed.command);
  // A defect: its developers need the trace.
  if (!failure) throw error;
  io.err(failureText(error, failure, isJson, context, io.command));
  return isUsage(error) ? 2 : 1;
}

/** An invalid value that the client finds comes from the command line or the environment. */
function isUsage(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof DrawbridgeError && error.code === "invalid");
}
