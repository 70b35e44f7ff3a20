/**
 * The edges that follow this process. What is committed goes to all of them from one text; how many there are, how long a stream
 * lives and how far one may fall behind is bounded here.
 */
import { setImmediate } from "node:timers/promises";
import { ShareCount } from "../limits/share-count.ts";
import type { Change, CommitMark, Head, LoggedCommit, Row, Whole } from "../store/store.ts";
import { CommitRing, type RingLimits, ringLimits } from "./commit-ring.ts";
import { CopyDesk, type WrittenCopy } from "./copy-desk.ts";
import type { EdgeScope } from "./edge-scope.ts";
import { EdgeStream, type Follows, type StreamSource } from "./edge-stream.ts";
import { digestsText, type StateMark } from "./edge-text.ts";
import type { EdgeTokenRing } from "./edge-token-ring.ts";
import { PastCommits } from "./past-commits.ts";
import { ProjectDigests } from "./project-digests.ts";

/** Where what the ring has not is looked up: a store, or the copy that an edge itself has. */
export interface EdgeSource {
  /** Edges that it comes through; a store has it from nobody. */
  readonly via?: readonly string[];
  /** @throws unavailable */
  whole(): Promise<Whole>;
  /** As the store says it. @throws unavailable */
  changesAfter(revision: number, limit: number): Promise<readonly LoggedCommit[] | null>;
  /** Absent: only the last commit is known. @throws unavailable */
  commitAt?(revision: number): Promise<Pick<CommitMark, "id"> | null>;
}

/** Times are in milliseconds. */
export interface HubLimits {
  readonly streams: number;
  /** Maximum streams with the same edge token. */
  readonly perToken: number;
  readonly heartbeat: number;
  /** A stream ends after at most so long, so that a load balancer can spread them anew. */
  readonly life: number;
  /** For so long a connection may take nothing. */
  readonly stall: number;
  /** Revisions: an edge that missed more gets a whole copy. */
  readonly furthest: number;
  readonly ring: RingLimits;
}

export const hubLimits: HubLimits = {
  streams: 5_000,
  perToken: 1_000,
  heartbeat: 15_000,
  life: 3_600_000,
  stall: 30_000,
  furthest: 5_000,
  ring: ringLimits,
};

/** Streams that are told in one turn of the event loop: apps ask meanwhile. */
const turn = 50;

export interface HubWorkings {
  readonly source: EdgeSource;
  readonly tokens: EdgeTokenRing;
  /** Epoch ms. */
  readonly now: () => number;
}

export class EdgeHub implements StreamSource {
  readonly ring: CommitRing;
  readonly #workings: HubWorkings;
  readonly #limits: HubLimits;
  readonly #desk: CopyDesk;
  readonly #past: PastCommits;
  readonly #digests = new ProjectDigests();
  /** Heartbeats with the digests of the head, cached by scope. */
  readonly #digestTexts = new Map<string, Buffer>();
  /** Id of the last commit. */
  #commit: string | null = null;
  readonly #streams = new Set<EdgeStream>();
  /** That are not streams yet: where they begin is looked up. */
  #coming = 0;
  /** Number of pending and open streams of each token. */
  readonly #byToken = new ShareCount();
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  #isTelling = false;
  #hasNews = false;
  /** Streams that were cut since the start, since they took too little. */
  cut = 0;

  constructor(workings: HubWorkings, limits: Partial<HubLimits> = {}) {
    this.#workings = workings;
    this.#limits = { ...hubLimits, ...limits };
    this.ring = new CommitRing(this.#limits.ring);
    this.#desk = new CopyDesk(() => workings.source.whole());
    this.#past = new PastCommits((revision, limit) => workings.source.changesAfter(revision, limit));
  }

  /** Streams that are open. */
  get size(): number {
    return this.#streams.size;
  }

  get head(): Head | null {
    return this.ring.head;
  }

  get via(): readonly string[] {
    return this.#workings.source.via ?? [];
  }

  get hasRoom(): boolean {
    return !this.#isClosed && this.#streams.size + this.#coming < this.#limits.streams;
  }

  /** Whether the token has room for one more stream, if there is room at all. */
  hasRoomFor(token: string): boolean {
    return this.#byToken.of(token) < this.#limits.perToken;
  }

  get mostPerToken(): number {
    return this.#limits.perToken;
  }

  /** Takes in where a whole store stands, in the place of whatever was known. */
  load(rows: Iterable<Row>, head: Head, last: Pick<CommitMark, "id"> | null = null): void {
    this.#workings.tokens.load(rows);
    this.#digests.load(rows);
    this.#stands(last?.id ?? null);
    this.ring.reset(head);
    this.#desk.clear();
    this.#past.clear();
    this.#endClosed();
    this.#tell();
  }

  /** Takes in one commit. */
  apply(changes: readonly Change[], head: Head, { id = null }: { readonly id?: string | null } = {}): void {
    this.#workings.tokens.apply(changes);
    const touched = this.#digests.apply(changes);
    this.#stands(id);
    this.ring.push(changes, head, { commit: id, digests: this.#digests.ofAll(touched) });
    const tokens = changes.flatMap(({ kind, id: token }) => (kind === "edge_token" ? [token] : []));
    if (tokens.length > 0) this.#endClosed(tokens);
    this.#tell();
  }

  /** @param expiresAt of its token, epoch ms; @param jitter from 0 to 1: by how much of a sixth its life is shorter */
  async follow(follows: Follows, expiresAt: number | null, jitter: number, onEnd: () => void): Promise<void> {
    this.#coming++;
    this.#byToken.add(follows.token);
    const ended = () => {
      this.#byToken.remove(follows.token);
      onEnd();
    };
    const position = await this.#startOf(follows.position, follows.commit ?? null).catch(() => null);
    this.#coming--;
    const now = this.#workings.now();
    // It may have gone meanwhile, or lost the right.
    if (follows.res.destroyed || this.#isClosed || !this.#workings.tokens.isActive(follows.token, now)) {
      follows.res.destroy();
      return ended();
    }
    const left = expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - now;
    const stream = new EdgeStream({ ...follows, position }, this, () => {
      clearTimeout(life);
      this.#leave(stream);
      ended();
    });
    const life = setTimeout(() => stream.end(), Math.max(0, Math.min(left, this.#limits.life * (1 - jitter / 6)))).unref();
    this.#streams.add(stream);
    this.#timer ??= setInterval(() => void this.#beat(), this.#limits.heartbeat).unref();
    stream.wake();
  }

  /** Ends every stream: edges come again, and are told how things are now. */
  endStreams(): void {
    for (const stream of this.#streams) stream.end();
  }

  /** Ends every stream, and lets nobody in any more. */
  close(): void {
    this.#isClosed = true;
    this.#desk.clear();
    this.#past.clear();
    for (const stream of this.#streams) {
      if (stream.isSlow(performance.now(), 0)) stream.cut();
      else stream.end();
    }
  }

  markFor(scope: EdgeScope): StateMark {
    return { commit: this.#commit, digests: this.#digests.in(scope) };
  }

  digestsFor(scope: EdgeScope): Buffer {
    const { head } = this.ring;
    const known = this.#digestTexts.get(scope.name);
    if (known || head === null) return known ?? Buffer.alloc(0);
    const text = Buffer.from(digestsText(head, this.#digests.in(scope)));
    this.#digestTexts.set(scope.name, text);
    return text;
  }

  copyFor(scope: EdgeScope): Promise<WrittenCopy> {
    return this.#desk.of(scope, ({ epoch, revision }) => epoch === this.ring.head?.epoch && revision >= this.ring.from);
  }

  async textAfter(revision: number, scope: EdgeScope): Promise<{ readonly text: Buffer; readonly revision: number } | null> {
    const { head } = this.ring;
    if (head === null || head.revision - revision > this.#limits.furthest) return null;
    const commit = await this.#past.after({ epoch: head.epoch, revision });
    return commit && { text: commit.textOf(scope), revision: commit.head.revision };
  }

  /** Null: what it has cannot be continued. */
  async #startOf(position: Head | null, commit: string | null): Promise<Head | null> {
    const { head } = this.ring;
    if (position === null || head === null || position.epoch !== head.epoch) return null;
    if (commit !== null && (await this.#hasAnother(position, commit))) return null;
    if (position.revision <= head.revision) return position;
    // It may have heard of the last commits from another node before this one did.
    return (await this.#workings.source.changesAfter(position.revision, 1)) === null ? null : position;
  }

  /** Whether this hub knows another commit with that revision: the edge's or the origin's database went back. */
  async #hasAnother({ revision }: Head, commit: string): Promise<boolean> {
    const isLast = revision === this.ring.head?.revision;
    const own = isLast ? this.#commit : ((await this.#workings.source.commitAt?.(revision))?.id ?? null);
    return own !== null && own !== commit;
  }

  #stands(commit: string | null): void {
    this.#commit = commit;
    this.#digestTexts.clear();
  }

  /** Whose token opens nothing any more is told nothing any more. */
  /** @param changed ids of tokens whose end may have moved: an edge that comes again lives until the new one */
  #endClosed(changed: readonly string[] = []): void {
    const now = this.#workings.now();
    for (const stream of this.#streams) {
      if (!this.#workings.tokens.isActive(stream.token, now)) stream.cut();
      else if (changed.includes(stream.token)) stream.end();
    }
  }

  /** One telling at a time: what is committed meanwhile is told by it, or by the next. */
  #tell(): void {
    this.#hasNews = true;
    if (!this.#isTelling) void this.#tellAll();
  }

  async #tellAll(): Promise<void> {
    this.#isTelling = true;
    while (this.#hasNews) {
      this.#hasNews = false;
      // After every other follower has heard of the commit.
      await setImmediate();
      await this.#inTurns((stream) => stream.wake());
      this.#cutSlow();
    }
    this.#isTelling = false;
  }

  async #beat(): Promise<void> {
    this.#cutSlow();
    await this.#inTurns((stream) => stream.beat());
  }

  async #inTurns(work: (stream: EdgeStream) => void): Promise<void> {
    let count = 0;
    for (const stream of [...this.#streams]) {
      work(stream);
      if (++count % turn === 0) await setImmediate();
    }
  }

  #cutSlow(): void {
    const now = performance.now();
    for (const stream of this.#streams) {
      if (!stream.isSlow(now, this.#limits.stall)) continue;
      this.cut++;
      stream.cut();
    }
  }

  #leave(stream: EdgeStream): void {
    if (!this.#streams.delete(stream) || this.#streams.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}
