/** Load of N keep-alive connections by raw sockets, in a process of its own: an HTTP client would cost more than the server. */
import { connect, type Socket } from "node:net";
import { beReady, startPinned } from "./pinned.ts";

export interface LoadOptions {
  readonly port: number;
  /** The bytes of each request, sent in turn. In each, `numberPlace` becomes a new number of six digits. */
  readonly requests: readonly string[];
  /** Expected statuses, 200 by default; all others are errors. Answers other than a 304 must have a Content-Length. */
  readonly statuses?: readonly number[];
  readonly connections: number;
  /** Ends after this many milliseconds, or after `count` answers, whichever comes first. */
  readonly ms: number;
  readonly count?: number;
  /** Requests a second, whatever the server does. A request that finds no free connection waits, and its latency says so. Default: closed loop. */
  readonly rate?: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly errors: number;
  readonly perSecond: number;
  /** Microseconds, with a resolution of 5. */
  readonly p50: number;
  readonly p99: number;
}

export interface Load {
  measure(options: LoadOptions): Promise<LoadResult>;
  stop(): Promise<void>;
}

/** Starts the generator on `core` (null means any). It is reused for several measurements, so that only the first is cold. */
export async function openLoad(core: number | null): Promise<Load> {
  const pinned = await startPinned<object>(import.meta.filename, [], core);
  return { measure: (options) => pinned.ask<LoadResult>(options), stop: () => pinned.stop() };
}

/** Stands in a request for a number that no other request of a minute has. */
export const numberPlace = "@@@@@@";

const bucketMicros = 5;

class Run {
  readonly #options: LoadOptions;
  readonly #requests: readonly NumberedRequest[];
  readonly #statuses: ReadonlySet<number>;
  /** Answers by latency; the last bucket is for a second and more. */
  readonly #latencies = new Uint32Array(1_000_000 / bucketMicros + 1);
  readonly #sockets = new Set<Socket>();
  readonly #begun = performance.now();
  readonly #done: (result: LoadResult) => void;
  /** At a fixed rate: connections that wait for a request. */
  readonly #free: ((due: number) => void)[] = [];
  #due = 0;
  #answers = 0;
  #errors = 0;
  #next = 0;
  #over = false;

  constructor(options: LoadOptions, done: (result: LoadResult) => void) {
    this.#options = options;
    this.#requests = options.requests.map((request) => new NumberedRequest(request));
    this.#statuses = new Set(options.statuses ?? [200]);
    this.#done = done;
    for (let i = 0; i < options.connections; i++) this.#open();
    setTimeout(() => this.#end(), options.ms);
    if (options.rate !== undefined) this.#pace(1_000 / options.rate);
  }

  /** Looks at the clock all the time: a timer would be a millisecond late. @param interval milliseconds */
  #pace(interval: number): void {
    for (const now = performance.now(); this.#begun + this.#due * interval <= now; this.#due++) {
      const ask = this.#free.pop();
      if (!ask) break;
      ask(this.#begun + this.#due * interval);
    }
    if (!this.#over) setImmediate(() => this.#pace(interval));
  }

  #open(): void {
    if (this.#over) return;
    const socket = connect({ port: this.#options.port, host: "127.0.0.1", noDelay: true });
    this.#sockets.add(socket);
    let sent = 0;
    let waiting: Buffer = Buffer.alloc(0);
    const send = (due: number): void => {
      const request = this.#requests[this.#next++ % this.#requests.length];
      sent = due;
      if (request !== undefined) socket.write(request.next());
    };
    const ask = (): void => {
      if (this.#options.rate === undefined) send(performance.now());
      else this.#free.push(send);
    };
    socket.on("connect", ask);
    socket.on("data", (chunk: Buffer) => {
      if (waiting.length > 0) chunk = Buffer.concat([waiting, chunk]);
      const status = wholeAnswer(chunk);
      waiting = status === null ? chunk : Buffer.alloc(0);
      if (status === null || this.#over) return;
      this.#count(status, sent);
      ask();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#sockets.delete(socket);
      const free = this.#free.indexOf(send);
      if (free >= 0) this.#free.splice(free, 1);
      if (this.#over) return;
      this.#errors++;
      setTimeout(() => this.#open(), 10);
    });
  }

  #count(status: number, sent: number): void {
    if (this.#statuses.has(status)) this.#answers++;
    else this.#errors++;
    const bucket = Math.floor(((performance.now() - sent) * 1_000) / bucketMicros);
    const slot = Math.min(bucket, this.#latencies.length - 1);
    this.#latencies[slot] = (this.#latencies[slot] ?? 0) + 1;
    if (this.#answers === this.#options.count) this.#end();
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    const seconds = (performance.now() - this.#begun) / 1_000;
    for (const socket of this.#sockets) socket.destroy();
    this.#done({
      requests: this.#answers,
      errors: this.#errors,
      perSecond: this.#answers / seconds,
      p50: this.#percentile(0.5),
      p99: this.#percentile(0.99),
    });
  }

  #percentile(share: number): number {
    const wanted = this.#latencies.reduce((sum, count) => sum + count, 0) * share;
    let seen = 0;
    for (let slot = 0; slot < this.#latencies.length; slot++) {
      seen += this.#latencies[slot] ?? 0;
      if (seen >= wanted && seen > 0) return (slot + 1) * bucketMicros;
    }
    return 0;
  }
}

let numbers = Date.now() % 1_000_000;

class NumberedRequest {
  readonly #whole: Buffer;
  readonly #place: number;

  constructor(text: string) {
    this.#whole = Buffer.from(text, "latin1");
    this.#place = text.indexOf(numberPlace);
  }

  /** The bytes; a copy where they have a number, since the earlier ones may still be waiting to be sent. */
  next(): Buffer {
    if (this.#place < 0) return this.#whole;
    const copy = Buffer.from(this.#whole);
    numbers = (numbers + 1) % 1_000_000;
    copy.write(String(numbers).padStart(numberPlace.length, "0"), this.#place, "latin1");
    return copy;
  }
}

const notModified = 304;
const lengthName = Buffer.from("\r\nContent-Length: ");

/** The status of a complete answer; null while it is incomplete. Bytes after it are an error: 0. */
function wholeAnswer(bytes: Buffer): number | null {
  const head = bytes.indexOf("\r\n\r\n");
  if (head < 0) return null;
  // "HTTP/1.1 200": three digits from the tenth byte on.
  const status = Number(bytes.toString("latin1", 9, 12));
  if (status === notModified) return bytes.length === head + 4 ? status : 0;
  const at = bytes.indexOf(lengthName);
  if (at < 0 || at > head) return 0;
  let length = 0;
  for (let i = at + lengthName.length; bytes[i] !== 13; i++) length = length * 10 + (bytes[i] ?? 48) - 48;
  const missing = head + 4 + length - bytes.length;
  if (missing > 0) return null;
  return missing < 0 ? 0 : status;
}

if (import.meta.main) beReady({}, (options) => new Promise((done) => void new Run(options as LoadOptions, done)));
