/** An answer to send: its bytes, entity tag and headers. */
export interface Outcome {
  readonly status: 200;
  /** The bytes of the body, a character (U+0000 to U+00FF) for each: Node writes them with the head in one piece. */
  readonly body: string;
  /** Strong entity tag of the exact bytes. */
  readonly etag: string;
  /** Value of `drawbridge-reason`; null: the endpoint has none. */
  readonly reason: string | null;
  /** Name, value, name, value …; the last value is the max-age with the project's whole TTL. */
  readonly headers: readonly string[];
  /** `headers` as text. */
  readonly lines: string;
  /** Seconds. */
  readonly ttl: number;
}

/** Content-Type and Content-Length come first, so that a 304 has the rest. */
const entityHeaders = 4;

/** The text of headers in HTTP/1.1, each with its CRLF. */
export function headerLines(headers: readonly string[]): string {
  let lines = "";
  for (let i = 1; i < headers.length; i += 2) lines += `${headers[i - 1]}: ${headers[i]}\r\n`;
  return lines;
}

export function notModified(headers: readonly string[]): string[] {
  return headers.slice(entityHeaders);
}

/** The headers with a max-age that ends before the answer does. */
export function withMaxAge(headers: readonly string[], seconds: number): string[] {
  const copy = headers.slice();
  copy[copy.length - 1] = cacheControl(seconds);
  return copy;
}

/** Headers of a rehearsed answer: it must not be cached, and names its rehearsal. */
export function rehearsed(headers: readonly string[], name: string): string[] {
  const copy = headers.slice();
  copy[copy.length - 1] = "no-store";
  return [...copy, "drawbridge-rehearsal", name];
}

export function cacheControl(seconds: number): string {
  return `private, max-age=${seconds}`;
}

/** The UTF-8 of a text, a character for each byte. */
export function bytesOf(text: string): string {
  return isAscii(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** The text whose UTF-8 `bytesOf` returned. */
export function textOf(bytes: string): string {
  return isAscii(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
