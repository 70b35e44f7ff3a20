/** Loads the commands that a command line can name. */
import type { Command } from "./command.ts";

/** The start of a server loads its own command alone: the others would take a tenth of its CPU time. */
export async function loadCommands(argv: readonly string[]): Promise<readonly Command[]> {
  if (argv[0] === "serve") return [(await import("./serve.ts")).serve];
  return (await import("./commands.ts")).commands;
}
