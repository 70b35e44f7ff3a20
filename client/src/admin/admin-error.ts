/** What a call of the admin API can end in other than its answer: the server said no, or there was no answer at all. */

import type { ProblemCode, ProblemItem, ReadKeyInUse, Since } from "drawbridge-rules/wire/problem.ts";

/** The codes of the server; `unexpected_answer`: what answered is no Drawbridge, or a proxy in front of one. */
export type AdminErrorCode = ProblemCode | "unexpected_answer";

/** The server said no, and why. */
export class AdminError extends Error {
  /** Of HTTP. */
  readonly status: number;
  /** Stable; a script may compare it. */
  readonly code: AdminErrorCode;
  /** One sentence for people. */
  readonly detail: string;
  readonly errors: readonly ProblemItem[];
  /** Seconds after which to ask again, where the server says so. */
  readonly retryAfter: number | null;
  /** Of what is stale: what happened since it was read, where the server says so. */
  readonly since: Since | null;
  /** The key that already has the text, if the server names it (only for administrators). */
  readonly inUse: ReadKeyInUse | null;

  constructor(
    status: number,
    code: AdminErrorCode,
    detail: string,
    {
      errors = [],
      retryAfter = null,
      since = null,
      inUse = null,
    }: {
      readonly errors?: readonly ProblemItem[];
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
    this.retryAfter = retryAfter;
    this.since = since;
    this.inUse = inUse;
  }
}

/** `refused`: nothing listens there; `timeout`: no whole answer in time; `failed`: anything else between here and there. */
export type UnreachableReason = "refused" | "timeout" | "failed";

/** No answer. */
export class AdminUnreachable extends Error {
  readonly url: string;
  readonly reason: UnreachableReason;
  /** A change was asked for, and may have been made. */
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

/** What was to be changed is no longer what was read: read again. Also: what was to be made exists already. */
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

/** A guard says no; `errors` names each, and each can be overridden by its name with a reason. */
export function isRefused(error: unknown): error is AdminError {
  return isAdminError(error) && error.code === "refused";
}

export function isUnauthorized(error: unknown): error is AdminError {
  return isAdminError(error) && error.code === "unauthorized";
}

export function isUnreachable(error: unknown): error is AdminUnreachable {
  return error instanceof AdminUnreachable;
}
