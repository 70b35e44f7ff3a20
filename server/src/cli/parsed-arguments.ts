/** Parsed arguments, read value by value. Problems are collected, so that one run reports all of them. */

import { suggestionFor } from "./suggestion.ts";
import type { TextForm } from "./text-form.ts";
import { UsageError } from "./usage-error.ts";

export interface ArgumentWords {
  /** Name of the command. */
  readonly command: string;
  /** By long name without dashes: every value in order, true for a flag, false where `--no-…` took it away. */
  readonly options: Readonly<Record<string, readonly string[] | boolean | undefined>>;
  readonly operands: readonly string[];
  /** Arguments after `--`, unchanged. */
  readonly literal: readonly string[];
  /** Arguments that look like options but are not. */
  readonly unknown: readonly string[];
  /** Long names without dashes of options that are both given and taken away by `--no-…`. */
  readonly contradicted: readonly string[];
  /** Long names with dashes of the options that there are. */
  readonly known: readonly string[];
}

export class ParsedArguments {
  readonly #words: ArgumentWords;
  readonly #now: number;
  readonly #problems: string[];
  #operandsTaken = 0;
  #isLiteralTaken = false;

  /** @param now epoch ms */
  constructor(words: ArgumentWords, now: number, problems: readonly string[] = []) {
    this.#words = words;
    this.#now = now;
    this.#problems = [
      ...problems,
      ...words.unknown.map((option) => unknownOption(option, words)),
      ...words.contradicted.map((name) => `--${name} and --no-${name} cannot be combined: keep one`),
    ];
  }

  /** The next word that is not an option; "" if it is missing. */
  operand(name: string, form: TextForm<string>): string {
    const isThere = this.#operandsTaken < this.#operands.length;
    if (!isThere) this.problem(`${name} is missing: expected ${form.expected}`);
    return this.optionalOperand(name, form) ?? "";
  }

  /** Null where it is not given. */
  optionalOperand(name: string, form: TextForm<string>): string | null {
    const text = this.#operands[this.#operandsTaken++];
    return text === undefined ? null : this.#parse(name, text, form);
  }

  /** Command after `--`, word by word. Must be called before any operand is read. */
  wrappedCommand(name: string): readonly string[] {
    this.#isLiteralTaken = true;
    const { literal } = this.#words;
    if ((literal[0] ?? "") === "") this.problem(`${name} is missing: expected --, then the command and its arguments`);
    return literal;
  }

  /** Null where it is not given. */
  option<T>(name: string, form: TextForm<T>): T | null {
    const values = this.#values(name);
    if (values.length > 1) this.problem(`--${name} is given ${values.length} times: expected one`);
    const [text] = values;
    return text === undefined ? null : this.#parse(`--${name}`, text, form);
  }

  /** Notes a missing value as a problem; `finish` then stops the command before the value is used. */
  required<T>(name: string, form: TextForm<T>): T {
    const value = this.option(name, form);
    if (this.#values(name).length === 0) this.problem(`--${name} is missing: expected ${form.expected}`);
    return value as T;
  }

  /** Every value, in order. */
  list<T>(name: string, form: TextForm<T>): T[] {
    return this.#values(name)
      .map((text) => this.#parse(`--${name}`, text, form))
      .filter((value) => value !== null);
  }

  /** Option with an optional value: null if not given, true without a value. */
  optionalValue(name: string, form: TextForm<string>): string | true | null {
    const values = this.#values(name);
    if (values.length > 1) this.problem(`--${name} is given ${values.length} times: expected one`);
    const [text] = values;
    if (text === undefined) return null;
    return text === "" ? true : this.#parse(`--${name}`, text, form);
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

  /** @throws UsageError with everything that was noted; call when all is read */
  finish(): void {
    // A word after an unknown option may be that option's value.
    const surplus = this.#words.unknown.length > 0 ? [] : this.#operands.slice(this.#operandsTaken);
    if (surplus.length > 0) this.problem(`unexpected: ${surplus.map((word) => JSON.stringify(word)).join(", ")}`);
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

function unknownOption(option: string, { command, known }: ArgumentWords): string {
  const name = option.split("=")[0] ?? option;
  return `unknown option ${name}${suggestionFor(name, known, command)}`;
}
