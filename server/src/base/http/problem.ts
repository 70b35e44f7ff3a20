import type { ServerResponse } from "node:http";
import { DrawbridgeError, type ErrorCode, maxProblems, type Problem, storeProblemOf } from "drawbridge-rules/values/errors.ts";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";

export const problemType = "application/problem+json";

/** By default, the type is that of the read API, which apps may compare. */
export function problemBody(code: ProblemCode, detail: string, extra: object = {}, type = fixedType(code)): string {
  const { status, title } = problems[code];
  return JSON.stringify({ type, title, status, detail, code, ...extra });
}

export function fixedType(code: ProblemCode): string {
  return `urn:drawbridge:problem:${code}`;
}

/** The page that describes the code, on the host that answers. */
export function linkedType(code: ProblemCode): string {
  return `/docs/reference/problems#${code}`;
}

export function adminProblemBody(code: ProblemCode, detail: string, extra: object = {}): string {
  return problemBody(code, detail, extra, linkedType(code));
}

export function problemHeaders(bytes: number): string[] {
  return ["Content-Type", problemType, "Content-Length", String(bytes), "Cache-Control", "no-store"];
}

export function sendProblem(
  res: ServerResponse,
  method: string,
  code: ProblemCode,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = problemBody(code, detail);
  const own = { "Content-Type": problemType, "Content-Length": Buffer.byteLength(body), "Cache-Control": "no-store" };
  res.writeHead(problems[code].status, { ...own, ...headers });
  res.end(method === "HEAD" ? undefined : body);
}

/** The log has the cause beside the reference. */
export function internalDetail(reference: string): string {
  return `The server could not answer this request. Its log has the cause under the reference ${reference}.`;
}

export function toProblem(
  error: unknown,
  reference: string,
): { readonly code: ProblemCode; readonly status: number; readonly body: string } {
  if (!(error instanceof DrawbridgeError) || error.code === "internal") {
    const code = "internal_error";
    return { code, status: problems[code].status, body: adminProblemBody(code, internalDetail(reference)) };
  }
  const code = storeProblemOf(error) ?? wireCode(error.code);
  const errors = error.problems.length === 0 ? {} : { [code === "refused" ? "guards" : "errors"]: wireProblems(error) };
  const extra = { ...errors, ...error.members };
  return { code, status: problems[code].status, body: adminProblemBody(code, error.message, extra) };
}

/** Characters of one detail, and bytes of an answer. */
const longestDetail = 1_000;
const maxBytes = 96 * 1024;

function wireProblems(error: DrawbridgeError): readonly Readonly<Record<string, unknown>>[] {
  const { problems: all, more } = error;
  const listed: Readonly<Record<string, unknown>>[] = [];
  let bytes = 0;
  for (const problem of all.slice(0, maxProblems)) {
    const { message } = problem;
    const isLong = message.length > longestDetail;
    const written = wireProblem(isLong ? { ...problem, message: `${message.slice(0, longestDetail).toWellFormed()}…` } : problem);
    bytes += Buffer.byteLength(JSON.stringify(written));
    if (bytes > maxBytes) break;
    listed.push(written);
  }
  const rest = all.length - listed.length + more;
  return rest === 0 || error.code === "refused"
    ? listed
    : [...listed, wireProblem({ path: "", message: `and ${rest} more: correct these first` })];
}

/** Two codes are those of the read API. */
export function wireCode(code: ErrorCode): ProblemCode {
  if (code === "internal") return "internal_error";
  return code === "too_large" ? "content_too_large" : code;
}

export function wireProblem({ path, finding, message, ...more }: Problem): Readonly<Record<string, unknown>> {
  const { pointer, parameter, header, line } = more;
  const optional = Object.entries({ pointer, parameter, header, line }).filter(([, value]) => value !== undefined);
  return { ...finding, path, ...Object.fromEntries(optional), detail: message };
}
