/** Lacks only the asking version: apps with the same decision, maintenance and language share it. */
import { hash } from "node:crypto";
import { corsHeaders, osCorsHeaders } from "../../base/http/headers.ts";

export interface Outcome {
  readonly status: 200;
  /** A character (U+0000 to U+00FF) for each byte: Node writes them with the head in one piece. */
  readonly body: string;
  /** Strong entity tag of the exact bytes. */
  readonly etag: string;
  /** Value of `drawbridge-reason`; null means the endpoint has none. */
  readonly reason: string | null;
  /** Name, value, name, value …; the last value is the max-age with the project's whole TTL. */
  readonly headers: readonly string[];
  readonly lines: string;
  /** Seconds. */
  readonly ttl: number;
}

/** Content-Type and Content-Length come first, so that a 304 has the rest. */
const entityHeaders = 4;

/** HTTP/1.1, each header with its CRLF. */
export function headerLines(headers: readonly string[]): string {
  let lines = "";
  for (let i = 1; i < headers.length; i += 2) lines += `${headers[i - 1]}: ${headers[i]}\r\n`;
  return lines;
}

export function notModified(headers: readonly string[]): string[] {
  return headers.slice(entityHeaders);
}

export function withMaxAge(headers: readonly string[], seconds: number): string[] {
  const copy = headers.slice();
  copy[copy.length - 1] = cacheControl(seconds);
  return copy;
}

/** A rehearsed answer must not be cached, and names its rehearsal. */
export function rehearsed(headers: readonly string[], name: string): string[] {
  const copy = headers.slice();
  copy[copy.length - 1] = "no-store";
  return [...copy, "drawbridge-rehearsal", name];
}

function cacheControl(seconds: number): string {
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

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

export type TextAround = readonly [string, ...string[]];

type Fields = Readonly<Record<string, string | boolean | null | object | TextAround>>;

interface AnswerContent {
  readonly fields: Fields;
  readonly reason: string | null;
  readonly language: string | null;
  /** Milliseconds. */
  readonly ttl: number;
  /** Null means the question has no readable operating system. */
  readonly os?: OsSupport | null;
}

/** With `too_old`, the operating system can install no version that would serve the user. */
export type OsSupport = "ok" | "too_old";

/** Maximum bytes of an answer without its texts. */
const objectCost = 2500;
const lengthAt = 3;
const etagAt = 5;

export class FinishedAnswer {
  readonly reason: string | null;
  readonly language: string | null;
  readonly os: OsSupport | null;
  /** Seconds. */
  readonly ttl: number;
  /** Upper bound in bytes for caching it. */
  readonly cost: number;
  readonly #texts: TextAround;
  /** The body in bytes; `#texts` itself where that is ASCII. */
  readonly #around: TextAround;
  readonly #headers: readonly string[];
  /** `#headers` as text, divided where the values of Content-Length and ETag go. */
  readonly #lines: readonly string[];
  /** Null means the outcome depends on the version. */
  readonly #whole: Outcome | null;

  constructor({ fields, reason, language, ttl, os = null }: AnswerContent) {
    this.#texts = jsonAround(fields);
    this.#around = this.#texts.every(isAscii) ? this.#texts : [bytesOf(this.#texts[0]), ...this.#texts.slice(1).map(bytesOf)];
    this.reason = reason;
    this.language = language;
    this.os = os;
    this.ttl = Math.floor(ttl / 1000);
    this.#headers = headersOf(this);
    this.#lines = headerLines(this.#headers).split(": \r\n");
    this.cost = objectCost + 4 * this.#around.reduce((sum, text) => sum + text.length, 0);
    this.#whole = this.#around.length === 1 ? this.#with("") : null;
  }

  /** @param version its text: ASCII that JSON does not escape */
  outcome(version: string): Outcome {
    return this.#whole ?? this.#with(version);
  }

  /** No app can tell the two apart. */
  isSame(other: FinishedAnswer): boolean {
    if (this === other) return true;
    const isSameUpdate = this.reason === other.reason && this.os === other.os;
    const isSameHead = isSameUpdate && this.language === other.language && this.ttl === other.ttl;
    return isSameHead && isSameList(this.#around, other.#around);
  }

  #with(version: string): Outcome {
    const body = this.#around.join(version);
    // A hash of a text is that of its UTF-8. Buffers would grow outside the heap until the next major collection.
    const text = this.#texts === this.#around ? body : this.#texts.join(version);
    const etag = `"${hash("sha256", text, "base64url").slice(0, 27)}"`;
    return new FinishedOutcome(this, body, etag);
  }

  headersOf(body: string, etag: string): string[] {
    const headers = this.#headers.slice();
    headers[lengthAt] = String(body.length);
    headers[etagAt] = etag;
    return headers;
  }

  linesOf(body: string, etag: string): string {
    const [first, second, rest] = this.#lines;
    return `${first}: ${body.length}\r\n${second}: ${etag}\r\n${rest}`;
  }
}

/** Headers are made on demand, as a list or once as text. */
class FinishedOutcome implements Outcome {
  readonly body: string;
  readonly etag: string;
  readonly #answer: FinishedAnswer;
  #lines: string | null = null;

  constructor(answer: FinishedAnswer, body: string, etag: string) {
    this.#answer = answer;
    this.body = body;
    this.etag = etag;
  }

  get status(): 200 {
    return 200;
  }

  get reason(): string | null {
    return this.#answer.reason;
  }

  get ttl(): number {
    return this.#answer.ttl;
  }

  get headers(): string[] {
    return this.#answer.headersOf(this.body, this.etag);
  }

  get lines(): string {
    this.#lines ??= this.#answer.linesOf(this.body, this.etag);
    return this.#lines;
  }
}

function headersOf({ reason, language, os, ttl }: FinishedAnswer): string[] {
  return [
    "Content-Type",
    "application/json; charset=utf-8",
    "Content-Length",
    "",
    "ETag",
    "",
    "Vary",
    "x-api-key, accept-language",
    ...(os === null ? corsHeaders : osCorsHeaders),
    ...(reason === null ? [] : ["drawbridge-reason", reason]),
    ...(os === "too_old" ? ["drawbridge-os", os] : []),
    ...(language === null ? [] : ["Content-Language", language]),
    "Cache-Control",
    cacheControl(ttl),
  ];
}

function jsonAround(fields: Fields): TextAround {
  const around: [string, ...string[]] = [""];
  const add = (json: string) => {
    around[around.length - 1] += json;
  };
  for (const [index, [name, value]] of Object.entries(fields).entries()) {
    add(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    if (!isTextAround(value)) add(JSON.stringify(value));
    else {
      const texts = value.map((text) => JSON.stringify(text).slice(1, -1));
      add(`"${texts[0]}`);
      for (const text of texts.slice(1)) around.push(text);
      add('"');
    }
  }
  add("}");
  return around;
}

function isTextAround(value: Fields[string]): value is TextAround {
  return Array.isArray(value);
}

export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
