/** Load until the port is closed, in a process of its own. A request without a complete answer has failed; a refused connection sent none. */
import { connect } from "node:net";
import { beReady } from "./pinned.ts";

export interface StoppingLoadOptions {
  readonly port: number;
  /** The bytes of each request. Answers have a Content-Length. */
  readonly request: string;
  readonly connections: number;
}

/** Sent when every connection has had an answer. Connections that a listener has not accepted when it closes are reset by the system. */
export interface StoppingLoadBegun {
  readonly answered: number;
}

export interface StoppingLoadResult {
  readonly answered: number;
  /** Answers with another status than 200. */
  readonly refused: number;
  /** Requests without a complete answer: the number of bytes received, and the error. */
  readonly failed: readonly string[];
  /** New connections that the system reset before a byte: they waited in the queue of the port when it closed. */
  readonly unaccepted: number;
  /** Rate until the first connection was refused. */
  readonly perSecond: number;
  /** Connections ended by an answer with `Connection: close`. */
  readonly told: number;
}

class Run {
  readonly begun = Promise.withResolvers<StoppingLoadBegun>();
  readonly ended = Promise.withResolvers<StoppingLoadResult>();
  readonly #options: StoppingLoadOptions;
  readonly #begun = performance.now();
  readonly #failed: string[] = [];
  #answered = 0;
  #refused = 0;
  #told = 0;
  #unaccepted = 0;
  #open = 0;
  #unanswered: number;
  #perSecond = 0;

  constructor(options: StoppingLoadOptions) {
    this.#options = options;
    this.#unanswered = options.connections;
    for (let i = 0; i < options.connections; i++) this.#connect();
  }

  #connect(): void {
    this.#open++;
    const socket = connect({ port: this.#options.port, host: "127.0.0.1", noDelay: true });
    let isAwaited = false;
    let isConnected = false;
    let isAnswered = false;
    let text = "";
    let error = "closed";
    const ask = () => {
      isAwaited = true;
      socket.write(this.#options.request);
    };
    socket.on("connect", () => {
      isConnected = true;
      ask();
    });
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const status = wholeAnswer(text);
      if (status === null) return;
      isAwaited = false;
      this.#answered++;
      if (!isAnswered && --this.#unanswered === 0) this.begun.resolve({ answered: this.#answered });
      isAnswered = true;
      if (status !== 200) this.#refused++;
      const isLast = text.includes("\r\nConnection: close\r\n");
      text = "";
      if (isLast) this.#told++;
      else ask();
    });
    socket.on("error", ({ code, message }: NodeJS.ErrnoException) => {
      error = code ?? message;
    });
    socket.on("close", () => {
      this.#open--;
      if (isAwaited && !isAnswered && error === "ECONNRESET" && text === "") this.#unaccepted++;
      else if (isAwaited) this.#failed.push(`${error} after ${text.length} bytes`);
      if (isConnected) this.#connect();
      else this.#endIfOver();
    });
  }

  #endIfOver(): void {
    this.#perSecond ||= (this.#answered * 1_000) / (performance.now() - this.#begun);
    if (this.#open > 0) return;
    this.ended.resolve({
      answered: this.#answered,
      refused: this.#refused,
      failed: this.#failed,
      unaccepted: this.#unaccepted,
      perSecond: this.#perSecond,
      told: this.#told,
    });
  }
}

/** The status of a complete answer; null while it is incomplete. Text after it is an error: 0. */
function wholeAnswer(text: string): number | null {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return null;
  const length = Number(/\r\nContent-Length: (\d+)\r\n/.exec(text)?.[1]);
  const missing = head + 4 + length - text.length;
  if (missing > 0) return null;
  return missing === 0 ? Number(text.slice(9, 12)) : 0;
}

if (import.meta.main) {
  let run: Run | null = null;
  // Options begin a run; an empty message asks for its result.
  beReady({}, (message) => {
    if (!("port" in message)) return run?.ended.promise ?? Promise.reject(new Error("no run has begun"));
    run = new Run(message as StoppingLoadOptions);
    return run.begun.promise;
  });
}
