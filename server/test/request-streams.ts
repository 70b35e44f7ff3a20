/** Plain requests, unusual ones, and attempts to make two parsers disagree on where a request ends, cut anywhere. */
import { config, maintenance } from "./read-server.ts";

export type Random = () => number;

export interface RequestStream {
  /** A plain request, sent and answered first: it opens the fast path. Null means the connection begins with the pieces. */
  readonly opening: string | null;
  readonly pieces: readonly string[];
}

interface RequestParts {
  line: string;
  readonly headers: string[];
  body: string;
}

/** An unusual request: changes the parts, or replaces all bytes. */
type Oddity = (parts: RequestParts) => string | undefined;

const header =
  (...lines: string[]): Oddity =>
  ({ headers }) =>
    void headers.push(...lines);

const withBody =
  (body: string, ...lines: string[]): Oddity =>
  (parts) => {
    parts.headers.push(...lines);
    parts.body = body;
  };

const line =
  (change: (line: string) => string): Oddity =>
  (parts) => {
    parts.line = change(parts.line);
  };

/** Applied to the whole text of the head. */
const text =
  (change: (head: string) => string): Oddity =>
  (parts) =>
    change(print(parts));

const hidden = "GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n";

export const oddities: Readonly<Record<string, Oddity>> = {
  "a second Host": header("Host: other"),
  "no Host": (parts) => void parts.headers.splice(0, 1),
  "two keys": header("X-API-Key: other"),
  "two tags": header('If-None-Match: "a"', 'if-none-match: "b"'),
  "two languages": header("Accept-Language: de", "ACCEPT-LANGUAGE: it"),
  "two forwarded addresses": header("X-Forwarded-For: 192.0.2.1", "x-forwarded-for: 192.0.2.2"),
  "a small body": withBody("abc", "Content-Length: 3"),
  "a large body": withBody("x".repeat(1_200), "Content-Length: 1200"),
  "a large body of blank lines": withBody("\r\n\r\n".repeat(2_000), "Content-Length: 8000"),
  "a request in a body": withBody(hidden, `Content-Length: ${hidden.length}`),
  "a body without a length": withBody("abc"),
  "two lengths": withBody("abcd", "Content-Length: 3", "Content-Length: 4"),
  "a list of lengths": withBody("abc", "Content-Length: 3, 3"),
  "a length in hexadecimal": withBody("abc", "Content-Length: 0x3"),
  "a length with a space before the colon": withBody("abc", "Content-Length : 3"),
  "a length on a folded line": withBody("abc", "X: a", " Content-Length: 3"),
  "a length after a bare LF": withBody("abc", "X: a\nContent-Length: 3"),
  "a length after a bare CR": withBody("abc", "X: a\rContent-Length: 3"),
  "a length after a NUL": withBody("abc", "\0Content-Length: 3"),
  chunks: withBody("3\r\nabc\r\n0\r\n\r\n", "Transfer-Encoding: chunked"),
  "a request in chunks": withBody(`${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`, "Transfer-Encoding: chunked"),
  "chunks with a bare LF": withBody("3\nabc\n0\n\n", "Transfer-Encoding: chunked"),
  "chunks with an extension": withBody('3;a="b"\r\nabc\r\n0\r\n\r\n', "Transfer-Encoding: chunked"),
  "chunks with a trailer": withBody("0\r\nX: y\r\n\r\n", "Transfer-Encoding: chunked"),
  "a length and chunks": withBody("0\r\n\r\n", "Content-Length: 5", "Transfer-Encoding: chunked"),
  "an unknown coding": withBody("0\r\n\r\n", "Transfer-Encoding: xchunked"),
  "a coding beside chunks": withBody("0\r\n\r\n", "Transfer-Encoding: gzip, chunked"),
  "chunks on a folded line": withBody("0\r\n\r\n", "Transfer-Encoding:", " chunked"),
  "chunks with a space before the colon": withBody("0\r\n\r\n", "Transfer-Encoding : chunked"),
  "chunks in HTTP/1.0": (parts) => {
    parts.line = parts.line.replace("HTTP/1.1", "HTTP/1.0");
    parts.headers.push("Transfer-Encoding: chunked");
    parts.body = "0\r\n\r\n";
  },
  "an expectation": withBody("abc", "Content-Length: 3", "Expect: 100-continue"),
  "an expectation without a body": header("Expect: 100-continue"),
  "an unknown expectation": header("expect: miracles"),
  "an upgrade": header("Connection: Upgrade", "Upgrade: websocket"),
  "an upgrade without its option": header("Upgrade: h2c"),
  "the last request": header("Connection: close"),
  "the last request, by its proxy": header("Proxy-Connection: close"),
  "a connection that is kept": header("Connection: Keep-Alive"),
  "a connection that is kept and closed": header("Connection: keep-alive, close"),
  "a connection that is closed in a second line": header("Connection: keep-alive", "Connection: close"),
  "HTTP/1.0": line((sent) => sent.replace("HTTP/1.1", "HTTP/1.0")),
  "HTTP/1.0 that is kept": (parts) => {
    parts.line = parts.line.replace("HTTP/1.1", "HTTP/1.0");
    parts.headers.push("Connection: keep-alive");
  },
  "HTTP/2.0": line((sent) => sent.replace("HTTP/1.1", "HTTP/2.0")),
  "http/1.1": line((sent) => sent.replace("HTTP", "http")),
  "HTTP/0.9": text(() => "GET /api/v1/config\r\n"),
  "a method in lower case": line((sent) => sent.replace(/^\w+/, (method) => method.toLowerCase())),
  "an unknown method": line((sent) => sent.replace(/^\w+/, "BRIDGE")),
  "a tunnel": line(() => "CONNECT localhost:443 HTTP/1.1"),
  "the preface of HTTP/2": text(() => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  "an asterisk": line(() => "OPTIONS * HTTP/1.1"),
  "an absolute target": line((sent) => sent.replace(" /", " http://other.example/")),
  "a target of two slashes": line((sent) => sent.replace(" /", " //")),
  "a target without a slash": line((sent) => sent.replace(" /", " ")),
  "a fragment": line((sent) => sent.replace(" HTTP", "#part HTTP")),
  "a space in the target": line((sent) => sent.replace("?", "? ")),
  "two spaces after the method": line((sent) => sent.replace(" ", "  ")),
  "a tab after the method": line((sent) => sent.replace(" ", "\t")),
  "a target that is not ASCII": line((sent) => sent.replace(" HTTP", "&x=\xc3\xa4 HTTP")),
  "a NUL in the target": line((sent) => sent.replace(" HTTP", "\0 HTTP")),
  "a target of 9 kB": line((sent) => sent.replace(" HTTP", `&x=${"y".repeat(9_000)} HTTP`)),
  "an empty value": header("X: "),
  "no space after the colon": header("X:y"),
  "two spaces after the colon": header("X:  y"),
  "a space after a value": header("X: y "),
  "a NUL in a value": header("X: a\0b"),
  "a value that is not ASCII": header("X: \xc3\xa4"),
  "a name that is not a token": header("X(y): z"),
  "an empty name": header(": z"),
  "a line without a colon": header("X"),
  "a space before a name": header(" X: y"),
  "a space before the first name": (parts) => void parts.headers.unshift(" X: y"),
  "a folded line": header("X: a", "\tb"),
  "a header of 17 kB": header(`X: ${"y".repeat(17_000)}`),
  "300 header lines": header(...Array<string>(300).fill("X: y")),
  "a bare LF after every line": text((head) => head.replaceAll("\r\n", "\n")),
  "a bare CR after every line": text((head) => head.replaceAll("\r\n", "\r")),
  "a bare LF at the end": text((head) => head.replace(/\r\n\r\n$/, "\r\n\n")),
  "two CR at the end": text((head) => head.replace(/\r\n\r\n$/, "\r\n\r\r\n")),
  "an empty line before it": text((head) => `\r\n${head}`),
  "an empty line after it": text((head) => `${head}\r\n`),
  "no header": text((head) => `${head.slice(0, head.indexOf("\r\n"))}\r\n\r\n`),
  "the hello of TLS": text(() => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
};

function print({ line, headers, body }: RequestParts): string {
  return `${[line, ...headers].join("\r\n")}\r\n\r\n${body}`;
}

const odd = Object.values(oddities);

export class RequestStreams {
  readonly #keys: readonly string[];
  readonly #random: Random;

  constructor(keys: readonly string[], random: Random) {
    this.#keys = keys;
    this.#random = random;
  }

  next(): RequestStream {
    const oddShare = this.#random() < 0.4 ? 0 : 0.3;
    const request = () => this.request(this.#random() < oddShare ? this.#of(odd) : null);
    // Some are more than a connection may have answered in one turn.
    const requests = Array.from({ length: 1 + this.#below(this.#random() < 0.1 ? 60 : 5) }, request);
    const whole = this.#random() < 0.2 ? this.#damaged(requests.join("")) : null;
    const rest = whole === null && this.#random() < 0.5 ? requests : this.#cut(whole ?? requests.join(""));
    return { opening: this.#random() < 0.9 ? this.request(null) : null, pieces: rest };
  }

  /** @param oddity null means a plain request, mostly a read */
  request(oddity: Oddity | null): string {
    const parts: RequestParts = {
      line: `${this.#of(["GET", "GET", "GET", "GET", "HEAD", "OPTIONS"])} ${this.#target()} HTTP/1.1`,
      headers: ["Host: localhost", ...this.#headers()],
      body: "",
    };
    return oddity?.(parts) ?? print(parts);
  }

  #target(): string {
    const random = this.#random();
    const platform = this.#of(["ios", "ios", "android", "IOS", "tv", "", "i%6Fs"]);
    const version = this.#of(["1.0", "2.3.0", "9.9.9", "2.4.0-beta+1", "1.%30", "latest", ""]);
    const lang = this.#of(["", "", "&lang=de", "&lang=it", "&lang=%zz", "&platform=ios"]);
    if (random < 0.5) return `${config}?platform=${platform}&current_version=${version}${lang}`;
    if (random < 0.65) return `/api/v1/gate?platform=${platform}&current_version=${version}&instanceId=eu-1${lang}`;
    if (random < 0.8) return `${maintenance}?instanceId=${this.#of(["eu-1", "eu-2", "", "x"])}${lang}`;
    return this.#of([config, `${config}?`, "/healthz", "/readyz?a", "/none", "/", `${config}/`, `${config}#x`]);
  }

  #headers(): string[] {
    const name = (usual: string) => this.#of([usual, usual.toLowerCase(), usual.toUpperCase()]);
    const some = (share: number, line: string) => (this.#random() < share ? [line] : []);
    return [
      ...some(0.9, `${name("X-Api-Key")}: ${this.#of(this.#keys)}`),
      ...some(0.5, "User-Agent: Dart/3.9 (dart:io)"),
      ...some(0.3, `${name("Accept-Language")}: ${this.#of(["de-CH", "en;q=0.5, de", "*", "x".repeat(40)])}`),
      ...some(0.2, `${name("If-None-Match")}: ${this.#of(["*", '"a"', 'W/"b", "c"'])}`),
      ...some(0.1, `${name("X-Forwarded-For")}: 192.0.2.1, 10.0.0.1`),
      ...some(0.1, `${name("Connection")}: keep-alive`),
      ...some(0.1, "Cookie: a=b; c=d"),
    ];
  }

  #damaged(bytes: string): string {
    const at = this.#below(bytes.length);
    const byte = this.#of(["\0", "\t", "\n", "\r", " ", ":", "\x7f", "\x80", "\xff", "A", "0", "\r\n", "\v", ","]);
    const way = this.#below(3);
    return bytes.slice(0, at) + (way === 2 ? "" : byte) + bytes.slice(way === 1 ? at : at + 1);
  }

  /** Cuts at any place, and often at the end of a head. */
  #cut(bytes: string): string[] {
    const heads = [...bytes.matchAll(/\r\n\r\n/g)].map(({ index }) => index + 4);
    const place = () => (this.#random() < 0.3 && heads.length > 0 ? this.#of(heads) : this.#below(bytes.length + 1));
    const places = Array.from({ length: this.#below(4) }, place).toSorted((a, b) => a - b);
    return [0, ...places].map((place, i) => bytes.slice(place, places[i] ?? bytes.length)).filter((piece) => piece !== "");
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #of<T>(values: readonly T[]): T {
    return values[this.#below(values.length)] as T;
  }
}
