/** Translates the server's problems into the terms of the command line: `expires_at` of a body is `--expires` here. */
import { splitPath } from "drawbridge-rules/values/dotted-path.ts";
import type { ReadKeyInUse } from "drawbridge-rules/wire/problem.ts";
import type { CommandWords } from "./command-words.ts";
import { counted } from "./output.ts";

export interface Failure {
  readonly code: string;
  /** HTTP status, if the server answered. */
  readonly status?: number;
  readonly detail: string;
  readonly errors: readonly FailureItem[];
  readonly retry_after?: number;
  readonly in_use?: ReadKeyInUse;
}

export interface FailureItem {
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
  readonly guard?: string;
  /** Name of the query parameter. */
  readonly parameter?: string;
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

/** Users of a command never see a body, so this headline of the server is replaced. */
const request = /^the (?:body|query|request) has \d+ problems?$/;

export function inCommandWords(command: CommandWords, failure: Failure): Failure {
  const known = [
    ...(command.options ?? []).flatMap(({ flags }) => /--[a-z-]+/.exec(flags)?.[0] ?? []),
    ...(command.operands ?? []).map(({ name }) => name),
  ];
  const errors = failure.errors.map((item) => inWords(item, known));
  const isOfRequest = failure.code === "invalid" && request.test(failure.detail);
  return { ...failure, errors, ...(isOfRequest ? { detail: `the command line has ${counted(errors.length, "problem")}` } : {}) };
}

/** Drops the line number: it refers to the request body, which users never see. */
function inWords({ line: _, ...item }: FailureItem, known: readonly string[]): FailureItem {
  const [field = "", ...rest] = splitPath(item.parameter ?? item.path ?? "");
  // `platforms.ios.minimum` is a place in the project, and `platforms.0` what was typed.
  const isTyped = rest.length === 0 || (rest.length === 1 && (/^\d+$/.test(rest[0] ?? "") || field === "message"));
  const names = [`--${field.replaceAll("_", "-")}`, ...(otherNames[field] ?? [])];
  const name = isTyped ? names.find((each) => known.includes(each)) : undefined;
  return name === undefined ? item : { ...item, path: [name, ...(field === "message" ? rest : [])].join(" ") };
}
