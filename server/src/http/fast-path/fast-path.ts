/** Reads of one connection, answered from the bytes of the socket. */
import type { ReadAnswer, Sender } from "../read-api.ts";
import type { RawRequest } from "../raw-request.ts";
import type { HttpConnection } from "../refusal.ts";
import { answerText } from "./answer-text.ts";
import { maxPiece, parseWholeReads } from "./whole-reads.ts";

export interface FastReads {
  isRead(path: string): boolean;
  answer(request: RawRequest, from: Sender, write: (answer: ReadAnswer) => void): void;
}

export function joinFastPath(socket: HttpConnection, reads: FastReads, keepAlive: string, isStopping: () => boolean): void {
  const [toHttp] = socket.listeners("data") as [(piece: Buffer) => void];
  let isFirst = true;
  const onData = (piece: Buffer): void => {
    const found = piece.length > maxPiece ? null : parseWholeReads(piece.toString("latin1"), reads.isRead);
    if (found === null) {
      socket.on("data", toHttp);
      socket.off("data", onData);
      toHttp(piece);
      return;
    }
    for (const { request, forwardedFor, start } of found) {
      if (isFirst || isStopping() || socket._httpMessage || socket.writableLength > 0) {
        isFirst = false;
        toHttp(start === 0 ? piece : piece.subarray(start));
        return;
      }
      const from = { socket, headers: forwardedFor === null ? {} : { "x-forwarded-for": forwardedFor } };
      reads.answer(request, from, (answer) => void socket.write(answerText(answer, request.method, keepAlive), "latin1"));
    }
  };
  socket.on("data", onData);
  socket.off("data", toHttp);
}
