/** Requests that reach no handler are malformed, too large or too slow. Never refused inside another answer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import type { LoggedAddress } from "../../base/http/client-address.ts";
import { corsHeaders } from "../../base/http/headers.ts";
import { problemBody, problemHeaders } from "../../base/http/problem.ts";
import type { Log } from "../../base/log.ts";
import { headerLines } from "../catalog/finished-answer.ts";

export interface HttpConnection extends Socket {
  /** The answer to the last request with a body: errors before that body is complete belong to it. */
  [answerToBody]?: ServerResponse;
  /** The connection ends with a refusal: later bytes are ignored. */
  [refused]?: boolean;
  /** The last request had an ambiguous length: the connection ends, and later bytes are no request. */
  [lastTaken]?: boolean;
  /** Node's name for the answer whose turn it is on this connection; there is no public one. */
  readonly _httpMessage?: ServerResponse | null;
  /** Node's name for a pause of its HTTP server, because the client takes no more answers. */
  readonly _paused?: boolean;
  /** Node's parser of this connection; null once it is no longer HTTP. */
  readonly parser?: object | null;
}

export const answerToBody = Symbol("answer to a request with a body");
export const refused = Symbol("refused");
export const lastTaken = Symbol("the last request of the connection was taken");

/** Milliseconds that a refused client may keep sending: an immediate close would lose the answer. */
const lingerMs = 1000;

const details: Readonly<Partial<Record<ProblemCode, string>>> = {
  bad_request: "This is not a well-formed HTTP/1.1 request with exactly one Host header.",
  request_timeout: "The request did not arrive in time.",
  uri_too_long: "The request target exceeds 8 KiB.",
  headers_too_large: "The headers exceed 16 KiB, or there are more than 200.",
  content_too_large: "The body is too large.",
};

/** Answers with `code` if an answer can still be written. */
export function refuseConnection(socket: HttpConnection, code: ProblemCode, cors: boolean): void {
  if (socket[refused]) return;
  socket[refused] = true;
  socket.on("error", () => undefined); // Node has taken its own listener away from the socket of a tunnel.
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const answer = socket[answerToBody];
  if (answer === undefined || answer.req.complete) {
    // The refused bytes follow valid requests: the answers to these go first.
    whenAnswered(socket, () => writeRefusal(socket, code, cors));
  } else if (answer.headersSent) {
    whenAnswered(socket, () => socket.destroySoon());
  } else {
    refuseRequest(answer, code, cors);
  }
}

/** Calls when every received request is answered; immediately if none is in flight. */
export function whenAnswered(socket: HttpConnection, then: () => void): void {
  const answer = socket._httpMessage;
  if (answer === null || answer === undefined) then();
  else answer.once("close", () => whenAnswered(socket, then));
}

/** Closes the connection after the answer. */
export function refuseRequest(res: ServerResponse, code: ProblemCode, cors: boolean, detail = details[code] ?? ""): void {
  const body = problemBody(code, detail);
  res.writeHead(problems[code].status, refusalHeaders(body, cors));
  res.end(body);
}

function writeRefusal(socket: HttpConnection, code: ProblemCode, cors: boolean): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = problemBody(code, details[code] ?? "");
  const { status, title } = problems[code];
  const headers = [...refusalHeaders(body, cors), "Date", new Date().toUTCString()];
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${headerLines(headers)}\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function refusalHeaders(body: string, cors: boolean): string[] {
  return [...problemHeaders(Buffer.byteLength(body)), "Connection", "close", ...(cors ? corsHeaders : [])];
}

/** Per second, for each listener. */
const maxLines = 10;

/** The next line counts the omitted ones. */
export class RefusalLog {
  readonly #log: Log;
  readonly #loggedAddress: LoggedAddress;
  #second = Number.NEGATIVE_INFINITY;
  #lines = 0;
  #unlogged = 0;

  constructor(log: Log, loggedAddress: LoggedAddress) {
    this.#log = log;
    this.#loggedAddress = loggedAddress;
  }

  /** Ignores connections that never sent a byte. @param req null means no headers @param now monotonic milliseconds */
  refused(code: ProblemCode, socket: HttpConnection, req: IncomingMessage | null, now = performance.now()): void {
    if (!this.#log.info || socket.bytesRead === 0 || !socket.writable) return;
    if (now - this.#second >= 1000) {
      this.#second = now;
      this.#lines = 0;
    }
    if (this.#lines >= maxLines) {
      this.#unlogged++;
      return;
    }
    this.#lines++;
    const forwarded = req?.headers["x-forwarded-for"];
    const address = this.#loggedAddress(socket.remoteAddress ?? "", typeof forwarded === "string" ? forwarded : null);
    const unlogged = this.#unlogged > 0 ? { unlogged: this.#unlogged } : {};
    this.#unlogged = 0;
    this.#log.info({ event: "request.refused", code, ...address, ...unlogged }, "A request was refused");
  }
}
