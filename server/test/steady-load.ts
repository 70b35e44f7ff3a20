/** Closed-loop load on keep-alive connections, which records requests without an answer. */
import { connect, type Socket } from "node:net";

export class SteadyLoad {
  answers = 0;
  /** Requests whose connection ended without an answer. */
  failures = 0;
  readonly #port: number;
  readonly #request: string;
  readonly #sockets = new Set<Socket>();
  #isRefused = false;
  #isOver = false;

  constructor(port: number, request: string, connections: number) {
    this.#port = port;
    this.#request = request;
    for (let i = 0; i < connections; i++) this.#open();
  }

  end(): void {
    this.#isOver = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  #open(): void {
    if (this.#isOver || this.#isRefused) return;
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    this.#sockets.add(socket);
    let isAsked = false;
    const ask = () => {
      isAsked = true;
      socket.write(this.#request);
    };
    socket.on("connect", ask);
    // Answers are small enough to arrive in one piece.
    socket.on("data", (chunk: Buffer) => {
      isAsked = false;
      this.answers++;
      if (!/^connection: close$/im.test(chunk.toString("latin1"))) ask();
    });
    // The server has stopped listening: no connection can be opened.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") this.#isRefused = true;
    });
    socket.on("close", () => {
      this.#sockets.delete(socket);
      if (isAsked && !this.#isOver) this.failures++;
      this.#open();
    });
  }
}
