/**
 * Everything that can go wrong, as HTTP says it: the one table from codes to statuses, and the text of a problem (RFC 9457).
 * The codes are part of the contract with deployed apps and with scripts; a title may be reworded, a code never.
 */
import { DrawbridgeError, type ErrorCode, type Problem, mostProblems } from "drawbridge-rules/values/errors.ts";

interface Meaning {
  readonly status: number;
  readonly title: string;
}

const table = {
  // Of any request
  bad_request: { status: 400, title: "Bad request" },
  request_timeout: { status: 408, title: "Request timeout" },
  uri_too_long: { status: 414, title: "URI too long" },
  headers_too_large: { status: 431, title: "Headers too large" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  content_too_large: { status: 413, title: "Content too large" },
  internal_error: { status: 500, title: "Internal error" },
  // Of the read API
  missing_api_key: { status: 401, title: "Missing API key" },
  unknown_api_key: { status: 401, title: "Unknown API key" },
  expired_api_key: { status: 401, title: "Expired API key" },
  revoked_api_key: { status: 401, title: "Revoked API key" },
  rate_limited: { status: 429, title: "Too many requests" },
  key_not_allowed: { status: 403, title: "Key not allowed" },
  missing_parameter: { status: 400, title: "Missing parameter" },
  repeated_parameter: { status: 400, title: "Repeated parameter" },
  unknown_platform: { status: 400, title: "Unknown platform" },
  invalid_version: { status: 400, title: "Invalid version" },
  unknown_instance: { status: 404, title: "Unknown instance" },
  not_ready: { status: 503, title: "Not ready" },
  overloaded: { status: 503, title: "Overloaded" },
  // Of the admin API
  invalid: { status: 422, title: "Invalid content" },
  unauthorized: { status: 401, title: "Unauthorized" },
  forbidden: { status: 403, title: "Forbidden" },
  conflict: { status: 409, title: "Conflict" },
  stale: { status: 412, title: "Changed in the meantime" },
  precondition_required: { status: 428, title: "Precondition required" },
  refused: { status: 409, title: "Refused by a guard" },
  drift: { status: 409, title: "Changed outside the manifest" },
  key_in_use: { status: 409, title: "Key in use" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  unavailable: { status: 503, title: "Unavailable" },
} as const satisfies Record<string, Meaning>;

export type ProblemCode = keyof typeof table;

export const problems: Readonly<Record<ProblemCode, Meaning>> = table;

export const problemType = "application/problem+json";

/** The JSON text of a problem: `type`, `title`, `status`, `detail`, `code`, then the members of `extra`. */
export function problemBody(code: ProblemCode, detail: string, extra?: Readonly<Record<string, unknown>>): string {
  const { status, title } = problems[code];
  return JSON.stringify({ type: `urn:drawbridge:problem:${code}`, title, status, detail, code, ...extra });
}

/** Nothing about the cause. The reference is what the log has beside it. */
export function internalDetail(reference: string): string {
  return `The server could not answer this request. Its log knows more under the reference ${reference}.`;
}

/** What is answered for a thrown error. A defect, and `internal`, say nothing but the reference under which they are logged. */
export function problemOf(
  error: unknown,
  reference: string,
): { readonly code: ProblemCode; readonly status: number; readonly body: string } {
  if (!(error instanceof DrawbridgeError) || error.code === "internal") {
    const code = "internal_error";
    return { code, status: problems[code].status, body: problemBody(code, internalDetail(reference)) };
  }
  const code = wireCode(error.code);
  const errors = error.problems.length === 0 ? {} : { errors: wireProblems(error) };
  const extra = { ...errors, ...error.members };
  return { code, status: problems[code].status, body: problemBody(code, error.message, extra) };
}

/** Maximum characters of one detail, and bytes of the problems of one answer. */
const longestDetail = 1_000;
const mostBytes = 96 * 1024;

/** The first problems, as many as fit in an answer, and the number of the others. */
function wireProblems({ problems: all, more }: DrawbridgeError): readonly Readonly<Record<string, unknown>>[] {
  const listed: Readonly<Record<string, unknown>>[] = [];
  let bytes = 0;
  for (const problem of all.slice(0, mostProblems)) {
    const { message } = problem;
    const isLong = message.length > longestDetail;
    const written = wireProblem(isLong ? { ...problem, message: `${message.slice(0, longestDetail).toWellFormed()}…` } : problem);
    bytes += Buffer.byteLength(JSON.stringify(written));
    if (bytes > mostBytes) break;
    listed.push(written);
  }
  const rest = all.length - listed.length + more;
  return rest === 0 ? listed : [...listed, wireProblem({ path: "", message: `and ${rest} more: correct these first` })];
}

/** One text per meaning: two codes of the rules are written as the read API writes them. */
export function wireCode(code: ErrorCode): ProblemCode {
  if (code === "internal") return "internal_error";
  return code === "too_large" ? "content_too_large" : code;
}

/** A problem in the member `errors`. */
export function wireProblem({
  path,
  line,
  guard,
  message,
  pointer,
  parameter,
  header,
}: Problem): Readonly<Record<string, unknown>> {
  const optional = Object.entries({ pointer, parameter, header, line, guard }).filter(([, value]) => value !== undefined);
  return { path, ...Object.fromEntries(optional), detail: message };
}
