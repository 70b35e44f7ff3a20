/** Plain HTTP/1.1 requests without a body, by a grammar so strict that every parser agrees with it. */
import { HeadScan, headerLinesLimit, isHeaderName, type RawRequest } from "../../base/http/raw-request.ts";

const forwardedFor = "x-forwarded-for";
type ClientHeaders = { readonly [forwardedFor]?: string };
const noHeaders: ClientHeaders = {};

interface PlainRequest {
  readonly request: RawRequest;
  /** Headers that tell a client behind a proxy from others. */
  readonly clientHeaders: ClientHeaders;
  /** Index of its first byte. */
  readonly start: number;
}

/** One space after the colon and none before the end of a line; no folded line, no empty value, visible ASCII alone. */
const grammar = /(?:GET|HEAD|OPTIONS) \/[!-~]* HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+: [!-~]+(?: +[!-~]+)*\r\n)+\r\n/y;

/** Headers that change where a request ends, or what becomes of its connection; by the length of the name. */
const controls: Readonly<Record<number, string>> = {
  6: "expect",
  7: "upgrade",
  10: "connection",
  14: "content-length",
  16: "proxy-connection",
  17: "transfer-encoding",
};

/** Null means not only plain requests. @param bytes a character (U+0000 to U+00FF) for each */
export function parsePlainRequests(bytes: string): readonly PlainRequest[] | null {
  const found: PlainRequest[] = [];
  for (let start = 0; start < bytes.length; start = grammar.lastIndex) {
    grammar.lastIndex = start;
    if (!grammar.test(bytes)) return null;
    const targetStart = bytes.indexOf(" ", start) + 1;
    const targetEnd = bytes.indexOf(" ", targetStart);
    const target = bytes.slice(targetStart, targetEnd);
    const scan = new HeadScan(bytes.slice(start, targetStart - 1));
    const clientHeaders = scanLines(scan, bytes, targetEnd + " HTTP/1.1\r\n".length, grammar.lastIndex - 2);
    if (clientHeaders === null || !scan.wellFormed(1, 1)) return null;
    scan.split(target);
    found.push({ request: scan, clientHeaders, start });
  }
  return found;
}

/** Returns the headers of the client's address; null means the lines are not plain. */
function scanLines(scan: HeadScan, bytes: string, start: number, end: number): ClientHeaders | null {
  let clientHeaders = noHeaders;
  let count = 0;
  for (let at = start; at < end; ) {
    const colon = bytes.indexOf(":", at);
    const lineEnd = bytes.indexOf("\r\n", colon);
    const name = bytes.slice(at, colon);
    const value = bytes.slice(colon + 2, lineEnd);
    const control = controls[name.length];
    if (control !== undefined && isHeaderName(name, control) && !keepsConnection(control, value)) return null;
    if (isHeaderName(name, forwardedFor)) clientHeaders = joined(clientHeaders, value);
    scan.line(name, value);
    if (++count > headerLinesLimit) return null;
    at = lineEnd + 2;
  }
  return clientHeaders;
}

/** Several lines are one list, as in Node's requests. */
function joined({ [forwardedFor]: before }: ClientHeaders, value: string): ClientHeaders {
  return { [forwardedFor]: before === undefined ? value : `${before}, ${value}` };
}

function keepsConnection(control: string, value: string): boolean {
  return control === "connection" && value.toLowerCase() === "keep-alive";
}
