/** What a command is: its words, what it reads from the command line, and what it does with it. */
import type { CommandWords } from "./command-words.ts";
import type { Context } from "./context.ts";
import type { Given } from "./given.ts";

export interface CommandDefinition<T> extends CommandWords {
  /** Notes what is wrong and goes on. */
  read(given: Given): T;
  /** A number is the exit code; anything else is 0. */
  run(request: T, context: Context): Promise<unknown>;
}

/** A command that was read and waits to be run. */
export type Prepared = (context: Context) => Promise<number>;

export interface Command extends CommandWords {
  /** @throws UsageError with everything that is wrong */
  prepare(given: Given): Prepared;
}

export function command<T>(definition: CommandDefinition<T>): Command {
  const { read, run, ...words } = definition;
  return {
    ...words,
    prepare(given) {
      const request = read(given);
      given.finish();
      return async (context) => {
        const code = await run(request, context);
        return typeof code === "number" ? code : 0;
      };
    },
  };
}
