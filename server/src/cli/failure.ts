import { AdminError, AdminUnreachable } from "drawbridge-client/admin";
import { DrawbridgeError, storeProblemOf } from "drawbridge-rules/values/errors.ts";
import { splitPath } from "drawbridge-rules/values/fields.ts";
import type { GuardItem } from "drawbridge-rules/wire/guard.ts";
import type { ReadKeyInUse } from "drawbridge-rules/wire/problem.ts";
import { wireCode } from "../base/http/problem.ts";
import { refusalLines } from "./advice.ts";
import { type CommandWords, UsageError } from "./arguments.ts";
import type { Context } from "./command.ts";
import { given } from "./options.ts";
import { counted, printable, sentence } from "./output.ts";

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

/** In the terms of the command that failed; null means a defect. */
export function classifyError(error: unknown, command?: CommandWords): Failure | null {
  const failure = plainFailureOf(error);
  const isAsTyped = error instanceof UsageError || error instanceof FileError;
  return failure && command && !isAsTyped ? inCommandWords(command, failure) : failure;
}

function plainFailureOf(error: unknown): Failure | null {
  if (error instanceof UsageError) {
    const [first = "", ...others] = error.problems;
    const detail = others.length === 0 ? first : countedProblems(error.problems.length);
    return { code: "usage", detail, errors: error.problems.map((problem) => ({ detail: problem })) };
  }
  if (error instanceof FileError) return error.failure;
  if (error instanceof AdminUnreachable) return { code: "unreachable", detail: error.message, errors: [] };
  if (error instanceof AdminError) {
    const { code, status, detail, errors, guards, retryAfter, inUse } = error;
    return { code, status, detail, errors, ...given({ guards, retry_after: retryAfter, in_use: inUse }) };
  }
  if (error instanceof DrawbridgeError) {
    const errors = error.problems.map(({ message: detail, path, line, parameter }) => ({ path, line, parameter, detail }));
    return { code: storeProblemOf(error) ?? wireCode(error.code), detail: error.message, errors };
  }
  return null;
}

export function failureText(error: unknown, failure: Failure, isJson: boolean, context: Context | null, typed: string): string {
  const lines = isJson ? [JSON.stringify(failure)] : failureLines(error, failure, context, typed);
  return lines.map((line) => `${line}\n`).join("");
}

function failureLines(error: unknown, failure: Failure, context: Context | null, typed: string): string[] {
  const file = error instanceof FileError ? error.file : null;
  const start = error instanceof AdminUnreachable ? startAdvice(error, typed) : "";
  const items = failure.errors.map((item) => printable(itemText(withTyped(item, context), file)));
  // A number of problems says nothing about a single one.
  const [only] = items.length === 1 && (failure.code === "usage" || failure.code === "invalid") ? items : [];
  return [
    `drawbridge: ${only ?? printable(headline(failure, context))}${start}`,
    ...(only === undefined ? items.map((item) => `  ${item}`) : []),
    ...(failure.guards ?? []).map(({ code, detail }) => `  ${printable(`${code}: ${detail}`)}`),
    ...adviceOn(error, failure, context, typed),
  ];
}

/** Names what was typed for an option, except the text of a key. */
function withTyped(item: FailureItem, context: Context | null): FailureItem {
  const { path = "", detail } = item;
  const typed = path === "--value" ? undefined : context?.args.textOf(path);
  if (typed === undefined || !path.startsWith("--") || detail.includes(", not ")) return item;
  const quoted = JSON.stringify(typed);
  if (detail.startsWith("expected")) return { ...item, detail: `${detail}, not ${quoted}` };
  return { ...item, detail: detail.replace("this name", `the name ${quoted}`) };
}

export function startAdvice({ reason }: AdminUnreachable, typed: string): string {
  return reason === "refused" ? `: start one with ${typed} serve, or name it with --url` : "";
}

/** Advice follows below, in the terms of this command. */
function headline({ code, detail }: Failure, context: Context | null): string {
  if (code === "unauthorized" && context) return unauthorizedText(context.connection);
  return code === "refused" ? (detail.split(";")[0] ?? detail) : detail;
}

/** `shop.yaml:12 platforms.ios.minimum: expected …` */
function itemText({ path, line, parameter, detail }: FailureItem, file: string | null): string {
  if (file !== null && parameter !== undefined) return sentence(`--${parameter.replaceAll("_", "-")}`, detail);
  // A line number has no meaning without a file.
  const place = file === null ? "" : `${file}${line === undefined ? "" : `:${line}`} `;
  return place + sentence(path ?? "", detail);
}

function adviceOn(error: unknown, failure: Failure, context: Context | null, typed: string): string[] {
  if (error instanceof UsageError) return [`See ${typed} ${error.command}${error.command ? " " : ""}--help`];
  if (error instanceof AdminUnreachable) {
    const look = context?.line("history --project PROJECT") ?? `${typed} history --project PROJECT`;
    return error.mayHaveChanged ? [`The change may or may not have been made. Check with ${look} before you repeat it.`] : [];
  }
  if (failure.code === "refused" && context) {
    return refusalLines([...new Set((failure.guards ?? []).map(({ code }) => code))], context, {});
  }
  if (failure.code === "stale") return ["Nothing was changed. Review the current state and try again."];
  if (failure.in_use !== undefined) {
    const { project, key, state } = failure.in_use;
    const move = state === "deleted" ? "" : ", or move it with --to PROJECT";
    return [`To release an imported key: ${typed} key set ${key} --project ${project} --release${move}.`];
  }
  if (failure.retry_after !== undefined) return [`Try again in ${failure.retry_after} s.`];
  return [];
}

function unauthorizedText({ url, token, tokenSource }: Context["connection"]): string {
  if (token === null) return `No access token: ${tokenSource}.`;
  return `The token (from ${tokenSource}) is not valid at ${url}: it was revoked, has expired, or belongs to another server.`;
}

/** As `--json` prints it. */
interface Failure {
  readonly code: string;
  readonly status?: number;
  readonly detail: string;
  readonly errors: readonly FailureItem[];
  readonly guards?: readonly GuardItem[];
  readonly retry_after?: number;
  readonly in_use?: ReadKeyInUse;
}

interface FailureItem {
  readonly path?: string;
  readonly line?: number | undefined;
  readonly parameter?: string | undefined;
  readonly detail: string;
}

/** Where an option or an operand is not called as its field is. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  expires_at: ["--expires"],
  endpoints: ["--endpoint"],
  platforms: ["--platform"],
  instances: ["--instance"],
  languages: ["--language"],
  duration: ["--for"],
  window: ["WINDOW"],
  occurrence: ["WINDOW"],
  person: ["PERSON"],
  login: ["LOGIN", "PERSON"],
};

function countedProblems(count: number): string {
  return `the command line has ${counted(count, "problem")}`;
}

/** Users of a command never see a body. */
const request = /^the (?:body|query|request) has \d+ problems?$/;

/** `expires_at` of a body is `--expires` here. */
function inCommandWords(command: CommandWords, failure: Failure): Failure {
  const known = [
    ...(command.options ?? []).flatMap(({ flags }) => /--[a-z-]+/.exec(flags)?.[0] ?? []),
    ...(command.operands ?? []).map(({ name }) => name),
  ];
  const errors = failure.errors.map((item) => inWords(item, known));
  const isOfRequest = failure.code === "invalid" && request.test(failure.detail);
  const [only] = errors.length === 1 ? errors : [];
  const detail = only ? sentence(only.path ?? "", only.detail) : countedProblems(errors.length);
  return { ...failure, errors, ...(isOfRequest ? { detail } : {}) };
}

/** Users never see the request body that a line number refers to. */
function inWords({ line: _, ...item }: FailureItem, known: readonly string[]): FailureItem {
  const [field = "", ...rest] = splitPath(item.parameter ?? item.path ?? "");
  // `platforms.ios.minimum` is a place in the project, and `platforms.0` what was typed.
  const isTyped = rest.length === 0 || (rest.length === 1 && (/^\d+$/.test(rest[0] ?? "") || field === "message"));
  // `stores.apple` is `--store-apple`, and `messages.upgrade.en` `--message-upgrade`.
  const nested = `--${field.replace(/s$/, "")}-${rest[0]}`;
  if (known.includes(nested)) return { ...item, path: [nested, ...rest.slice(1)].join(" ") };
  const names = [`--${field.replaceAll("_", "-")}`, ...(otherNames[field] ?? [])];
  const name = isTyped ? names.find((each) => known.includes(each)) : undefined;
  return name === undefined ? item : { ...item, path: [name, ...(field === "message" ? rest : [])].join(" ") };
}
