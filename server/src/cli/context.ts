/** What a command works with. Settings and server are looked up when they are first wanted: `doctor` runs without either. */
import { type AdminClient, createAdminClient } from "drawbridge-client/admin";
import type { Settings } from "../settings.ts";
import type { CommandWords } from "./command-words.ts";
import { type Connection, type ConnectionOptions, connectionOf } from "./connection.ts";
import type { Io } from "./io.ts";
import { Output } from "./output.ts";

/** What was asked for. */
export interface Typed {
  readonly command: CommandWords;
  readonly argv: readonly string[];
}

export class Context {
  readonly io: Io;
  readonly output: Output;
  readonly typed: Typed;
  readonly #given: ConnectionOptions;
  #settings: Settings | null = null;
  #connection: Connection | null = null;
  #client: AdminClient | null = null;

  constructor(io: Io, isJson: boolean, given: ConnectionOptions, typed: Typed) {
    this.io = io;
    this.typed = typed;
    this.output = new Output(io, isJson);
    this.#given = given;
  }

  /** @throws invalid: with everything that is wrong with the environment */
  get settings(): Settings {
    this.#settings ??= this.io.settings();
    return this.#settings;
  }

  get connection(): Connection {
    this.#connection ??= connectionOf(this.#given, this.settings);
    return this.#connection;
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
