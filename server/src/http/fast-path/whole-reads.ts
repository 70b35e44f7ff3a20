/**
 * Requests that the fast path understands: complete, HTTP/1.1, without a body, and spelled plainly. Everything else is for the HTTP
 * server. Stricter than RFC 9112, so that both agree on where a request ends.
 */
import { parseHead as parseHeadLines, type RawRequest } from "../raw-request.ts";

export interface WholeRead {
  readonly request: RawRequest;
  readonly forwardedFor: string | null;
  /** Index of its first byte in the piece of data. */
  readonly start: number;
}

/** Bytes of a piece of data. A kept slice of a request keeps the whole piece alive, as a slice of the target does in Node's parser. */
export const maxPiece = 8 * 1024;

/** One request: a character for each byte, no folded line, no empty value, one space after the colon, none before the line's end. */
const plain = /(GET|HEAD) (\/[!-~]*) HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+: [!-~]+(?: +[!-~]+)*\r\n)+\r\n/y;

/** Headers that change where a request ends, or what becomes of its connection. By length, since few names have these. */
const refusedNames: Readonly<Record<number, string>> = {
  6: "expect",
  7: "upgrade",
  10: "connection",
  14: "content-length",
  16: "proxy-connection",
  17: "transfer-encoding",
};

/** Parses a piece of data that consists of nothing but such requests; null: it does not. */
export function parseWholeReads(text: string, isRead: (path: string) => boolean): readonly WholeRead[] | null {
  const found: WholeRead[] = [];
  let start = 0;
  while (start < text.length) {
    plain.lastIndex = start;
    const [, method, target] = plain.exec(text) ?? [];
    if (method === undefined || target === undefined) return null;
    const end = plain.lastIndex;
    const read = parseHead(text, start, end, method, target);
    if (read === null || !isRead(read.request.path)) return null;
    found.push(read);
    start = end;
  }
  return found;
}

function parseHead(text: string, start: number, end: number, method: string, target: string): WholeRead | null {
  const lines: string[] = [];
  let forwardedFor: string | null = null;
  // After the request line and its CRLF, up to the empty line.
  let at = start + method.length + 1 + target.length + 11;
  while (at < end - 2) {
    const colon = text.indexOf(":", at);
    const lineEnd = text.indexOf("\r\n", colon);
    const name = text.slice(at, colon);
    const value = text.slice(colon + 2, lineEnd);
    const refused = refusedNames[name.length];
    if (refused !== undefined && name.toLowerCase() === refused && !isKeepAlive(refused, value)) return null;
    if (name.length === 15 && name.toLowerCase() === "x-forwarded-for") {
      if (forwardedFor !== null) return null;
      forwardedFor = value;
    }
    lines.push(name, value);
    at = lineEnd + 2;
  }
  const request = parseHeadLines(method, target, lines, 1, 1);
  return typeof request === "string" ? null : { request, forwardedFor, start };
}

function isKeepAlive(name: string, value: string): boolean {
  return name === "connection" && value.toLowerCase() === "keep-alive";
}
