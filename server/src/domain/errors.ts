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

/** The one error class. Anything else that is thrown is a defect and is answered as `internal`. */
export class DrawbridgeError extends Error {
  readonly code: ErrorCode;
  readonly problems: readonly Problem[];
  /** What else the answer says, in the words of the wire. */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    problems: readonly Problem[] = [],
    cause?: unknown,
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "DrawbridgeError";
    this.code = code;
    this.problems = problems;
    this.members = members;
  }
}

/** Throws `invalid` with all of `problems`, or nothing where there are none. */
export function throwIfAny(problems: readonly Problem[], what: string): void {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  throw new DrawbridgeError("invalid", `${what} has ${count}`, problems);
}

/** What stood before is not a change's own: said every time, it would soon be read by nobody. */
export function onlyNew(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  if (before.length === 0) return [...after];
  const stood = new Set(before.map((problem) => JSON.stringify(problem)));
  return after.filter((problem) => !stood.has(JSON.stringify(problem)));
}
