import type { GuardItem } from "drawbridge-rules/wire/guard.ts";
import type { ProblemCode, ProblemItem, ReadKeyInUse, Since } from "drawbridge-rules/wire/problem.ts";

/** The codes of the server; `unexpected_answer`: the answer comes from another program, or from a proxy in front of the server. */
export type AdminErrorCode = ProblemCode | "unexpected_answer";

/** The server refused the request. */
export class AdminError extends Error {
  /** HTTP status code. */
  readonly status: number;
  /** Stable: scripts may compare it. */
  readonly code: AdminErrorCode;
  /** One sentence for people. */
  readonly detail: string;
  readonly errors: readonly ProblemItem[] = [];
  /** On `refused`: the guards that refuse the change. */
  readonly guards: readonly GuardItem[] = [];
  /** Seconds to wait before a retry, if the server sent them. */
  readonly retryAfter: number | null = null;
  /** On `stale`: the changes made since the resource was read, if the server lists them. */
  readonly since: Since | null = null;
  /** The key that already has the text, if the server names it (only for administrators). */
  readonly inUse: ReadKeyInUse | null = null;

  constructor(status: number, code: AdminErrorCode, detail: string, more: Partial<Pick<AdminError, Further>> = {}) {
    super(detail);
    this.name = "AdminError";
    this.status = status;
    this.code = code;
    this.detail = detail;
    Object.assign(this, more);
  }
}

/** Members that only some refusals have. */
type Further = "errors" | "guards" | "retryAfter" | "since" | "inUse";

/** `refused`: nothing listens there; `timeout`: no complete answer in time; `failed`: any other network error. */
export type UnreachableReason = "refused" | "timeout" | "failed";

/** No answer. */
export class AdminUnreachable extends Error {
  readonly url: string;
  readonly reason: UnreachableReason;
  /** The request was a change, and the server may have carried it out. */
  readonly mayHaveChanged: boolean;

  constructor(url: string, reason: UnreachableReason, message: string, mayHaveChanged: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "AdminUnreachable";
    this.url = url;
    this.reason = reason;
    this.mayHaveChanged = mayHaveChanged;
  }
}

export function isAdminError(error: unknown): error is AdminError {
  return error instanceof AdminError;
}

const hasCode =
  (code: AdminErrorCode) =>
  (error: unknown): error is AdminError =>
    isAdminError(error) && error.code === code;

/** The resource changed since it was read, or the resource to create already exists: read it again. */
export const isStale = hasCode("stale");
export const isNotFound = hasCode("not_found");
/** The content is wrong; `errors` lists everything that is. */
export const isInvalid = hasCode("invalid");
/** Guards refused the change; each of `guards` can be overridden by its code, with a reason. */
export const isRefused = hasCode("refused");
export const isUnauthorized = hasCode("unauthorized");

export function isUnreachable(error: unknown): error is AdminUnreachable {
  return error instanceof AdminUnreachable;
}
