import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import type { LoggedAddress } from "../../base/http/client-address.ts";
import { internalDetail } from "../../base/http/problem.ts";
import { parseRawRequest, type RawRequest } from "../../base/http/raw-request.ts";
import type { Log } from "../../base/log.ts";
import { answerToBody, type HttpConnection, lastTaken, RefusalLog, refuseConnection, refuseRequest } from "./refusal.ts";

export type RequestHandler = (req: IncomingMessage, res: ServerResponse, rawRequest: RawRequest) => void | Promise<void>;

export interface ConnectionHandlerOptions {
  /** May answer before the body arrives: check `res.headersSent` after it. Without a body there is no "end". */
  readonly onRequest: RequestHandler;
  /** The listener's own answers carry the read API's CORS headers. */
  readonly cors?: boolean;
  readonly log: Log;
  /** For requests that the listener refuses; without it, no address is logged. */
  readonly loggedAddress?: LoggedAddress;
}

export class ConnectionHandler {
  stopping = false;
  readonly connections = new Set<HttpConnection>();
  /** Not complete when their handler returned. */
  readonly awaited = new Set<ServerResponse>();
  readonly refusals = new Map<ProblemCode, number>();
  readonly #onRequest: RequestHandler;
  readonly #cors: boolean;
  readonly #log: Log;
  readonly #refusalLog: RefusalLog;

  constructor({ onRequest, cors, log, loggedAddress = () => ({}) }: ConnectionHandlerOptions) {
    this.#onRequest = onRequest;
    this.#cors = cors ?? false;
    this.#log = log;
    this.#refusalLog = new RefusalLog(log, loggedAddress);
  }

  connected(socket: HttpConnection): void {
    this.connections.add(socket);
    socket.once("close", () => this.connections.delete(socket));
    endAfterAnswers(socket);
  }

  /** Node's own method leaves out the connections of refused tunnels. */
  cut(): void {
    for (const socket of this.connections) socket.destroy();
  }

  take(req: IncomingMessage, res: ServerResponse, expectsContinue = false): void {
    if (this.stopping) res.shouldKeepAlive = false;
    const socket = req.socket as HttpConnection;
    // The connection ends with the previous answer.
    if (socket[lastTaken]) return;
    const received = parseRawRequest(req);
    if (typeof received === "string") {
      this.#countRefusal(received);
      this.#refusalLog.refused(received, socket, req);
      refuseRequest(res, received, this.#cors);
      return;
    }
    if (received.contentLength > 0 || received.chunked) socket[answerToBody] = res;
    // RFC 9112 §6.1: an HTTP/1.0 proxy may have read a different length, so later bytes are not trusted.
    if (received.chunked && req.httpVersionMinor === 0) {
      socket[lastTaken] = true;
      res.shouldKeepAlive = false;
    }
    try {
      if (expectsContinue) res.writeContinue();
      this.#onRequest(req, res, received)?.catch((error: unknown) => this.#fail(req, res, error));
    } catch (error) {
      this.#fail(req, res, error);
    }
    if (!res.writableEnded) this.#await(res);
  }

  failed(socket: HttpConnection, error: ParserError): void {
    this.refuse(socket, refusalOf(error));
  }

  refuse(socket: HttpConnection, code: ProblemCode): void {
    this.#countRefusal(code);
    this.#refusalLog.refused(code, socket, null);
    refuseConnection(socket, code, this.#cors);
  }

  #countRefusal(code: ProblemCode): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }

  #await(res: ServerResponse): void {
    this.awaited.add(res);
    res.once("close", () => this.awaited.delete(res));
  }

  #fail(req: IncomingMessage, res: ServerResponse, error: unknown): void {
    // The client has gone, or was refused while the handler waited.
    if (!req.complete && (res.destroyed || res.writableEnded)) return;
    const reference = randomUUID();
    this.#countRefusal("internal_error");
    this.#log.error({ event: "request.failed", err: error, request: reference, method: req.method }, "A request failed");
    if (res.headersSent) res.destroy();
    else refuseRequest(res, "internal_error", this.#cors, internalDetail(reference));
  }
}

/** Sends complete answers before a connection ends with its client, where Node would drop them. */
function endAfterAnswers(socket: HttpConnection): void {
  const endNow = socket.listeners("end").at(-1) as () => void;
  const end = () => {
    const answer = socket._httpMessage;
    if (answer?.writableEnded) answer.once("close", end);
    // Without a parser, Node has given the connection up (CONNECT), and would end another's requests.
    else if (socket.parser) endNow();
  };
  socket.off("end", endNow);
  socket.on("end", end);
}

interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

function refusalOf(error: ParserError): ProblemCode {
  switch (error.code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return "request_timeout";
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return "content_too_large";
    case "HPE_HEADER_OVERFLOW":
      // Only the last packet is available: a line end in it means a complete request line.
      return error.rawPacket?.subarray(0, error.bytesParsed).includes("\n") ? "headers_too_large" : "uri_too_long";
    default:
      return "bad_request";
  }
}
