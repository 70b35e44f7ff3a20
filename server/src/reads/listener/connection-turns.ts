/** Others wait no longer for a client that pipelines. */
import type { ConnectionRules, FastPath } from "../fast-path/fast-path.ts";
import { type HttpConnection, refused } from "./refusal.ts";

export const maxRequestsPerTurn = 16;
const minRequestBytes = "GET / HTTP/1.1\r\n\r\n".length;
/** Ends each request's head. In a body, it only costs more turns. */
const blankLine = Buffer.from("\r\n\r\n");

interface Connection {
  readonly socket: HttpConnection;
  left: number;
  /** This code has paused the socket. */
  isHeld: boolean;
}

export class ConnectionTurns {
  readonly #fastPath: FastPath | undefined;
  #used: Connection[] = [];

  constructor(fastPath: FastPath | undefined) {
    this.#fastPath = fastPath;
  }

  /** Call when the HTTP server has taken the connection, before its first byte. */
  open(socket: HttpConnection, rules: ConnectionRules): void {
    const [httpServer] = socket.listeners("data") as [(bytes: Buffer) => void];
    const pass = this.#fastPath?.open(socket, rules, httpServer) ?? httpServer;
    const connection: Connection = { socket, left: maxRequestsPerTurn, isHeld: false };
    socket.on("data", (bytes: Buffer) => this.#take(connection, bytes, pass));
    socket.off("data", httpServer);
  }

  #take(connection: Connection, bytes: Buffer, pass: (bytes: Buffer) => void): void {
    const { socket } = connection;
    if (connection.left < maxRequestsPerTurn) this.#fastPath?.answerWaiting();
    else if (this.#used.push(connection) === 1) setImmediate(this.endTurn);
    // The HTTP server has paused, because the client takes no more answers.
    if (socket.isPaused()) {
      socket.unshift(bytes);
      return;
    }
    const end = this.#endOfTaken(connection, bytes);
    // No request after the last one is answered. Without a parser, Node has given the connection up (CONNECT), and would read
    // these bytes as another's.
    if (end > 0 && socket.writable && socket.parser && !socket[refused])
      pass(end === bytes.length ? bytes : bytes.subarray(0, end));
    if (end === bytes.length || socket.destroyed) return;
    // The HTTP server ends its own pause, for a body that its handler does not read.
    connection.isHeld = !socket.isPaused();
    socket.pause();
    socket.unshift(bytes.subarray(end));
  }

  #endOfTaken(connection: Connection, bytes: Buffer): number {
    // Most pieces are too short to hold more, and need no search.
    const most = Math.ceil(bytes.length / minRequestBytes);
    if (most <= connection.left) {
      connection.left -= most;
      return bytes.length;
    }
    let end = 0;
    // A part of a request counts too.
    for (; end < bytes.length && connection.left > 0; connection.left--) {
      const found = bytes.indexOf(blankLine, end);
      end = found < 0 ? bytes.length : found + blankLine.length;
    }
    return end;
  }

  readonly endTurn = (): void => {
    this.#fastPath?.answerWaiting();
    // After the ticks in which the HTTP server closes and resumes connections.
    if (this.#used.some(({ isHeld }) => isHeld)) setImmediate(this.#goOn);
    else this.#goOn();
  };

  readonly #goOn = (): void => {
    this.#fastPath?.answerWaiting();
    for (const connection of this.#used) {
      connection.left = maxRequestsPerTurn;
      if (connection.isHeld && !connection.socket._paused) connection.socket.resume();
      connection.isHeld = false;
    }
    this.#used = [];
  };
}
