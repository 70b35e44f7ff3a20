/**
 * Requests whose end is beyond doubt: HTTP/1.1, without a body, on a connection that stays open, and spelled plainly. The grammar is
 * much stricter than RFC 9112, so that every parser agrees with it.
 */
import { HeadScan, headerLinesLimit, type RawRequest } from "../raw-request.ts";

export interface PlainRequest {
  readonly request: RawRequest;
  readonly forwardedFor: string | null;
  /** Index of its first byte. */
  readonly start: number;
}

/** One space after the colon and none before the end of a line; no folded line, no empty value, visible ASCII alone. */
const grammar = /(GET|HEAD|OPTIONS) (\/[!-~]*) HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+: [!-~]+(?: +[!-~]+)*\r\n)+\r\n/y;

/** Headers that change where a request ends, or what becomes of its connection; by the length of the name. */
const controls: Readonly<Record<number, string>> = {
  6: "expect",
  7: "upgrade",
  10: "connection",
  14: "content-length",
  16: "proxy-connection",
  17: "transfer-encoding",
};

/**
 * Parses bytes that are plain requests from the first to the last; null: they are not.
 * @param bytes a character (U+0000 to U+00FF) for each
 */
export function parsePlainRequests(bytes: string): readonly PlainRequest[] | null {
  const found: PlainRequest[] = [];
  for (let start = 0; start < bytes.length; start = grammar.lastIndex) {
    grammar.lastIndex = start;
    const [line, method, target] = grammar.exec(bytes) ?? [];
    if (line === undefined || method === undefined || target === undefined) return null;
    const scan = new HeadScan(method);
    const lines = start + method.length + target.length + " / HTTP/1.1\r\n".length - 1;
    const forwardedFor = scanLines(scan, bytes, lines, grammar.lastIndex - 2);
    if (forwardedFor === undefined || !scan.wellFormed(1, 1)) return null;
    scan.split(target);
    found.push({ request: scan, forwardedFor, start });
  }
  return found;
}

/** Returns X-Forwarded-For, or null without one; undefined: the lines are not plain. */
function scanLines(scan: HeadScan, bytes: string, start: number, end: number): string | null | undefined {
  let forwardedFor: string | null = null;
  let count = 0;
  for (let at = start; at < end; ) {
    const colon = bytes.indexOf(":", at);
    const lineEnd = bytes.indexOf("\r\n", colon);
    const name = bytes.slice(at, colon);
    const value = bytes.slice(colon + 2, lineEnd);
    const control = controls[name.length];
    if (control !== undefined && name.toLowerCase() === control && !keepsConnection(control, value)) return undefined;
    if (name.length === 15 && name.toLowerCase() === "x-forwarded-for") {
      if (forwardedFor !== null) return undefined;
      forwardedFor = value;
    }
    scan.line(name, value);
    if (++count > headerLinesLimit) return undefined;
    at = lineEnd + 2;
  }
  return forwardedFor;
}

function keepsConnection(control: string, value: string): boolean {
  return control === "connection" && value.toLowerCase() === "keep-alive";
}
