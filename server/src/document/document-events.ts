/**
 * A document as its syntax gives it, one event after another. JSON, YAML and what another thread has read all come in this
 * form; whatever takes them in (the builder, the search for places, the tape) works on either.
 */
import type { Problem } from "../domain/errors.ts";

export interface DocumentSink {
  /** A map or a list begins. Lines are 1-based; the line of a value in a map is that of its key. */
  open(kind: "map" | "list", line: number): void;
  close(): void;
  /** The key of the value that comes next. */
  key(key: string, line: number): void;
  /** @param source how a number was written; null for anything else */
  scalar(value: string | number | boolean | null, source: string | null, line: number): void;
  /** Something the syntax allows and documents do not: at the value that comes next, at the map, or at `key` of the map. */
  problem(message: string, line: number, key?: string): void;
}

/** Gives a sink every event of one document, as often as it is called. @throws Fault */
export type Play = (sink: DocumentSink) => void;

/** The first place at which a text cannot be read: nothing after it can be trusted to mean anything. */
export class Fault extends Error {
  /** Null: the text as a whole. */
  readonly line: number | null;
  readonly path: string;

  constructor(message: string, line: number | null, path = "") {
    super(message);
    this.line = line;
    this.path = path;
  }
}

/** Several of them: a syntax that can go on after the first. */
export class SyntaxFault extends Error {
  readonly problems: readonly Problem[];
  /** Those that are not listed. */
  readonly more: number;

  constructor(problems: readonly Problem[], more: number) {
    super("the text cannot be read");
    this.problems = problems;
    this.more = more;
  }
}
