import { type AdminClient, createAdminClient } from "drawbridge-client/admin";
import packageFile from "../../package.json" with { type: "json" };
import type { Settings } from "../base/settings.ts";
import {
  type CommandWords,
  type OptionGroup,
  type ParsedArguments,
  type Parts,
  partWords,
  readParts,
  type Values,
} from "./arguments.ts";
import { type ConnectionOptions, findConnection, type ServerConnection } from "./connection.ts";
import type { Io } from "./io.ts";
import { Output, outputFormats } from "./output.ts";
import { oneOf } from "./text-form.ts";

export const programVersion: string = packageFile.version;

interface Typed {
  readonly command: CommandWords;
  readonly argv: readonly string[];
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

  get settings(): Settings {
    this.#settings ??= this.io.settings();
    return this.#settings;
  }

  get connection(): ServerConnection {
    this.#connection ??= findConnection(this.#given, this.clientSettings);
    return this.#connection;
  }

  /** Other programs and servers of other versions share the environment: unknown names do not stop a client. */
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

  /** @param timeout ms */
  clientWithin(timeout: number): AdminClient {
    return this.#newClient({ timeout });
  }

  /** To paste into a shell. */
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

/** @typeParam O value of the options that are read after `check` */
export interface Definition<P extends Parts, O> extends Omit<CommandWords, "operands" | "options"> {
  readonly args?: P;
  readonly after?: OptionGroup<O>;
  check?(values: Values<P>, args: ParsedArguments): void;
  /** A number is the exit code; anything else is 0. */
  run(values: Values<P>, context: Context, after: O): Promise<unknown>;
}

export type Prepared = (context: Context) => Promise<number>;

export interface Command extends CommandWords {
  prepare(args: ParsedArguments): Prepared;
}

export function command<P extends Parts, O>({ args = {} as P, after, check, run, ...words }: Definition<P, O>): Command {
  return {
    ...words,
    ...partWords(args, after?.options),
    prepare(given) {
      const values = readParts(args, given);
      check?.(values, given);
      const options = after?.read(given) as O;
      given.finish();
      return async (context) => {
        const code = await run(values, context, options);
        return typeof code === "number" ? code : 0;
      };
    },
  };
}
