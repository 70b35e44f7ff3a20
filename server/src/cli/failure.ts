/** Text of a failed command: one line for the failure, one per problem, and the next step. */
import { AdminError, AdminUnreachable } from "drawbridge-client/admin";
import { DrawbridgeError, storeProblemOf } from "drawbridge-rules/values/errors.ts";
import type { ReadKeyInUse } from "drawbridge-rules/wire/problem.ts";
import { wireCode } from "../base/http/problem.ts";
import type { CommandWords } from "./command-words.ts";
import type { Context } from "./context.ts";
import { counted, printable, sentence } from "./output.ts";
import { refusalLines } from "./refusal-advice.ts";
import { UsageError } from "./usage-error.ts";
import { type Failure, type FailureItem, inCommandWords } from "./wire-words.ts";

/** As `--json` prints it. */
/** Invalid content of a file: its problems are printed with the file's name. */
export class FileError extends Error {
  readonly file: string;
  readonly failure: Failure;

  constructor(file: string, failure: Failure) {
    super(failure.detail);
    this.name = "FileError";
    this.file = file;
    this.failure = failure;
  }
}

/** Classifies an error in the terms of the command that failed; null: a defect. */
export function classifyError(error: unknown, command?: CommandWords): Failure | null {
  const failure = plainFailureOf(error);
  const isAsTyped = error instanceof UsageError || error instanceof FileError;
  return failure && command && !isAsTyped ? inCommandWords(command, failure) : failure;
}

function plainFailureOf(error: unknown): Failure | null {
  if (error instanceof UsageError) {
    const detail = `the command line has ${counted(error.problems.length, "problem")}`;
    return { code: "usage", detail, errors: error.problems.map((problem) => ({ detail: problem })) };
  }
  if (error instanceof FileError) return error.failure;
  if (error instanceof AdminUnreachable) return { code: "unreachable", detail: error.message, errors: [] };
  if (error instanceof AdminError) {
    const { code, status, detail, errors, retryAfter, inUse } = error;
    const more = { ...(retryAfter === null ? {} : { retry_after: retryAfter }), ...(inUse === null ? {} : { in_use: inUse }) };
    return { code, status, detail, errors, ...more };
  }
  if (error instanceof DrawbridgeError) {
    const errors = error.problems.map(({ path, line, guard, parameter, message }) => ({
      path,
      ...(line === undefined ? {} : { line }),
      ...(guard === undefined ? {} : { guard }),
      ...(parameter === undefined ? {} : { parameter }),
      detail: message,
    }));
    return { code: storeProblemOf(error) ?? wireCode(error.code), detail: error.message, errors };
  }
  return null;
}

/** Error lines for people, summary first. @param typed how this program was started */
export function failureLines(error: unknown, failure: Failure, context: Context | null, typed: string): string[] {
  const file = error instanceof FileError ? error.file : null;
  const command = error instanceof UsageError && error.command !== "" ? ` ${error.command}` : "";
  const start = error instanceof AdminUnreachable ? startAdvice(error, typed) : "";
  return [
    `drawbridge${command}: ${printable(headline(failure))}${start}`,
    ...failure.errors.map((item) => `  ${printable(itemText(item, file))}`),
    ...adviceOn(error, failure, context, typed),
  ];
}

/** Advice after the message for an unreachable server. @param typed how this program was started */
export function startAdvice({ reason }: AdminUnreachable, typed: string): string {
  return reason === "refused" ? `: start one with ${typed} serve, or name it with --url` : "";
}

/** Cuts the advice from a refusal: it follows below, in the terms of this command. */
function headline({ code, detail }: Failure): string {
  return code === "refused" ? (detail.split(";")[0] ?? detail) : detail;
}

/** `shop.yaml:12 platforms.ios.minimum: expected …` */
function itemText({ path, line, guard, parameter, detail }: FailureItem, file: string | null): string {
  if (file !== null && parameter !== undefined) return sentence(`--${parameter.replaceAll("_", "-")}`, detail);
  // Without a file, a line number has no meaning.
  const place = file === null ? "" : `${file}${line === undefined ? "" : `:${line}`} `;
  const name = [guard, path].filter((part) => part).join(" ");
  return place + sentence(name, detail);
}

function adviceOn(error: unknown, failure: Failure, context: Context | null, typed: string): string[] {
  if (error instanceof UsageError) return [`See ${typed} ${error.command}${error.command ? " " : ""}--help`];
  if (error instanceof AdminUnreachable)
    return unreachableAdvice(error, context?.line("history PROJECT") ?? `${typed} history PROJECT`);
  if (failure.code === "unauthorized" && context) return [unauthorizedAdvice(context.connection)];
  if (failure.code === "refused" && context) {
    return refusalLines([...new Set(failure.errors.flatMap(({ guard }) => guard ?? []))], context, {});
  }
  if (failure.code === "stale") return ["Nothing was changed. Review the current state and try again."];
  if (failure.in_use !== undefined) return [inUseAdvice(failure.in_use, typed)];
  if (failure.retry_after !== undefined) return [`Try again in ${failure.retry_after} s.`];
  return [];
}

function inUseAdvice({ project, key, state }: ReadKeyInUse, typed: string): string {
  const move = state === "deleted" ? "" : ", or move it with --to PROJECT";
  return `To release an imported key: ${typed} key set ${key} --project ${project} --release${move}.`;
}

function unreachableAdvice({ mayHaveChanged }: AdminUnreachable, look: string): string[] {
  if (!mayHaveChanged) return [];
  return [`The change may or may not have been made. Check with ${look} before you repeat it.`];
}

function unauthorizedAdvice({ url, token, tokenSource }: Context["connection"]): string {
  if (token === null) return `No access token: ${tokenSource}.`;
  return `The token (from ${tokenSource}) is not valid at ${url}: it was revoked, has expired, or belongs to another server.`;
}
