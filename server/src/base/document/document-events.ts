/** A document as events of its syntax, for JSON, YAML and documents read in another thread. */
import type { Problem } from "drawbridge-rules/values/errors.ts";

export interface DocumentSink {
  /** Starts a map or a list. Lines are 1-based; the line of a value in a map is that of its key. */
  open(kind: "map" | "list", line: number): void;
  close(): void;
  /** The key of the next value. */
  key(key: string, line: number): void;
  /** @param source a number as it was written; null for other values */
  scalar(value: string | number | boolean | null, source: string | null, line: number): void;
  /** A problem that the syntax allows and documents do not: at the next value, at the map, or at `key` of the map. */
  problem(message: string, line: number, key?: string): void;
}

/** Sends every event of one document to a sink, each time it is called. @throws Fault */
export type Play = (sink: DocumentSink) => void;

/** The first position where a text cannot be read: the rest has no reliable meaning. */
export class Fault extends Error {
  /** Null means the whole text. */
  readonly line: number | null;
  readonly path: string;

  constructor(message: string, line: number | null, path = "") {
    super(message);
    this.line = line;
    this.path = path;
  }
}

/** Several faults, for a syntax that can continue after the first. */
export class SyntaxFault extends Error {
  readonly problems: readonly Problem[];
  /** Number of faults that are not listed. */
  readonly more: number;

  constructor(problems: readonly Problem[], more: number) {
    super("the text cannot be parsed");
    this.problems = problems;
    this.more = more;
  }
}

/** Bounds on every document, in either syntax. The work of reading is linear; these keep its result small. */

/** Maximum characters of a text, levels of maps and lists, and characters of a key. */
export const textLimit = 4 * 1024 * 1024;
export const depthLimit = 32;
export const keyLimit = 256;
/** Maximum keys of one map. The widest valid one has 10 000 instances; listing the keys of a wider one takes long. */
export const mapLimit = 20_000;

/** Maximum values of a document: scalars, maps and lists. */
export const valueLimit = 10_000;
/** Maximum values of a manifest: 10 000 instances and 5 000 windows of about twenty values each, doubled. */
export const manifestValueLimit = 400_000;

export const tooDeep = `expected at most ${depthLimit} levels of maps and lists`;
export const tooLong = `expected at most ${textLimit} characters`;
