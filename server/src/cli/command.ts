/** Definition of a command: its words, the parser of its arguments, and its action. */
import type { CommandWords } from "./command-words.ts";
import type { Context } from "./context.ts";
import type { ParsedArguments } from "./parsed-arguments.ts";

interface CommandDefinition<T> extends CommandWords {
  /** Collects problems instead of stopping at the first. */
  read(args: ParsedArguments): T;
  /** A number is the exit code; anything else is 0. */
  run(request: T, context: Context): Promise<unknown>;
}

/** A command that was read and waits to be run. */
type Prepared = (context: Context) => Promise<number>;

export interface Command extends CommandWords {
  /** @throws UsageError with everything that is wrong */
  prepare(args: ParsedArguments): Prepared;
}

export function command<T>(definition: CommandDefinition<T>): Command {
  const { read, run, ...words } = definition;
  return {
    ...words,
    prepare(args) {
      const request = read(args);
      args.finish();
      return async (context) => {
        const code = await run(request, context);
        return typeof code === "number" ? code : 0;
      };
    },
  };
}
