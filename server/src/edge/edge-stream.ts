/**
 * One edge that follows. It is told as much as its connection takes, and what waits is kept once for all of them: a slow edge costs
 * no memory, and one that falls behind what is kept is cut, to come again.
 */
import type { ServerResponse } from "node:http";
import type { Head } from "../store/store.ts";
import type { CommitRing } from "./commit-ring.ts";
import type { WrittenCopy } from "./copy-desk.ts";
import type { EdgeScope } from "./edge-scope.ts";
import { heartbeat, type StateMark, startText } from "./edge-text.ts";

export interface StreamSource {
  readonly ring: CommitRing;
  /** Edges that all of it comes through, that of this process too. */
  readonly via: readonly string[];
  /** Mark of the head. */
  markFor(scope: EdgeScope): StateMark;
  /** A heartbeat with the digests of the head, built once for all streams of that scope. */
  digestsFor(scope: EdgeScope): Buffer;
  /** @throws unavailable */
  copyFor(scope: EdgeScope): Promise<WrittenCopy>;
  /** The commit after that revision, which the ring has not any more, as text; null: it is not to be had. @throws unavailable */
  textAfter(revision: number, scope: EdgeScope): Promise<{ readonly text: Buffer; readonly revision: number } | null>;
}

export interface Follows {
  readonly res: Pick<ServerResponse, "write" | "end" | "destroy" | "destroyed" | "on">;
  /** Id of its token. */
  readonly token: string;
  readonly scope: EdgeScope;
  /** What it has; null: nothing that could be continued. */
  readonly position: Head | null;
  /** Id of the edge's commit with that revision; null or absent: unknown. */
  readonly commit?: string | null;
}

export class EdgeStream {
  readonly token: string;
  readonly #res: Follows["res"];
  readonly #scope: EdgeScope;
  readonly #source: StreamSource;
  readonly #ended: (stream: EdgeStream) => void;
  #position: Head | null;
  /** The head whose digests were sent last. */
  #compared: Head | null = null;
  #isStarted = false;
  #copy: { readonly written: WrittenCopy; next: number } | null = null;
  #isOver = false;
  #isPumping = false;
  #isWoken = false;
  /** Since when the connection has taken nothing, by the monotonic clock; null: it takes more. */
  #full: number | null = null;

  constructor({ res, token, scope, position }: Follows, source: StreamSource, ended: (stream: EdgeStream) => void) {
    this.token = token;
    this.#res = res;
    this.#scope = scope;
    this.#position = position;
    this.#source = source;
    this.#ended = ended;
    res.on("drain", () => {
      this.#full = null;
      this.wake();
    });
    res.on("close", () => this.#leave());
  }

  /** What it was told last; null: not all of a copy yet. */
  get position(): Head | null {
    return this.#position;
  }

  /** There may be something to say. */
  wake(): void {
    this.#isWoken = true;
    // A failed source ends the stream: the edge comes again.
    if (!this.#isPumping) this.#pump().catch(() => this.end());
  }

  beat(): void {
    if (!this.#isStarted || this.#full !== null || this.#isOver) return;
    const { head } = this.#source.ring;
    const isThere = head !== null && this.#position?.epoch === head.epoch && this.#position.revision === head.revision;
    // Digests are sent once for each head.
    const isNews = isThere && this.#compared !== head;
    if (isNews) this.#compared = head;
    this.#write(isNews ? this.#source.digestsFor(this.#scope) : heartbeat);
  }

  /** Whether it holds up, or back, what others have long been told. @param longest milliseconds without a byte taken */
  isSlow(now: number, longest: number): boolean {
    if (this.#full === null) return false;
    const { ring } = this.#source;
    const head = this.#copy ? this.#copy.written.head : this.#position;
    const isBehind = head !== null && head.epoch === ring.head?.epoch && head.revision < ring.from;
    return isBehind || now - this.#full > longest;
  }

  /** After what was written. */
  end(): void {
    if (this.#isOver) return;
    this.#res.end();
    this.#leave();
  }

  /** At once, with whatever waits in the connection. */
  cut(): void {
    this.#res.destroy();
    this.#leave();
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#copy = null;
    this.#ended(this);
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    try {
      while (this.#isWoken && this.#full === null && !this.#isOver) {
        this.#isWoken = false;
        for (;;) {
          // What is kept is said without a promise: there may be a thousand of these.
          const said = this.#next();
          const piece = said instanceof Promise ? await said : said;
          if (piece === null || this.#isOver) break;
          this.#write(piece);
          if (this.#full !== null) break;
        }
      }
    } finally {
      this.#isPumping = false;
    }
  }

  #write(piece: Buffer): void {
    if (!this.#res.write(piece)) this.#full = performance.now();
  }

  /** Null: nothing now. */
  #next(): Buffer | null | Promise<Buffer | null> {
    const { ring } = this.#source;
    if (ring.head === null) return null;
    if (!this.#isStarted) {
      this.#isStarted = true;
      return Buffer.from(startText(this.#scope, ring.head, this.#source.via, this.#source.markFor(this.#scope)));
    }
    if (this.#copy) return this.#nextPiece(this.#copy);
    if (this.#position === null || this.#position.epoch !== ring.head.epoch) return this.#beginCopy();
    if (this.#position.revision < ring.from) return this.#catchUp(this.#position);
    const commit = ring.next(this.#position.revision);
    if (!commit) return null;
    this.#position = commit.head;
    return commit.textOf(this.#scope);
  }

  #nextPiece(copy: { readonly written: WrittenCopy; next: number }): Buffer | null {
    const { pieces, head } = copy.written;
    const piece = pieces[copy.next++] ?? null;
    if (copy.next < pieces.length) return piece;
    this.#copy = null;
    this.#position = head;
    return piece;
  }

  async #beginCopy(): Promise<Buffer | null> {
    const written = await this.#source.copyFor(this.#scope);
    const copy = { written, next: 0 };
    this.#copy = copy;
    return this.#nextPiece(copy);
  }

  async #catchUp(position: Head): Promise<Buffer | null> {
    const found = await this.#source.textAfter(position.revision, this.#scope);
    if (found === null) return this.#beginCopy();
    this.#position = { epoch: position.epoch, revision: found.revision };
    return found.text;
  }
}
