/**
 * Asks a server that is told to stop meanwhile, as fast as it is answered, until nobody listens any more: N connections that are
 * kept alive, one request in flight on each, and a new one where an answer says that it was the last. A request that was sent and
 * not answered wholly has failed; a connection that is refused has sent none. Run in a process of its own.
 */
import { connect } from "node:net";
import { beReady } from "./pinned.ts";

export interface StoppingLoadOptions {
  readonly port: number;
  /** The bytes of each request. Answers have a Content-Length. */
  readonly request: string;
  readonly connections: number;
}

export interface StoppingLoadResult {
  readonly answered: number;
  /** Answers that were no 200. */
  readonly refused: number;
  /** What became of each request that was not answered: after how many bytes, and with which error. */
  readonly failed: readonly string[];
  /** While the server was not stopping: until the first connection was refused. */
  readonly perSecond: number;
  /** Connections that an answer ended. */
  readonly told: number;
}

class Run {
  readonly #options: StoppingLoadOptions;
  readonly #done: (result: StoppingLoadResult) => void;
  readonly #begun = performance.now();
  readonly #failed: string[] = [];
  #answered = 0;
  #refused = 0;
  #told = 0;
  #open = 0;
  #perSecond = 0;

  constructor(options: StoppingLoadOptions, done: (result: StoppingLoadResult) => void) {
    this.#options = options;
    this.#done = done;
    for (let i = 0; i < options.connections; i++) this.#connect();
  }

  #connect(): void {
    this.#open++;
    const socket = connect({ port: this.#options.port, host: "127.0.0.1", noDelay: true });
    let isAwaited = false;
    let isConnected = false;
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
      if (isAwaited) this.#failed.push(`${error} after ${text.length} bytes`);
      if (isConnected) this.#connect();
      else this.#endIfOver();
    });
  }

  #endIfOver(): void {
    this.#perSecond ||= (this.#answered * 1_000) / (performance.now() - this.#begun);
    if (this.#open > 0) return;
    this.#done({
      answered: this.#answered,
      refused: this.#refused,
      failed: this.#failed,
      perSecond: this.#perSecond,
      told: this.#told,
    });
  }
}

/** The status of the answer that this text is; null while it is not whole. 0: something comes after it. */
function wholeAnswer(text: string): number | null {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return null;
  const length = Number(/\r\nContent-Length: (\d+)\r\n/.exec(text)?.[1]);
  const missing = head + 4 + length - text.length;
  if (missing > 0) return null;
  return missing === 0 ? Number(text.slice(9, 12)) : 0;
}

if (import.meta.main) beReady({}, (options) => new Promise((done) => void new Run(options as StoppingLoadOptions, done)));
