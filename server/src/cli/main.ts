/** Command line: finds the command, runs it, and sets the exit code. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { UsageError } from "./arguments.ts";
import { Context, programVersion } from "./command.ts";
import { loadCommands } from "./command-list.ts";
import { classifyError, failureText } from "./failure.ts";
import { type Io, processIo } from "./io.ts";
import { findCommand } from "./parser.ts";
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
    const prepared = found.command.prepare(args);
    context = new Context(io, args.flag("json"), connection, { command: found.command, argv, commands });
    return await prepared(context);
  } catch (error) {
    // Arguments after `--` belong to the wrapped command.
    const end = argv.indexOf("--");
    return report(error, argv.slice(0, end < 0 ? argv.length : end).includes("--json"), context, io);
  }
}

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
