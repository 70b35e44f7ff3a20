import type { DocumentSink } from "./document-events.ts";

export interface TapePart {
  readonly codes: readonly number[];
  readonly lines: readonly number[];
  /** Keys, scalars, sources and messages, in the order in which the events need them. */
  readonly values: readonly unknown[];
}

const CLOSE = 0;
const MAP = 1;
const LIST = 2;
const KEY = 3;
const SCALAR = 4;
const NUMBER = 5;
const PROBLEM = 6;
const PROBLEM_AT_KEY = 7;

/** Maximum events, and characters, of a part. */
const maxEvents = 2_000;
const maxCharacters = 256 * 1024;

export class TapeRecorder implements DocumentSink {
  readonly #parts: TapePart[] = [];
  #codes: number[] = [];
  #lines: number[] = [];
  #values: unknown[] = [];
  #characters = 0;

  /** All parts that were not taken yet, in order. */
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
    if (key === undefined) this.#event(PROBLEM, line, message);
    else this.#event(PROBLEM_AT_KEY, line, message, key);
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

/** Sends the events of a part to a sink. @throws what the sink throws */
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
      case PROBLEM:
        sink.problem(values[next++] as string, line);
        break;
      default:
        sink.problem(values[next++] as string, line, values[next++] as string);
    }
  }
}
