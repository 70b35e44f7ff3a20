/**
 * Answers plain reads from the bytes of a socket, without the HTTP server (decision 0066), which keeps the connection and its
 * time limits. That server gets the first piece, every request that is not a read, and all bytes from the first piece on that is
 * not made of plain requests: its parser is between two requests when a read is answered here. Pieces of one event-loop turn
 * (connection-turns.ts) are answered together: the kernel's network code then evicts this code from the processor's caches once
 * per turn, not between every two reads.
 */
import { STATUS_CODES } from "node:http";
import { HeadScan, headerLinesLimit, isHeaderName, type RawRequest, targetLimit } from "../../base/http/raw-request.ts";
import { headerLines } from "../catalog/finished-answer.ts";
import type { HttpConnection } from "../listener/refusal.ts";
import { type CountedReadApi, handleWholeRead, isReadPath, type ReadAnswer, type Sender } from "../read-api.ts";

const forwardedFor = "x-forwarded-for";
type ClientHeaders = { readonly [forwardedFor]?: string };
const noHeaders: ClientHeaders = {};

/** HTTP/1.1 without a body, by a grammar so strict that every parser agrees with it. */
interface PlainRequest {
  readonly request: RawRequest;
  /** Tell a client behind a proxy from others. */
  readonly clientHeaders: ClientHeaders;
  readonly start: number;
}

/** One space after the colon, none before a line's end; no folded line, no empty value, visible ASCII alone. */
const grammar = /(?:GET|HEAD|OPTIONS) \/[!-~]* HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+: [!-~]+(?: +[!-~]+)*\r\n)+\r\n/y;

/** Headers that change where a request ends, or its connection; by the length of the name. */
const controls: Readonly<Record<number, string>> = {
  6: "expect",
  7: "upgrade",
  10: "connection",
  14: "content-length",
  16: "proxy-connection",
  17: "transfer-encoding",
};

/** Null means not only plain requests. @param bytes a character (U+0000 to U+00FF) for each */
function parsePlainRequests(bytes: string): readonly PlainRequest[] | null {
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

/** Null means the lines are not plain. */
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

/** Bytes parsed at a time. A kept part of a request keeps all of them in memory, as in Node. */
const maxPiece = targetLimit;
/** Characters per write; between two, the fast path checks whether the client is reading. */
const maxText = 16 * 1024;
/** Pieces keep 8 KiB each in memory, and the first one waits for the answers to all of them. */
const maxWaiting = 256;

export interface ConnectionRules {
  /** Milliseconds that an idle connection stays open. */
  readonly keepAlive: number;
  readonly isStopping: () => boolean;
}

/** A connection between two of its requests. */
interface FastConnection {
  readonly socket: HttpConnection;
  readonly rules: ConnectionRules;
  readonly httpServer: (bytes: Buffer) => void;
  /** Gives these bytes and all later ones to the HTTP server. */
  readonly handOver: (bytes: Buffer) => void;
  /** The HTTP server counts the connection as late until it has parsed a request, and would not close it as idle. */
  isNew: boolean;
}

interface Piece {
  readonly connection: FastConnection;
  readonly bytes: Buffer;
}

export class FastPath {
  readonly #api: CountedReadApi;
  /** Pieces of this event-loop turn, at most one per connection. */
  #waiting: Piece[] = [];

  constructor(api: CountedReadApi) {
    this.#api = api;
  }

  /** Call before the first byte. Returns the listener for the connection's data, in place of the HTTP server's. */
  open(socket: HttpConnection, rules: ConnectionRules, httpServer: (bytes: Buffer) => void): (bytes: Buffer) => void {
    let isHandedOver = false;
    const handOver = (bytes: Buffer): void => {
      isHandedOver = true;
      httpServer(bytes);
    };
    const connection: FastConnection = { socket, rules, httpServer, handOver, isNew: true };
    // The HTTP server learns of an end after the answers before it. After `close`, its parser may belong to another connection.
    for (const event of ["end", "error", "close"]) socket.prependListener(event, this.answerWaiting);
    return (bytes) => {
      if (isHandedOver || bytes.length > maxPiece) handOver(bytes);
      else if (this.#waiting.push({ connection, bytes }) === maxWaiting) this.answerWaiting();
    };
  }

  /** Latest pieces first: those of pipelining clients were there before. Writes come last. */
  readonly answerWaiting = (): void => {
    const pieces = this.#waiting.reverse();
    if (pieces.length === 0) return;
    this.#waiting = [];
    const texts = pieces.map((piece) => this.#answerPiece(piece));
    for (let i = 0; i < pieces.length; i++) if (texts[i]) pieces[i]?.connection.socket.write(texts[i] as string, "latin1");
  };

  #answerPiece({ connection, bytes }: Piece): string {
    const { socket, rules, httpServer } = connection;
    const requests = parsePlainRequests(bytes.toString("latin1"));
    if (requests === null) {
      connection.handOver(bytes);
      return "";
    }
    let text = "";
    for (const { request, clientHeaders: headers, start } of requests) {
      // The HTTP server is still answering, or waits for a client that is not reading.
      const isBusy = socket._httpMessage || socket.writableLength > 0;
      const isOurs = !connection.isNew && !isBusy && !rules.isStopping();
      const answer = isOurs ? this.#answer(request, { socket, headers }, rules.keepAlive) : null;
      if (answer === null) {
        connection.isNew = false;
        if (text !== "") socket.write(text, "latin1");
        httpServer(bytes.subarray(start));
        return "";
      }
      text += answer;
      if (text.length < maxText) continue;
      socket.write(text, "latin1");
      text = "";
    }
    return text;
  }

  #answer(request: RawRequest, from: Sender, keepAlive: number): string | null {
    if (!isReadPath(request.path)) return null;
    try {
      return handleWholeRead(this.#api, request, from, (answer) => printAnswer(answer, request.method, keepAlive));
    } catch {
      // The HTTP server meets the same defect, counts it, answers 500 and logs it.
      this.#api.counts.cancel();
      return null;
    }
  }
}

/** As Node's HTTP server prints it. @param keepAlive milliseconds that the connection stays open */
function printAnswer(answer: ReadAnswer, method: string, keepAlive: number): string {
  const { status, body } = answer;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${answer.lines ?? headerLines(answer.headers)}${dateLine()}`;
  const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n\r\n`;
  return `${head}${connection}${method === "HEAD" || body === null ? "" : body}`;
}

let printedSecond = -1;
let printed = "";

function dateLine(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== printedSecond) {
    printedSecond = second;
    printed = `Date: ${new Date(now).toUTCString()}\r\n`;
  }
  return printed;
}
