/**
 * Answers plain reads from the bytes of a socket, without a request and a response of the HTTP server (decision 0066). That server
 * keeps the connection and all its time limits. It gets the first piece of data, every request that is not a read, and all bytes
 * from the first piece on that is not made of plain requests. So its parser is between two requests when a read is answered here.
 */
import { targetLimit } from "../raw-request.ts";
import { type CountedReadApi, handleWholeRead, isReadPath } from "../read-api.ts";
import type { HttpConnection } from "../refusal.ts";
import { printAnswer } from "./answer-text.ts";
import { type PlainRequest, parsePlainRequests } from "./plain-requests.ts";

/** Bytes that are parsed at a time. A kept part of a request keeps all of them in memory, as a part of the target does in Node. */
const maxPiece = targetLimit;

/** Properties of a listener that its connections share. */
export interface ConnectionRules {
  /** Milliseconds that an idle connection stays open. */
  readonly keepAlive: number;
  readonly isStopping: () => boolean;
}

export class FastPath {
  readonly #api: CountedReadApi;

  constructor(api: CountedReadApi) {
    this.#api = api;
  }

  /** Called when the HTTP server has taken the connection, before its first byte. */
  open(socket: HttpConnection, { keepAlive, isStopping }: ConnectionRules): void {
    const [httpServer] = socket.listeners("data") as [(piece: Buffer) => void];
    // A connection on which the HTTP server has parsed no request is late after seconds, and is not closed as an idle one.
    let isNew = true;
    const take = (piece: Buffer): void => {
      const requests = piece.length > maxPiece ? null : parsePlainRequests(piece.toString("latin1"));
      if (requests === null) {
        socket.on("data", httpServer);
        socket.off("data", take);
        httpServer(piece);
        return;
      }
      for (const request of requests) {
        // The HTTP server is still answering, or the client is not reading, which is for the HTTP server to wait for.
        const isBusy = socket._httpMessage || socket.writableLength > 0;
        if (isNew || isBusy || isStopping() || !this.#answer(socket, request, keepAlive)) {
          isNew = false;
          httpServer(piece.subarray(request.start));
          return;
        }
      }
    };
    socket.on("data", take);
    socket.off("data", httpServer);
  }

  /** False: nothing was written. */
  #answer(socket: HttpConnection, { request, clientHeaders: headers }: PlainRequest, keepAlive: number): boolean {
    if (!isReadPath(request.path)) return false;
    try {
      handleWholeRead(this.#api, request, { socket, headers }, (answer) => {
        socket.write(printAnswer(answer, request.method, keepAlive), "latin1");
      });
      return true;
    } catch {
      // The HTTP server meets the same defect, counts the read, answers 500 and logs it.
      this.#api.counts.cancel();
      return false;
    }
  }
}
