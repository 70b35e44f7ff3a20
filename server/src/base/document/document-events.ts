import type { Problem } from "drawbridge-rules/values/errors.ts";

export interface DocumentSink {
  /** Lines are 1-based; the line of a value in a map is that of its key. */
  open(kind: "map" | "list", line: number): void;
  close(): void;
  key(key: string, line: number): void;
  /** @param source a number as it was written; null for other values */
  scalar(value: string | number | boolean | null, source: string | null, line: number): void;
  /** A problem that the syntax allows and documents do not: at the next value, at the map, or at `key` of the map. */
  problem(message: string, line: number, key?: string): void;
}

export type Play = (sink: DocumentSink) => void;

/** The first position where a text cannot be read: the rest has no reliable meaning. */
export class Fault extends Error {
  readonly line: number | null;
  readonly path: string;

  constructor(message: string, line: number | null, path = "") {
    super(message);
    this.line = line;
    this.path = path;
  }
}

export class SyntaxFault extends Error {
  readonly problems: readonly Problem[];
  readonly more: number;

  constructor(problems: readonly Problem[], more: number) {
    super("the text cannot be parsed");
    this.problems = problems;
    this.more = more;
  }
}

/** Maximum characters of a text, levels of maps and lists, and characters of a key. */
export const textLimit = 4 * 1024 * 1024;
export const depthLimit = 32;
export const keyLimit = 256;
/** The widest valid map has 10 000 instances; listing the keys of a wider one takes long. */
export const mapLimit = 20_000;

/** Scalars, maps and lists. */
export const valueLimit = 10_000;
/** 10 000 instances and 5 000 windows of about twenty values each, doubled. */
export const manifestValueLimit = 400_000;

export const tooDeep = `expected at most ${depthLimit} levels of maps and lists`;
export const tooLong = `expected at most ${textLimit} characters`;

export interface TapePart {
  readonly codes: readonly number[];
  readonly lines: readonly number[];
  readonly values: readonly unknown[];
}

const CLOSE = 0;
const MAP = 1;
const LIST = 2;
const KEY = 3;
const SCALAR = 4;
const NUMBER = 5;
const PROBLEM = 6;

const maxEvents = 2_000;
const maxCharacters = 256 * 1024;

export class TapeRecorder implements DocumentSink {
  readonly #parts: TapePart[] = [];
  #codes: number[] = [];
  #lines: number[] = [];
  #values: unknown[] = [];
  #characters = 0;

  take(): TapePart[] {
    this.#endPart();
    return this.#parts.splice(0);
  }

  open(kind: "map" | "list", line: number): void {
    this.#event(kind === "map" ? MAP : LIST, line);
  }

  close(): void {
    this.#event(CLOSE, 0);
  }

  key(key: string, line: number): void {
    this.#event(KEY, line, key);
  }

  scalar(value: string | number | boolean | null, source: string | null, line: number): void {
    if (source === null) this.#event(SCALAR, line, value);
    else this.#event(NUMBER, line, value, source);
  }

  problem(message: string, line: number, key?: string): void {
    this.#event(PROBLEM, line, message, key);
  }

  #event(code: number, line: number, ...values: readonly unknown[]): void {
    this.#codes.push(code);
    this.#lines.push(line);
    for (const value of values) {
      this.#values.push(value);
      if (typeof value === "string") this.#characters += value.length;
    }
    if (this.#codes.length >= maxEvents || this.#characters >= maxCharacters) this.#endPart();
  }

  #endPart(): void {
    if (this.#codes.length === 0) return;
    this.#parts.push({ codes: this.#codes, lines: this.#lines, values: this.#values });
    [this.#codes, this.#lines, this.#values, this.#characters] = [[], [], [], 0];
  }
}

export function playTape({ codes, lines, values }: TapePart, sink: DocumentSink): void {
  let next = 0;
  for (let i = 0; i < codes.length; i++) {
    const line = lines[i] ?? 0;
    switch (codes[i]) {
      case CLOSE:
        sink.close();
        break;
      case MAP:
      case LIST:
        sink.open(codes[i] === MAP ? "map" : "list", line);
        break;
      case KEY:
        sink.key(values[next++] as string, line);
        break;
      case SCALAR:
        sink.scalar(values[next++] as string | boolean | null, null, line);
        break;
      case NUMBER:
        sink.scalar(values[next++] as number, values[next++] as string, line);
        break;
      default:
        sink.problem(values[next++] as string, line, values[next++] as string | undefined);
    }
  }
}
