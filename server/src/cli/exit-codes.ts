/** `help exit-codes` and docs/command-line.md print this table. */
import { AdminError, AdminUnreachable } from "drawbridge-client/admin";
import { DrawbridgeError, type ErrorCode } from "drawbridge-rules/values/errors.ts";
import { UsageError } from "./arguments.ts";
import { FileError } from "./failure.ts";

export const exitCode = { ok: 0, error: 1, usage: 2, refused: 3, signIn: 4, unreachable: 5, changes: 6 } as const;

export const exitCodeMeanings: Readonly<Record<keyof typeof exitCode, string>> = {
  ok: "done",
  error: "failed, or declined at the prompt; a failed check of doctor, an error that simulate shows",
  usage: "an option, a setting or a file is invalid, whether the program or the server finds it, or a file to write exists",
  refused: "refused by a guard, by drift, or because the configuration changed after its review",
  signIn: "no token, an invalid token, or one without the permission",
  unreachable: "the server or its store does not answer, or has too many requests: try again",
  changes: "plan --exit-code: apply would change something, or request the approval of a change",
};

/** A defect is thrown again, so it has no code. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof AdminUnreachable) return exitCode.unreachable;
  if (error instanceof UsageError || error instanceof FileError) return exitCode.usage;
  if (error instanceof AdminError) return byStatus[error.status] ?? byCode[error.code as ErrorCode] ?? exitCode.error;
  return (error instanceof DrawbridgeError ? byCode[error.code] : undefined) ?? exitCode.error;
}

const { usage, refused, signIn, unreachable } = exitCode;

const byStatus: Readonly<Record<number, number>> = {
  ...{ 400: usage, 413: usage, 415: usage, 422: usage, 401: signIn, 403: signIn },
  ...{ 429: unreachable, 502: unreachable, 503: unreachable, 504: unreachable },
};

const byCode: Readonly<Partial<Record<ErrorCode, number>>> = { invalid: usage, refused, drift: refused, stale: refused };
