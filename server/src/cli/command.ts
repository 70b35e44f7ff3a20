import { type AdminClient, createAdminClient } from "drawbridge-client/admin";
import packageFile from "../../package.json" with { type: "json" };
import type { Settings } from "../base/settings.ts";
import { type CommandWords, type ParsedArguments, type Parts, partWords, readParts, type Values } from "./arguments.ts";
import { type ConnectionOptions, findConnection, type ServerConnection } from "./connection.ts";
import type { Io } from "./io.ts";
import { Output, outputFormats } from "./output.ts";
import { oneOf } from "./text-form.ts";

export const programVersion: string = packageFile.version;

/** The command and its arguments. */
interface Typed {
  readonly command: CommandWords;
  readonly argv: readonly string[];
  /** All that this program has. */
  readonly commands: readonly CommandWords[];
}

export class Context {
  readonly io: Io;
  readonly output: Output;
  readonly typed: Typed;
  args: ParsedArguments;
  readonly #given: ConnectionOptions;
  #settings: Settings | null = null;
  #clientSettings: Settings | null = null;
  #connection: ServerConnection | null = null;
  #client: AdminClient | null = null;

  constructor(io: Io, args: ParsedArguments, given: ConnectionOptions, typed: Typed) {
    this.io = io;
    this.args = args;
    this.typed = typed;
    this.output = new Output(io, args.flag("json") ? "json" : (args.option("output", oneOf(outputFormats)) ?? "table"));
    this.#given = given;
  }

  /** @throws invalid: with everything that is wrong with the environment */
  get settings(): Settings {
    this.#settings ??= this.io.settings();
    return this.#settings;
  }

  get connection(): ServerConnection {
    this.#connection ??= findConnection(this.#given, this.clientSettings);
    return this.#connection;
  }

  /** A client shares its environment with other programs, and with servers of other versions: unknown names do not stop it. */
  get clientSettings(): Settings {
    this.#clientSettings ??=
      this.#settings ??
      this.io.settings((unknown) => {
        // With --json, standard error has nothing but JSON.
        const reasons = unknown.map(({ path, message }) => `${path} ${message}`).join("; ");
        if (!this.output.isJson) this.io.err(`Warning: ignored in the environment: ${reasons}\n`);
      });
    return this.#clientSettings;
  }

  get client(): AdminClient {
    this.#client ??= this.#newClient({});
    return this.#client;
  }

  /** One that gives up after that many milliseconds. */
  clientWithin(timeout: number): AdminClient {
    return this.#newClient({ timeout });
  }

  /** A line to paste into a shell: this program as it was started, with the `--url` given on the command line. */
  readonly line = (words: string): string => {
    const { url } = this.#given;
    return [this.io.command, words, ...(url === null ? [] : ["--url", url])].join(" ");
  };

  #newClient(options: { readonly timeout?: number }): AdminClient {
    const { url, token, prove } = this.connection;
    const proving: typeof globalThis.fetch = async (...request) => {
      await prove?.(options.timeout);
      return fetch(...request);
    };
    return createAdminClient({ url, ...(token === null ? {} : { token }), ...options, fetch: proving });
  }
}

interface Definition<P extends Parts> extends Omit<CommandWords, "operands" | "options"> {
  readonly args?: P;
  /** Notes what is wrong with the arguments as a whole. */
  check?(values: Values<P>, args: ParsedArguments): void;
  /** A number is the exit code; anything else is 0. */
  run(values: Values<P>, context: Context): Promise<unknown>;
}

/** A command whose arguments are read by a function. */
interface ReadDefinition<T> extends CommandWords {
  /** Collects problems instead of stopping at the first. */
  read(args: ParsedArguments): T;
  run(request: T, context: Context): Promise<unknown>;
}

/** A command that was read and waits to be run. */
export type Prepared = (context: Context) => Promise<number>;

export interface Command extends CommandWords {
  /** @throws UsageError with everything that is wrong */
  prepare(args: ParsedArguments): Prepared;
}

/** Derives the words of a command and the parser of its arguments from its parts. */
export function command<P extends Parts>({ args: parts = {} as P, check, run, ...words }: Definition<P>): Command {
  return readCommand({
    ...words,
    ...partWords(parts),
    read(args) {
      const values = readParts(parts, args);
      check?.(values, args);
      return values;
    },
    run,
  });
}

export function readCommand<T>({ read, run, ...words }: ReadDefinition<T>): Command {
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
