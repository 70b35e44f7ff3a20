import { ShareCount } from "../../base/fair-queue.ts";
import { nextTurn } from "../../base/yielding-work.ts";

/** Times are in milliseconds. */
export interface StreamLimits {
  readonly streams: number;
  readonly heartbeat: number;
  /** A stream ends after this time, so that a load balancer can redistribute readers. */
  readonly life: number;
  /** A connection that takes nothing for longer is cut. */
  readonly stall: number;
}

export const streamTimes = { heartbeat: 15_000, life: 3_600_000, stall: 30_000 } as const;

/** Streams that are woken in one turn of the event loop: apps ask meanwhile. */
const turn = 50;

export class FanOut<Encoder extends LogEncoder> {
  readonly #limits: StreamLimits;
  readonly #connections = new Set<StreamConnection<Encoder>>();
  readonly #shares = new ShareCount();
  /** Includes streams that are about to open. */
  #places = 0;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #isNotifying = false;
  #hasNews = false;
  cut = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#connections.size;
  }

  get connections(): Iterable<StreamConnection<Encoder>> {
    return this.#connections;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get hasRoom(): boolean {
    return !this.#isClosed && this.#places < this.#limits.streams;
  }

  /** An account is a person, or a token. */
  shareOf(account: string): number {
    return this.#shares.of(account);
  }

  /** The place counts toward the share of each account. Returns a function that gives it back. */
  take(accounts: readonly string[]): () => void {
    this.#places++;
    for (const account of accounts) this.#shares.add(account);
    return () => {
      this.#places--;
      for (const account of accounts) this.#shares.remove(account);
    };
  }

  /** @param jitter from 0 to 1: shortens the life by up to a sixth @param left milliseconds until the right expires */
  open(
    encoder: Encoder,
    sink: Sink,
    { jitter, left = Infinity }: { readonly jitter: number; readonly left?: number },
    ended: () => void,
  ): StreamConnection<Encoder> {
    const connection = new StreamConnection(encoder, sink, () => {
      clearTimeout(life);
      this.#connections.delete(connection);
      if (this.#connections.size === 0 && this.#timer) {
        clearInterval(this.#timer);
        this.#timer = null;
      }
      ended();
    });
    const most = Math.max(0, Math.min(left, this.#limits.life * (1 - jitter / 6)));
    const life = setTimeout(() => connection.end(), most).unref();
    this.#connections.add(connection);
    this.#timer ??= setInterval(() => void this.#beat(), this.#limits.heartbeat).unref();
    return connection;
  }

  /** One round at a time: a commit during a round is sent in it, or in the next. */
  notify(): void {
    this.#hasNews = true;
    if (!this.#isNotifying) void this.#notifyAll();
  }

  /** Readers reconnect and get the current state. */
  endAll(): void {
    for (const connection of this.#connections) connection.end();
  }

  close(): void {
    this.#isClosed = true;
    const now = performance.now();
    for (const connection of this.#connections) {
      if (connection.isSlow(now, 0)) connection.cut();
      else connection.end();
    }
  }

  async #notifyAll(): Promise<void> {
    this.#isNotifying = true;
    while (this.#hasNews) {
      this.#hasNews = false;
      // The other followers hear of the commit first, as until then they know a right that it takes.
      await nextTurn();
      await this.#inTurns((connection) => connection.wake());
      this.#cutSlow();
    }
    this.#isNotifying = false;
  }

  async #beat(): Promise<void> {
    this.#cutSlow();
    await nextTurn();
    await this.#inTurns((connection) => connection.beat());
  }

  async #inTurns(work: (connection: StreamConnection<Encoder>) => void): Promise<void> {
    let count = 0;
    for (const connection of [...this.#connections]) {
      work(connection);
      if (++count % turn === 0) await nextTurn();
    }
  }

  #cutSlow(): void {
    const now = performance.now();
    for (const connection of this.#connections) {
      if (!connection.isSlow(now, this.#limits.stall)) continue;
      this.cut++;
      connection.cut();
    }
  }
}

export const endOfStream = Symbol("over");

export type StreamPiece = Buffer | null | typeof endOfStream;

/** The text is for one reader, within the reader's right. */
export interface LogEncoder {
  /** A failure ends the stream: the reader reconnects. */
  next(): StreamPiece | Promise<StreamPiece>;
  /** Sent immediately; null means `next` has it in its turn. */
  heartbeat(): Buffer | null;
  /** The reader's next commit is no longer kept: the reader should reconnect. */
  isBehind?(): boolean;
  /** The right lasts. Asked while the connection is full, when `next` is not. */
  mayRead?(): Promise<boolean>;
}

export interface Sink {
  /** Returns false when the connection is full; `drained` resolves when it accepts more. */
  write(piece: Buffer): boolean;
  end(): void;
  destroy(): void;
}

/** A piece is encoded when the connection takes more: a slow reader costs no memory. */
export class StreamConnection<Encoder extends LogEncoder = LogEncoder> {
  readonly encoder: Encoder;
  readonly #sink: Sink;
  readonly #ended: () => void;
  #isOver = false;
  #isPumping = false;
  #isWoken = false;
  /** Monotonic time since when the connection takes nothing, or null. */
  #fullSince: number | null = null;

  constructor(encoder: Encoder, sink: Sink, ended: () => void) {
    this.encoder = encoder;
    this.#sink = sink;
    this.#ended = ended;
  }

  wake(): void {
    this.#isWoken = true;
    if (this.#fullSince !== null) void this.#checkRight();
    else if (!this.#isPumping) this.#pump().catch(() => this.end());
  }

  beat(): void {
    const piece = this.#fullSince === null && !this.#isOver ? this.encoder.heartbeat() : null;
    if (piece === null) this.wake();
    else this.#write(piece);
  }

  drained(): void {
    this.#fullSince = null;
    this.wake();
  }

  left(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ended();
  }

  end(): void {
    if (this.#isOver) return;
    this.left();
    this.#sink.end();
  }

  cut(): void {
    if (this.#isOver) return;
    this.left();
    this.#sink.destroy();
  }

  /** @param longest milliseconds without a byte taken */
  isSlow(now: number, longest: number): boolean {
    return this.#fullSince !== null && (now - this.#fullSince > longest || this.encoder.isBehind?.() === true);
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    try {
      while (this.#isWoken && this.#fullSince === null && !this.#isOver) {
        this.#isWoken = false;
        await this.#sendAll();
      }
    } finally {
      this.#isPumping = false;
    }
  }

  /** Until there is nothing more to send, or the connection is full. */
  async #sendAll(): Promise<void> {
    while (this.#fullSince === null) {
      // A kept commit is sent without a promise: a thousand edges may follow.
      const said = this.encoder.next();
      const piece = said instanceof Promise ? await said : said;
      if (piece === null || this.#isOver) return;
      if (piece === endOfStream) return this.end();
      this.#write(piece);
    }
  }

  #write(piece: Buffer): void {
    if (!this.#sink.write(piece)) this.#fullSince = performance.now();
  }

  /** A connection that takes nothing would not notice that its right has ended. */
  async #checkRight(): Promise<void> {
    const mayRead = (await this.encoder.mayRead?.()) ?? true;
    if (!mayRead && this.#fullSince !== null) this.cut();
  }
}

/** Server-sent events (WHATWG HTML §9.2.6). Data is one line of JSON, which no user's value can end. */

export const heartbeat = Buffer.from(":\n\n");

/** @param id position of a reader after the event; absent means unchanged */
export function eventText(event: string, data: object, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
