import type { GuardItem } from "drawbridge-rules/wire/guard.ts";
import type { ProblemCode, ProblemItem, ReadKeyInUse, Since } from "drawbridge-rules/wire/problem.ts";

/** `unexpected_answer`: the answer comes from another program, or from a proxy in front of the server. */
export type AdminErrorCode = ProblemCode | "unexpected_answer";

export class AdminError extends Error {
  readonly status: number;
  /** Stable: scripts may compare it. */
  readonly code: AdminErrorCode;
  readonly detail: string;
  readonly errors: readonly ProblemItem[] = [];
  readonly guards: readonly GuardItem[] = [];
  /** Seconds. */
  readonly retryAfter: number | null = null;
  /** On `stale`: the changes since the resource was read. */
  readonly since: Since | null = null;
  /** On `key_in_use`, for administrators: the key that already has the text. */
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

type Further = "errors" | "guards" | "retryAfter" | "since" | "inUse";

/** `refused`: nothing listens there; `timeout`: no complete answer in time; `failed`: any other network error. */
export type UnreachableReason = "refused" | "timeout" | "failed";

export class AdminUnreachable extends Error {
  readonly url: string;
  readonly reason: UnreachableReason;
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

/** True also where the resource to create exists already. */
export const isStale = hasCode("stale");
export const isNotFound = hasCode("not_found");
export const isInvalid = hasCode("invalid");
export const isRefused = hasCode("refused");
export const isUnauthorized = hasCode("unauthorized");

export function isUnreachable(error: unknown): error is AdminUnreachable {
  return error instanceof AdminUnreachable;
}
