/**
 * A connection that follows the log. The next piece is encoded when the connection takes more, so a slow reader costs no memory.
 */

/** The end of a stream. */
export const endOfStream = Symbol("over");

/** Null: nothing now. */
export type StreamPiece = Buffer | null | typeof endOfStream;

/** The log as text for one reader, within the reader's right. */
export interface LogEncoder {
  /** The next piece. A failure ends the stream: the reader reconnects. */
  next(): StreamPiece | Promise<StreamPiece>;
  /** A heartbeat to send immediately; null: `next` has it in its turn. */
  heartbeat(): Buffer | null;
  /** Returns whether the reader's next commit is no longer kept, and the reader should reconnect. */
  isBehind?(): boolean;
  /** Returns whether the right lasts. Asked while the connection is full, when `next` is not. */
  mayRead?(): Promise<boolean>;
}

/** Where the text goes. */
export interface Sink {
  /** Returns false when the connection is full; `drained` resolves when it accepts more. */
  write(piece: Buffer): boolean;
  /** Ends after what was written. */
  end(): void;
  /** Ends immediately, with whatever waits in the connection. */
  destroy(): void;
}

export class StreamConnection<Encoder extends LogEncoder = LogEncoder> {
  readonly encoder: Encoder;
  readonly #sink: Sink;
  readonly #ended: () => void;
  #isOver = false;
  #isPumping = false;
  #isWoken = false;
  /** Since when the connection has taken nothing, by the monotonic clock; null: it takes more. */
  #fullSince: number | null = null;

  constructor(encoder: Encoder, sink: Sink, ended: () => void) {
    this.encoder = encoder;
    this.#sink = sink;
    this.#ended = ended;
  }

  /** There may be something to send. */
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

  /** The connection takes more. */
  drained(): void {
    this.#fullSince = null;
    this.wake();
  }

  /** The reader is gone. */
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
