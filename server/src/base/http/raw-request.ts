/** Read once from the raw lines: one pass, one object. The target is never decoded or normalized. */
import type { IncomingMessage } from "node:http";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";

export interface RawRequest {
  readonly method: string;
  /** No decoding, no dot segments resolved. */
  readonly path: string;
  readonly query: string;
  readonly key: string | null;
  readonly keyCount: number;
  /** Several header lines are one list (RFC 9110 §5.2). */
  readonly ifNoneMatch: string | null;
  readonly acceptLanguage: string | null;
  readonly contentLength: number;
  /** The length of the body is not known beforehand. */
  readonly chunked: boolean;
}

export const targetLimit = 8 * 1024;
/** Bytes: name, value, colon, space and CRLF of each line. */
export const headersLimit = 16 * 1024;
export const headerLinesLimit = 200;

/** The codes `bad_request`, `uri_too_long`, `headers_too_large`, in that order. */
export function parseRawRequest(req: IncomingMessage): RawRequest | ProblemCode {
  const raw = req.rawHeaders;
  const scan = new HeadScan(req.method ?? "");
  let bytes = 0;
  for (let i = 1; i < raw.length; i += 2) {
    const name = raw[i - 1] ?? "";
    const value = raw[i] ?? "";
    bytes += name.length + value.length + 4;
    scan.line(name, value);
  }
  if (!scan.wellFormed(req.httpVersionMajor, req.httpVersionMinor)) return "bad_request";
  const target = req.url ?? "";
  if (target.length > targetLimit) return "uri_too_long";
  if (bytes > headersLimit || raw.length > 2 * headerLinesLimit) return "headers_too_large";
  scan.split(target);
  return scan;
}

export class HeadScan implements RawRequest {
  readonly method: string;
  path = "/";
  query = "";
  key: string | null = null;
  keyCount = 0;
  ifNoneMatch: string | null = null;
  acceptLanguage: string | null = null;
  contentLength = 0;
  chunked = false;
  #hosts = 0;
  #unknownCoding = false;

  constructor(method: string) {
    this.method = method;
  }

  /** Only the names that have the length of a wanted one are compared. */
  line(name: string, value: string): void {
    switch (name.length) {
      case 4:
        if (is(name, "Host", "host")) this.#hosts++;
        return;
      case 9:
        if (is(name, "X-Api-Key", "x-api-key") && this.keyCount++ === 0) this.key = value;
        return;
      case 13:
        if (is(name, "If-None-Match", "if-none-match")) this.ifNoneMatch = listed(this.ifNoneMatch, value);
        return;
      case 14:
        if (is(name, "Content-Length", "content-length")) this.contentLength = Number(value);
        return;
      case 15:
        if (is(name, "Accept-Language", "accept-language")) this.acceptLanguage = listed(this.acceptLanguage, value);
        return;
      case 17:
        if (is(name, "Transfer-Encoding", "transfer-encoding")) this.#coded(value);
        return;
    }
  }

  /** Refuses what the parser accepts by mistake: a second Host, HTTP/2.0, unknown transfer codings (RFC 9112 §3.2, §6.1). */
  wellFormed(major: number, minor: number): boolean {
    if (major !== 1 || this.#unknownCoding) return false;
    return this.#hosts === 1 || (this.#hosts === 0 && minor === 0);
  }

  #coded(coding: string): void {
    if (this.chunked || coding.toLowerCase() !== "chunked") this.#unknownCoding = true;
    this.chunked = true;
  }

  split(target: string): void {
    const start = pathStart(target);
    const mark = target.indexOf("?", start);
    const end = mark < 0 ? target.length : mark;
    if (end > start) this.path = target.slice(start, end);
    if (mark >= 0) this.query = target.slice(mark + 1);
  }
}

/** Header names are case-insensitive; nearly every client sends one of these two spellings. */
function is(name: string, usual: string, lower: string): boolean {
  return name === lower || name === usual || isHeaderName(name, lower);
}

/** Makes no text of its own. Names are visible ASCII. */
export function isHeaderName(name: string, lower: string): boolean {
  if (name.length !== lower.length) return false;
  for (let i = 0; i < name.length; i++) if ((name.charCodeAt(i) | 0x20) !== lower.charCodeAt(i)) return false;
  return true;
}

function listed(before: string | null, value: string): string {
  return before === null ? value : `${before}, ${value}`;
}

/** Absolute-form targets begin with scheme and authority (RFC 9112 §3.2.2). */
function pathStart(target: string): number {
  if (target.startsWith("/")) return 0;
  const scheme = /^https?:\/\//i.exec(target)?.[0].length;
  if (scheme === undefined) return 0;
  for (let i = scheme; i < target.length; i++) {
    if (target[i] === "/" || target[i] === "?") return i;
  }
  return target.length;
}
