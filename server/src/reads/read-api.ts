/** HTTP alone: everything is decided in the catalog. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { corsHeaders, matchesEtag, preflightHeaders } from "../base/http/headers.ts";
import { problemBody, problemHeaders } from "../base/http/problem.ts";
import type { RawRequest } from "../base/http/raw-request.ts";
import { other } from "../base/metrics.ts";
import type { Answered, ReadEndpoint, ReadProblem } from "./catalog/answer.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { Counting } from "./catalog/counting.ts";
import { bytesOf, notModified, rehearsed, withMaxAge } from "./catalog/finished-answer.ts";
import type { ReadCounts } from "./read-counts.ts";

export interface ReadAnswer {
  readonly status: number;
  /** Name, value, name, value … */
  readonly headers: readonly string[];
  /** `headers` as text, where it is ready. */
  readonly lines?: string | undefined;
  /** A character (U+0000 to U+00FF) for each byte. */
  readonly body: string | null;
  readonly code?: ProblemCode;
}

/** Compares the texts: objects and maps first look for a new text in V8's table of names. */
function endpointAt(path: string): ReadEndpoint | null {
  if (path === "/api/v1/config") return "config";
  if (path === "/api/v1/gate") return "gate";
  return path === "/api/v1/maintenance" ? "maintenance" : null;
}

export function isReadPath(path: string): boolean {
  return endpointAt(path) !== null;
}

/** Bytes of a body, which is read and ignored. */
const bodyLimit = 1024;

/** `now` is epoch ms. */
export interface ReadApi {
  /** False means every path is 404. */
  readonly servesReads: boolean;
  readonly catalog: Catalog;
  readonly now: () => number;
  /** Without limits every read is answered. */
  readonly limits?: ReadLimits | undefined;
}

export interface CountedReadApi extends ReadApi {
  readonly counts: ReadCounts;
}

/** Null means the request passes. A good key without a limit skips both. */
export interface ReadLimits {
  /** Null where no limit is set on read keys. */
  readonly ofKeys: ((found: Answered | ReadProblem, now: number) => ReadAnswer | null) | null;
  /** @param from null means a repeated question, which is not counted again */
  ofStrangers(from: Sender | null, now: number): ReadAnswer | null;
}

/** Parts of a request that identify its client. */
export type Sender = Pick<IncomingMessage, "socket" | "headers">;

const nowhere = { socket: {}, headers: {} } as Sender;

export function handleRead(
  api: CountedReadApi,
  request: RawRequest,
  req: IncomingMessage,
  res: ServerResponse,
): void | Promise<void> {
  const begun = api.counts.begin();
  const answer = answerRead(api, request, req);
  if ((request.chunked || request.contentLength > 0) && looksAtBody(answer)) return ignoreBody(api, request, req, res, begun);
  write(api, request, res, answer, begun);
}

export function handleWholeRead(
  api: CountedReadApi,
  request: RawRequest,
  from: Sender,
  print: (answer: ReadAnswer) => string,
): string {
  const begun = api.counts.begin();
  const answer = answerRead(api, request, from);
  const text = print(answer);
  api.counts.answered(endpointAt(request.path) ?? other, answer.status, answer.code, begun);
  return text;
}

/** The contract's rows above `content_too_large` answer whatever the body is; those below it wait for it. */
function looksAtBody({ status }: ReadAnswer): boolean {
  return status === 200 || status === 304 || status === 503;
}

/** In the order of the contract's error table. @param from null means answered before, and counted once */
export function answerRead(api: ReadApi, request: RawRequest, from: Sender | null = nowhere): ReadAnswer {
  const endpoint = endpointAt(request.path);
  if (!endpoint || !api.servesReads) return problem("not_found", "There is nothing at this address.");
  const { method } = request;
  if (method === "OPTIONS") return { status: 204, headers: [...corsHeaders, ...preflightHeaders], body: null };
  if (method !== "GET" && method !== "HEAD") {
    return problem("method_not_allowed", "Use GET or HEAD.", ["Allow", "GET, HEAD, OPTIONS"]);
  }
  const now = api.now();
  const key = request.keyCount > 1 ? "," : request.key;
  const found = api.catalog.answer(endpoint, key, request.query, request.acceptLanguage, now);
  if (from) count(found, endpoint, now);
  const tooMany = api.limits?.ofKeys && from ? api.limits.ofKeys(found, now) : null;
  if (tooMany) return tooMany;
  if (!("code" in found)) return settledAnswer(found, request.ifNoneMatch, now);
  const turnedAway = api.limits && isStranger(found) ? api.limits.ofStrangers(from, now) : null;
  if (from && found.refused) api.catalog.usage.refusedQueries.count(found.refused, now);
  return turnedAway ?? problem(found.code, found.detail, headersOf(found));
}

/** Without a key that was ever one of this installation. */
function isStranger({ code }: ReadProblem): boolean {
  return code === "missing_api_key" || code === "unknown_api_key";
}

function count({ counter, counted }: Counting, endpoint: ReadEndpoint, now: number): void {
  counter?.count(now);
  if (!counted) return;
  counted.table.count(counted.version, counted.key, counted.outcome, now);
  if (counted.os !== null) counted.table.countSystem(counted.version, counted.os, now);
  if (endpoint === "gate") counted.key.gateAt = now;
}

function headersOf({ code, rehearsal }: ReadProblem): readonly string[] {
  if (rehearsal) return ["drawbridge-rehearsal", rehearsal];
  if (code === "not_ready") return ["Retry-After", "1"];
  return code.endsWith("api_key") ? ["WWW-Authenticate", 'ApiKey realm="drawbridge"'] : [];
}

export function settledAnswer(settled: Answered, ifNoneMatch: string | null, now: number): ReadAnswer {
  const { outcome, transition, rehearsal } = settled;
  const isKnown = ifNoneMatch !== null && matchesEtag(ifNoneMatch, outcome.etag);
  const seconds = Math.floor((transition - now) / 1000);
  if (!isKnown && !rehearsal && seconds >= outcome.ttl) return outcome;
  const all = isKnown ? notModified(outcome.headers) : outcome.headers;
  const lasting = seconds < outcome.ttl ? withMaxAge(all, seconds) : all;
  const headers = rehearsal ? rehearsed(all, rehearsal) : lasting;
  return { status: isKnown ? 304 : 200, headers, body: isKnown ? null : outcome.body };
}

export function problem(code: ProblemCode, detail: string, headers: readonly string[] = []): ReadAnswer {
  const body = bytesOf(problemBody(code, detail));
  return {
    status: problems[code].status,
    headers: [...problemHeaders(body.length), ...corsHeaders, ...headers],
    body,
    code,
  };
}

function write({ counts }: CountedReadApi, request: RawRequest, res: ServerResponse, answer: ReadAnswer, begun: number): void {
  const { status, headers, body, code } = answer;
  // Node's types want a mutable list and never change it.
  res.writeHead(status, headers as string[]);
  // Node joins a Latin-1 text with the head in one write; a buffer would be a second piece.
  if (request.method === "HEAD" || body === null) res.end();
  else res.end(body, "latin1");
  counts.answered(endpointAt(request.path) ?? other, status, code, begun);
}

/** A small body is ignored, so that unusual clients work; the answer waits for it. */
function ignoreBody(
  api: CountedReadApi,
  request: RawRequest,
  req: IncomingMessage,
  res: ServerResponse,
  begun: number,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let bytes = 0;
  if (request.contentLength > bodyLimit) writeTooLarge(api, request, req, res, begun);
  req.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bodyLimit && !res.headersSent) writeTooLarge(api, request, req, res, begun);
  });
  req.on("end", () => {
    try {
      if (!res.headersSent) write(api, request, res, answerRead(api, request, null), begun);
      resolve();
    } catch (error) {
      reject(error);
    }
  });
  return promise;
}

function writeTooLarge(api: CountedReadApi, request: RawRequest, req: IncomingMessage, res: ServerResponse, begun: number): void {
  const detail = `The body exceeds ${bodyLimit} bytes. This request needs no body.`;
  write(api, request, res, problem("content_too_large", detail, ["Connection", "close"]), begun);
  req.resume();
}
