/** Failures of an admin API call: the server refused it, or no answer arrived. */

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
  readonly errors: readonly ProblemItem[];
  /** On `refused`: the guards that refuse the change. */
  readonly guards: readonly GuardItem[];
  /** Seconds to wait before a retry, if the server sent them. */
  readonly retryAfter: number | null;
  /** On `stale`: the changes made since the resource was read, if the server lists them. */
  readonly since: Since | null;
  /** The key that already has the text, if the server names it (only for administrators). */
  readonly inUse: ReadKeyInUse | null;

  constructor(
    status: number,
    code: AdminErrorCode,
    detail: string,
    {
      errors = [],
      guards = [],
      retryAfter = null,
      since = null,
      inUse = null,
    }: {
      readonly errors?: readonly ProblemItem[];
      readonly guards?: readonly GuardItem[];
      readonly retryAfter?: number | null;
      readonly since?: Since | null;
      readonly inUse?: ReadKeyInUse | null;
    } = {},
  ) {
    super(detail);
    this.name = "AdminError";
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.guards = guards;
    this.retryAfter = retryAfter;
    this.since = since;
    this.inUse = inUse;
  }
}

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

/** The resource changed since it was read, or the resource to create already exists: read it again. */
export function isStale(error: unknown): error is AdminError {
  return isAdminError(error) && error.code === "stale";
}

export function isNotFound(error: unknown): error is AdminError {
  return isAdminError(error) && error.code === "not_found";
}

/** The content is wrong; `errors` lists everything that is. */
export function isInvalid(error: unknown): error is AdminError {
  return isAdminError(error) && error.code === "invalid";
}

/** Guards refused the change; each of `guards` can be overridden by its code, with a reason. */
export function isRefused(error: unknown): error is AdminError {
  return isAdminError(error) && error.code === "refused";
}

export function isUnauthorized(error: unknown): error is AdminError {
  return isAdminError(error) && error.code === "unauthorized";
}

export function isUnreachable(error: unknown): error is AdminUnreachable {
  return error instanceof AdminUnreachable;
}
