import type { Method } from "drawbridge-rules/api/paths.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { AdminError, AdminUnreachable, type UnreachableReason } from "./admin-error.ts";

export interface AdminOptions {
  /** Where the admin API is, without `/admin/v1`: `https://drawbridge.example`. */
  readonly url: string;
  /** Without one, the browser's session speaks for the user. */
  readonly token?: string;
  /** Milliseconds until the whole answer has arrived. */
  readonly timeout?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface AdminRequest {
  readonly method: Method;
  readonly path: string;
  /** Omits undefined members and empty lists. */
  readonly query?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: { readonly type: string; readonly text: string };
  readonly accept?: string;
  readonly repeatable: boolean;
}

export interface AdminAnswer {
  readonly status: number;
  readonly etag: string | null;
  readonly text: string;
}

export const jsonType = "application/json";
export const yamlType = "application/yaml";
const problemTypes = [jsonType, "application/problem+json"];
const defaultTimeout = 30_000;

/** @throws AdminError, AdminUnreachable */
export async function send(options: AdminOptions, request: AdminRequest): Promise<AdminAnswer> {
  try {
    return await sendOnce(options, request);
  } catch (error) {
    // Mostly a connection that the server closed while it was idle. After a timeout, the caller has waited enough.
    if (!request.repeatable || !(error instanceof AdminUnreachable) || error.reason !== "failed") throw error;
    return sendOnce(options, request);
  }
}

export interface OpenAnswer {
  readonly body: ReadableStream<Uint8Array>;
  readonly etag: string | null;
  readonly bytes: number | null;
}

/** The timeout covers only the response headers. @throws AdminError, AdminUnreachable */
export async function openStream(
  options: AdminOptions,
  request: AdminRequest & { readonly accept: string },
  signal: AbortSignal,
): Promise<OpenAnswer> {
  const timeout = options.timeout ?? defaultTimeout;
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new DOMException("no answer", "TimeoutError")), timeout);
  try {
    const response = await ask(options, request, AbortSignal.any([signal, patience.signal]));
    const { ok, body, headers } = response;
    const length = headers.get("content-length");
    if (ok && body && typeOf(response) === request.accept)
      return { body, etag: headers.get("etag"), bytes: length === null ? null : Number(length) };
    throw errorOf(response, await response.text());
  } catch (error) {
    if (error instanceof AdminError || signal.aborted) throw error;
    throw unreachable(options.url, error, timeout, request);
  } finally {
    clearTimeout(timer);
  }
}

async function sendOnce(options: AdminOptions, request: AdminRequest): Promise<AdminAnswer> {
  const timeout = options.timeout ?? defaultTimeout;
  let response: Response;
  let text: string;
  try {
    response = await ask(options, request, AbortSignal.timeout(timeout));
    text = await response.text();
  } catch (error) {
    throw unreachable(options.url, error, timeout, request);
  }
  if (!response.ok) throw errorOf(response, text);
  return { status: response.status, etag: response.headers.get("etag"), text };
}

function ask(options: AdminOptions, request: AdminRequest, signal: AbortSignal): Promise<Response> {
  const fetch = options.fetch ?? globalThis.fetch;
  return fetch(addressOf(options.url, request), {
    method: request.method,
    headers: headersOf(options, request),
    // The session cookie is sent only to our own origin, and never together with a token.
    credentials: options.token === undefined ? "same-origin" : "omit",
    // A redirected PUT would arrive as a GET, and the token would leak to the target.
    redirect: "manual",
    signal,
    ...(request.body ? { body: request.body.text } : {}),
  });
}

function addressOf(base: string, { path, query = {} }: AdminRequest): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = value === undefined ? "" : String(value);
    if (text !== "" || value === "") parameters.append(name, text);
  }
  const search = parameters.size === 0 ? "" : `?${parameters}`;
  return `${base.replace(/\/+$/, "")}${path}${search}`;
}

function headersOf({ token }: AdminOptions, { accept = jsonType, body, headers }: AdminRequest): Record<string, string> {
  return {
    accept,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body ? { "content-type": body.type } : {}),
    ...headers,
  };
}

function unreachable(url: string, error: unknown, timeout: number, { method, query }: AdminRequest): AdminUnreachable {
  // A caller-supplied `fetch` may report a better reason itself.
  if (error instanceof AdminUnreachable) return error;
  const reason = reasonOf(error);
  const messages: Readonly<Record<UnreachableReason, string>> = {
    refused: `no server answers at ${url}`,
    timeout: `${url} did not answer within ${timeout / 1000} s`,
    failed: `cannot reach ${url}: ${lastCause(error)}`,
  };
  const mayHaveChanged = reason !== "refused" && method !== "GET" && query?.dry_run !== true;
  return new AdminUnreachable(url, reason, messages[reason], mayHaveChanged, error);
}

/** Node gives the reason in a chain of causes; browsers give none. */
function reasonOf(error: unknown): UnreachableReason {
  for (const cause of causesOf(error)) {
    if (cause.name === "TimeoutError") return "timeout";
    if ("code" in cause && cause.code === "ECONNREFUSED") return "refused";
  }
  return "failed";
}

function lastCause(error: unknown): string {
  const last = causesOf(error).at(-1);
  return last?.message || last?.name || "no reason given";
}

function causesOf(error: unknown): Error[] {
  const found: Error[] = [];
  for (let at = error; at instanceof Error && found.length < 10; at = at.cause) found.push(at);
  return found;
}

function errorOf(response: Response, text: string): AdminError {
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  const retryAfter = Number.isNaN(seconds) ? null : seconds;
  const problem = problemTypes.includes(typeOf(response)) ? problemOf(text) : null;
  if (!problem) return foreign(response, retryAfter);
  const { status } = response;
  return new AdminError(status, problem.code, problem.detail ?? problem.title ?? problem.code, {
    errors: Array.isArray(problem.errors) ? problem.errors : [],
    guards: Array.isArray(problem.guards) ? problem.guards : [],
    retryAfter,
    since: problem.since ?? null,
    inUse: problem.in_use ?? null,
  });
}

function foreign(response: Response, retryAfter: number | null): AdminError {
  const to = response.headers.get("location");
  const what = to === null ? `with ${typeOf(response) || "nothing"}` : `with a redirect to ${to}`;
  const detail = `the answer is not Drawbridge's: status ${response.status} ${what}`;
  return new AdminError(response.status, "unexpected_answer", detail, { retryAfter });
}

function typeOf(response: Response): string {
  return (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function problemOf(text: string): (Partial<ProblemDocument> & Pick<ProblemDocument, "code">) | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "code" in value ? (value as ProblemDocument) : null;
  } catch {
    return null;
  }
}

/** @throws AdminError if it is not JSON */
export function readJson({ text }: AdminAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AdminError(200, "unexpected_answer", "the answer is not Drawbridge's: it is not JSON");
  }
}
