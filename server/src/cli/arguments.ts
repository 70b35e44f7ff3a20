import { outputFormats } from "./output.ts";
import type { TextForm } from "./text-form.ts";

export interface OptionWords {
  /** `--name <text>`, `-f, --file <file>`, `--yes`, `--no-minimum`, `--propose [id]`. */
  readonly flags: string;
  readonly meaning: string;
  /** For `[id]`: true if the next word is its value, not the next operand. */
  readonly takes?: (word: string) => boolean;
  readonly choices?: readonly string[];
  /** `environment`: without it, DRAWBRIDGE_PROJECT; `only`: then the only project there is. Neither with `--installation`. */
  readonly orElse?: "environment" | "only";
}

interface OperandWords {
  readonly name: string;
  readonly meaning: string;
  readonly isOptional?: boolean;
  readonly choices?: readonly string[];
}

export interface CommandWords {
  readonly name: string;
  readonly meaning: string;
  readonly operands?: readonly OperandWords[];
  /** Name of the command that it runs, after `--`. */
  readonly wraps?: string;
  readonly options?: readonly OptionWords[];
  readonly examples: readonly string[];
  readonly notes?: string;
}

export const helpOption: OptionWords = { flags: "-h, --help", meaning: "print this help" };

interface Reads<T> {
  /** Notes problems instead of throwing. */
  read(args: ParsedArguments): T;
}

export type Option<T> = OptionWords & Reads<T>;
export type Operand<T> = OperandWords & Reads<T>;
export type OptionGroup<T> = { readonly options: readonly OptionWords[] } & Reads<T>;

export type Parts = Readonly<Record<string, Option<unknown> | Operand<unknown> | OptionGroup<unknown>>>;
export type Values<P extends Parts> = { readonly [K in keyof P]: P[K] extends Reads<infer T> ? T : never };

export function operand<T>(name: string, meaning: string, form: TextForm<T>): Operand<T> {
  return { name, meaning, ...choicesOf(form), read: (args) => args.operand(name, form) };
}

export function optionalOperand<T>(name: string, meaning: string, form: TextForm<T>): Operand<T | null> {
  return { name, meaning, isOptional: true, read: (args) => args.optionalOperand(name, form) };
}

export function option<T>(flags: string, meaning: string, form: TextForm<T>): Option<T | null> {
  return { flags, meaning, ...choicesOf(form), read: (args) => args.option(longName(flags), form) };
}

export function required<T>(flags: string, meaning: string, form: TextForm<T>): Option<T> {
  return { flags, meaning, ...choicesOf(form), read: (args) => args.required(longName(flags), form) };
}

export function list<T>(flags: string, meaning: string, form: TextForm<T>): Option<T[]> {
  return { flags, meaning, ...choicesOf(form), read: (args) => args.list(longName(flags), form) };
}

export function flag(flags: string, meaning: string): Option<boolean> {
  return { flags, meaning, read: (args) => args.flag(longName(flags)) };
}

/** With `--no-…`, which removes the member (null); undefined means neither is given. */
export function removable<T>(one: Option<T>, removal: string): OptionGroup<NonNullable<T> | null | undefined> {
  const name = longName(one.flags);
  return {
    options: [one, { flags: `--no-${name}`, meaning: removal }],
    read(args) {
      if (args.isTakenAway(name)) return null;
      const value = one.read(args);
      return value === null || (Array.isArray(value) && value.length === 0) ? undefined : (value as NonNullable<T>);
    },
  };
}

export function group<P extends Parts, T>(parts: P, finish: (values: Values<P>, args: ParsedArguments) => T): OptionGroup<T> {
  return { options: optionsOf(parts), read: (args) => finish(readParts(parts, args), args) };
}

export function partWords(parts: Parts, more: readonly OptionWords[] = []): Pick<CommandWords, "operands" | "options"> {
  const operands = Object.values(parts).filter((part) => "name" in part);
  const options = [...optionsOf(parts), ...more];
  return { ...(operands.length > 0 ? { operands } : {}), ...(options.length > 0 ? { options } : {}) };
}

function optionsOf(parts: Parts): OptionWords[] {
  return Object.values(parts).flatMap((part) => ("flags" in part ? [part] : "options" in part ? part.options : []));
}

export function readParts<P extends Parts>(parts: P, args: ParsedArguments): Values<P> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.read(args)])) as Values<P>;
}

function choicesOf({ choices }: TextForm<unknown>): { readonly choices?: readonly string[] } {
  return choices === undefined ? {} : { choices };
}

function longName(flags: string): string {
  return /--([\w-]+)/.exec(flags)?.[1] ?? "";
}

export type OptionSpec = ReturnType<typeof optionSpec>;

export function optionSpec({ flags, takes }: OptionWords) {
  const long = longName(flags);
  return {
    /** `file`, `no-minimum`. */
    long,
    short: /^-(\w),/.exec(flags)?.[1] ?? null,
    /** `minimum` for `--minimum` and `--no-minimum`. */
    base: long.replace(/^no-/, ""),
    isNegated: long.startsWith("no-"),
    takes: flags.includes("<") ? ("value" as const) : flags.includes("[") ? ("optional value" as const) : null,
    isTaken: takes ?? null,
  };
}

export const commonOptions: readonly OptionWords[] = [
  {
    flags: "-o, --output <format>",
    meaning: "table (default), json (also for errors), yaml, or name (ids only)",
    choices: outputFormats,
  },
  { flags: "--json", meaning: "short for --output json: the result or the error as one line of JSON" },
  { flags: "--url <url>", meaning: "server URL (or DRAWBRIDGE_URL); default: the server recorded in the data directory" },
  { flags: "--token <token>", meaning: "access token (or DRAWBRIDGE_TOKEN); default, on this machine: the file admin-token" },
];

export function commonOptionsOf({ options = [] }: CommandWords): readonly OptionWords[] {
  const own = options.map(({ flags }) => longName(flags));
  return commonOptions.filter(({ flags }) => !own.includes(longName(flags)));
}

export const groups: Readonly<Record<string, string>> = {
  project: "list, show, edit or delete projects",
  platform: "add or delete the platforms of a project",
  policy: "show or edit which app versions may run",
  instance: "list, edit or delete the instances that maintenance applies to",
  maintenance: "list, schedule, start, extend or end maintenance",
  key: "create, import, list, rotate or revoke the read keys that apps use",
  token: "create, list or revoke tokens of people and scripts, of edges and of calendars",
  webhook: "create, list, test, change or delete webhooks, which get events",
  edge: "list the edges connected to the server",
  user: "add people; grant and revoke roles",
  protection: "show or set the approval rules of a project",
  proposal: "list, approve, update, publish, reject or withdraw requests for approval",
};

export class UsageError extends Error {
  readonly problems: readonly string[];
  /** "" means the program. */
  readonly command: string;

  constructor(problems: readonly string[], command = "") {
    super(problems.join("; "));
    this.name = "UsageError";
    this.problems = problems;
    this.command = command;
  }
}

interface ArgumentWords {
  readonly command: string;
  /** By long name without dashes: every value in order, true for a flag, false where `--no-…` took it away. */
  readonly options: Readonly<Record<string, readonly string[] | boolean | undefined>>;
  readonly operands: readonly string[];
  readonly literal: readonly string[];
  readonly hasUnknown: boolean;
  /** Long names with dashes. */
  readonly known: readonly string[];
}

export class ParsedArguments {
  readonly #words: ArgumentWords;
  readonly #now: number;
  readonly #texts = new Map<string, string>();
  readonly #problems: string[];
  #operandsTaken = 0;
  #isLiteralTaken = false;
  #isProjectTyped: boolean;

  /** @param now epoch ms */
  constructor(words: ArgumentWords, now: number, problems: readonly string[]) {
    this.#words = words;
    this.#now = now;
    this.#problems = [...problems];
    this.#isProjectTyped = words.options.project !== undefined;
  }

  operand<T>(name: string, form: TextForm<T>): T {
    const isThere = this.#operandsTaken < this.#operands.length;
    if (!isThere) this.problem(`${name} is missing: expected ${form.expected}`);
    return this.optionalOperand(name, form) as T;
  }

  optionalOperand<T>(name: string, form: TextForm<T>): T | null {
    const text = this.#operands[this.#operandsTaken++];
    return text === undefined ? null : this.#parse(name, text, form);
  }

  /** Must be called before any operand is read. */
  wrappedCommand(name: string): readonly string[] {
    this.#isLiteralTaken = true;
    const { literal } = this.#words;
    if ((literal[0] ?? "") === "") this.problem(`${name} is missing: expected --, then the command and its arguments`);
    return literal;
  }

  /** Reports an option that is given more than once. */
  single(name: string): string | undefined {
    const values = this.#values(name);
    if (values.length > 1) this.problem(`--${name} is given ${values.length} times: expected one`);
    return values[0];
  }

  option<T>(name: string, form: TextForm<T>): T | null {
    const text = this.single(name);
    return text === undefined ? null : this.#parse(`--${name}`, text, form);
  }

  required<T>(name: string, form: TextForm<T>): T {
    const value = this.option(name, form);
    if (this.#values(name).length === 0) this.problem(`--${name} is missing: expected ${form.expected}`);
    return value as T;
  }

  list<T>(name: string, form: TextForm<T>): T[] {
    return this.#values(name)
      .map((text) => this.#parse(`--${name}`, text, form))
      .filter((value) => value !== null);
  }

  /** Null if not given, true without a value. */
  optionalValue(name: string, form: TextForm<string>): string | true | null {
    const text = this.single(name);
    if (text === undefined) return null;
    return text === "" ? true : this.#parse(`--${name}`, text, form);
  }

  has(name: string): boolean {
    return this.#words.options[name] !== undefined;
  }

  /** A copy with the problems so far. */
  withProject(project: string): ParsedArguments {
    const options = { ...this.#words.options, project: [project] };
    const args = new ParsedArguments({ ...this.#words, options }, this.#now, this.#problems);
    args.#isProjectTyped = false;
    return args;
  }

  textOf(name: string): string | undefined {
    return this.#texts.get(name);
  }

  flag(name: string): boolean {
    return this.#words.options[name] === true;
  }

  /** Returns whether `--no-NAME` had the last word. */
  isTakenAway(name: string): boolean {
    return this.#words.options[name] === false;
  }

  get hasProblems(): boolean {
    return this.#problems.length > 0;
  }

  problem(text: string): void {
    this.#problems.push(text);
  }

  /** Call when all is read. @throws UsageError with everything that was noted */
  finish(): void {
    // A word after an unknown option may be that option's value.
    const surplus = this.#words.hasUnknown ? [] : this.#operands.slice(this.#operandsTaken);
    const isProject = surplus.length === 1 && !this.#isProjectTyped && this.#words.known.includes("--project");
    const hint = isProject ? `. Did you mean --project ${surplus[0]}?` : "";
    if (surplus.length > 0) this.problem(`unexpected: ${surplus.map((word) => JSON.stringify(word)).join(", ")}${hint}`);
    if (this.#problems.length > 0) throw new UsageError(this.#problems, this.#words.command);
  }

  get #operands(): readonly string[] {
    const { operands, literal } = this.#words;
    return this.#isLiteralTaken ? operands : [...operands, ...literal];
  }

  #values(name: string): readonly string[] {
    const values = this.#words.options[name];
    return Array.isArray(values) ? values : [];
  }

  #parse<T>(name: string, text: string, form: TextForm<T>): T | null {
    this.#texts.set(name, text);
    // An option's name could be a value, but a missing value is more likely.
    if (this.#words.known.includes(text)) {
      this.problem(`${name} has no value: ${text} follows it`);
      return null;
    }
    const value = form.parse(text, this.#now);
    if (value === null) {
      const removal = `--no-${name.slice(2)}`;
      const isRemoval = /^(?:none|null|off|no|)$/.test(text) && this.#words.known.includes(removal);
      const way = isRemoval ? `; to remove it, pass ${removal}` : "";
      const expected = `expected ${form.expected}${form.secret ? "" : `, not ${JSON.stringify(text)}`}${way}`;
      this.problem(`${name}: ${form.problem?.(text) || expected}`);
    }
    return value;
  }
}
