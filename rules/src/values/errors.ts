import type { Guard } from "../wire/guard.ts";
import type { Warning } from "../wire/warning.ts";

/** `base/http/problem.ts` maps each to an HTTP status. */
export type ErrorCode =
  | "invalid" // the content is wrong; `problems` lists every error
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "conflict" // another change came first, or the resource to create exists already
  | "stale" // If-Match does not name the present state
  | "precondition_required" // an edit without If-Match
  | "refused" // blocked by guards; each problem has one as its `finding`
  | "drift" // a value that the manifest owns was changed another way since the last apply
  | "key_in_use"
  | "too_large"
  | "unsupported_media_type"
  | "unavailable" // the store cannot be reached or opened
  | "internal";

/** Never contains a secret. */
export interface Problem {
  /** Dotted, `platforms.ios.minimum`; empty for the document as a whole. */
  readonly path: string;
  /** 1-based, in the source text. */
  readonly line?: number;
  /** 1-based, in UTF-16 units; only where it was looked up. */
  readonly column?: number;
  /** JSON pointer into the body as URI fragment (RFC 6901 §6), `#/platforms/ios/minimum`. */
  readonly pointer?: string;
  /** Query parameter, or below header, with the error. */
  readonly parameter?: string;
  readonly header?: string;
  /** The value was parsed as a number: the caller with the source text adds the quoted form. */
  readonly quote?: boolean;
  readonly finding?: Guard | Warning;
  readonly message: string;
}

export interface ProblemSink {
  push(problem: Problem): unknown;
  readonly length: number;
}

/** Anything else that is thrown is a defect, answered as `internal`. */
export class DrawbridgeError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  /** Named as on the wire. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly more: number;

  constructor(
    code: ErrorCode,
    message: string,
    problems: readonly Problem[] = [],
    cause?: unknown,
    members: Readonly<Record<string, unknown>> = {},
    more = 0,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "DrawbridgeError";
    this.code = code;
    this.problems = problems;
    this.members = members;
    this.more = more;
  }

  withProblems(problems: readonly Problem[], more = this.more): DrawbridgeError {
    return new DrawbridgeError(this.code, this.message, problems, this, this.members, more);
  }
}

/** A retry alone does not help: answered without a time to retry after. */
export class NotTransient extends DrawbridgeError {
  constructor(message: string, cause?: unknown) {
    super("unavailable", message, [], cause);
  }
}

/** Codes on the wire. */
export type StoreProblem = "empty_data_directory" | "newer_store";

/** Reads go on from the copy; changes are refused until an operator acts. */
export class UnusableStore extends NotTransient {
  readonly storeProblem: StoreProblem;
  readonly format: number | null;
  /** A sentence without a path or an address, for requests whose token cannot be checked. */
  readonly summary: string | null;

  constructor(storeProblem: StoreProblem, message: string, format: number | null = null, summary: string | null = null) {
    super(message);
    this.storeProblem = storeProblem;
    this.format = format;
    this.summary = summary;
  }
}

export function storeError(problem: StoreProblem | null, message: string): DrawbridgeError {
  return problem === null ? new DrawbridgeError("unavailable", message) : new UnusableStore(problem, message);
}

export function storeProblemOf(error: unknown): StoreProblem | null {
  return error instanceof UnusableStore ? error.storeProblem : null;
}

/** An operator must act before the program can start: it ends, even if it has a copy. */
export class NeedsOperator extends NotTransient {}

/** More than people read. */
export const maxProblems = 500;

/** @param locate adds positions: a pass over the text */
export function throwIfAny(
  problems: readonly Problem[] | ProblemList,
  what: string,
  locate: (listed: readonly Problem[]) => readonly Problem[] = (listed) => listed,
): void {
  const { length } = problems;
  if (length === 0) return;
  const kept = "kept" in problems ? problems.kept : problems;
  const listed = locate(kept.slice(0, maxProblems));
  const count = length === 1 ? "1 problem" : `${length} problems`;
  throw new DrawbridgeError("invalid", `${what} has ${count}`, listed, undefined, {}, length - listed.length);
}

/** Problems that are repeated at every change would no longer be read. */
export function onlyNew<T>(before: readonly T[], after: readonly T[]): T[] {
  if (before.length === 0) return [...after];
  const stood = new Set(before.map((problem) => JSON.stringify(problem)));
  return after.filter((problem) => !stood.has(JSON.stringify(problem)));
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A document can have as many problems as bytes. */
export class ProblemList implements ProblemSink {
  readonly #most: number;
  readonly #kept: Problem[] = [];
  #length = 0;

  constructor(most = maxProblems) {
    this.#most = most;
  }

  push(problem: Problem): void {
    if (this.#kept.length < this.#most) this.#kept.push(problem);
    this.#length++;
  }

  addAll(problems: Iterable<Problem>): void {
    for (const problem of problems) this.push(problem);
  }

  addMore(count: number): void {
    this.#length += count;
  }

  get isFull(): boolean {
    return this.#kept.length >= this.#most;
  }

  get kept(): readonly Problem[] {
    return this.#kept;
  }

  get length(): number {
    return this.#length;
  }

  get more(): number {
    return this.#length - this.#kept.length;
  }
}
