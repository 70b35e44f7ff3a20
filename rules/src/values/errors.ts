/** What can go wrong, in few words. `http/problem.ts` holds the one table from these codes to HTTP. */
export type ErrorCode =
  | "invalid" // the content is wrong; `problems` lists everything that is
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "conflict" // somebody else was faster, or what is to be made exists already
  | "stale" // If-Match does not name the present state
  | "precondition_required" // an edit without If-Match
  | "refused" // a guard says no; `problems` names each guard
  | "drift" // what the manifest owns was changed another way since the last apply
  | "key_in_use"
  | "too_large"
  | "unsupported_media_type"
  | "unavailable" // the store cannot be reached or opened
  | "internal";

/** One thing that is wrong: where it is, what was expected there and what to do. Never a secret. */
export interface Problem {
  /** Dotted path, e.g. `platforms.ios.minimum`; empty for the document as a whole. */
  readonly path: string;
  /** 1-based line of the text it was read from, where there was one. */
  readonly line?: number;
  /** Where it is in the body that was sent: a JSON pointer as URI fragment (RFC 6901 §6), `#/platforms/ios/minimum`. */
  readonly pointer?: string;
  /** The parameter of the query, or the header, that it is about, where it is about one. */
  readonly parameter?: string;
  readonly header?: string;
  /** The value was read as a number and only has to be put in quotes; who has the text adds its quoted form. */
  readonly quote?: boolean;
  /** The guard that refuses, where it is a guard that does. */
  readonly guard?: string;
  readonly message: string;
}

/** Collects the problems that readers find. A plain array is one; a `ProblemList` keeps a bounded number. */
export interface ProblemSink {
  push(problem: Problem): unknown;
  /** Number of all problems that were noted. */
  readonly length: number;
}

/** The one error class. Anything else that is thrown is a defect and is answered as `internal`. */
export class DrawbridgeError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  /** What else the answer says, in the words of the wire. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Number of similar problems that are not listed. */
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

  /** Copies the error with other problems, or with the same problems in other words. */
  withProblems(problems: readonly Problem[], more = this.more): DrawbridgeError {
    return new DrawbridgeError(this.code, this.message, problems, this, this.members, more);
  }
}

/** `unavailable`, and a retry alone does not help: answered without a time to retry after. */
export class NotTransient extends DrawbridgeError {
  constructor(message: string, cause?: unknown) {
    super("unavailable", message, [], cause);
  }
}

/** An operator must act before the program can start: it ends, also if it has a copy to answer from. */
export class NeedsOperator extends NotTransient {}

/** More than people read, and the maximum that an answer lists. */
export const mostProblems = 500;

/** The first problems of a number of them, as a `ProblemList` has them. */
interface BoundedProblems {
  readonly kept: readonly Problem[];
  readonly length: number;
}

/**
 * Throws `invalid` with the first of `problems` and the number of the others; does nothing if there are none.
 * @param locate adds positions in a text; it costs a pass over the text, and gets only the listed problems
 */
export function throwIfAny(
  problems: readonly Problem[] | BoundedProblems,
  what: string,
  locate: (listed: readonly Problem[]) => readonly Problem[] = (listed) => listed,
): void {
  const { length } = problems;
  if (length === 0) return;
  const kept = "kept" in problems ? problems.kept : problems;
  const listed = locate(kept.slice(0, mostProblems));
  const count = length === 1 ? "1 problem" : `${length} problems`;
  throw new DrawbridgeError("invalid", `${what} has ${count}`, listed, undefined, {}, length - listed.length);
}

/** Drops the problems that existed before the change: if they were repeated every time, people would stop reading them. */
export function onlyNew(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  if (before.length === 0) return [...after];
  const stood = new Set(before.map((problem) => JSON.stringify(problem)));
  return after.filter((problem) => !stood.has(JSON.stringify(problem)));
}
