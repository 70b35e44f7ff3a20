/** What a command is: its words, what it reads from the command line, and what it does with it. */
import type { Context } from "./context.ts";
import type { Given } from "./given.ts";

export interface OptionWords {
  /** As commander writes them: `--name <text>`, `-f, --file <file>`, `--yes`, `--no-minimum`, `--propose [id]`. */
  readonly flags: string;
  readonly meaning: string;
  /** Of a value that may be left out (`[id]`): whether the next word is that value. Any other is the next operand. */
  readonly takes?: (word: string) => boolean;
}

/** What every command has in common, whatever it reads. */
export interface CommandWords {
  /** `policy set` is the command `set` in the group `policy`. */
  readonly name: string;
  readonly meaning: string;
  readonly operands?: readonly { readonly name: string; readonly meaning: string; readonly isOptional?: boolean }[];
  /** What stands after `--`, where a command takes another one. */
  readonly wraps?: string;
  readonly options?: readonly OptionWords[];
  /** Lines for `--help`, without the program's name. */
  readonly examples: readonly string[];
  /** What else `--help` is to say. */
  readonly notes?: string;
}

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
