/** One at a time, while segments are shipped. A head names a snapshot after it is written. */
import { DAY } from "drawbridge-rules/values/duration.ts";
import { CompactedMeanwhile, type SnapshotContent } from "./log-content.ts";
import { hasExpired, type LogHead, type SnapshotRef } from "./log-head.ts";
import type { ObjectLog } from "./object-log.ts";

/** Ends with the number of the last segment that the snapshot includes. */
type Prepared = readonly [SnapshotContent, number];

export interface WrittenSnapshot extends Omit<SnapshotContent, "lines">, SnapshotRef {
  readonly bytes: number;
  /** It is the state after its segment. Otherwise, a log can begin with it, and it has all segments up to that one. */
  readonly isExact: boolean;
}

interface SnapshotWriterServices {
  readonly log: ObjectLog;
  readonly now: () => number;
  readonly elapsed: () => number;
  /** The store still has that state, and no other one in its place. @throws unavailable */
  readonly isThere: (content: Omit<SnapshotContent, "lines">) => Promise<boolean>;
}

/** Segments after which a quarter of the snapshot's bytes, or nothing, is enough for the next snapshot. */
const fewSegments = 500;
const manySegments = 10_000;
/** Milliseconds until a failed snapshot is tried again, and its failure no longer counts. */
const retryAfter = 5_000;
const failureLife = 60_000;

export class SnapshotWriter {
  readonly #services: SnapshotWriterServices;
  ready: WrittenSnapshot | null = null;
  #writing: Promise<void> | null = null;
  #failure: { readonly error: unknown; readonly at: number } | null = null;
  /** Bytes of the last snapshot and later segments, as far as this process wrote them. */
  #sizes: { readonly at: number; readonly snapshot: number; segments: number } | null = null;
  readonly #stopped = new AbortController();

  constructor(services: SnapshotWriterServices) {
    this.#services = services;
  }

  /** Null means the last snapshot was written, or its failure was long ago. */
  get problem(): unknown {
    const isRecent = this.#failure !== null && this.#services.elapsed() - this.#failure.at < failureLife;
    return isRecent ? this.#failure?.error : null;
  }

  shipped(bytes: number): void {
    if (this.#sizes) this.#sizes.segments += bytes;
  }

  isDue(head: LogHead): boolean {
    const { segments, snapshot, earlier } = head;
    const since = segments - snapshot.segment;
    if (this.#writing !== null || (since === 0 && !hasExpired(head, this.#services.now()))) return false;
    const isLarge = this.#sizes === null || this.#sizes.segments >= this.#sizes.snapshot / 4;
    const madeAt = earlier[0]?.until ?? this.#sizes?.at ?? 0;
    return (since >= fewSegments && isLarge) || since >= manySegments || this.#services.now() - madeAt >= DAY;
  }

  /** The snapshot is then used up; null means that none is of that epoch and covers `last`. */
  take(epoch: string, last: Pick<SnapshotRef, "revision" | "segment">): WrittenSnapshot | null {
    const { ready } = this;
    this.ready = null;
    if (ready === null || ready.epoch !== epoch || ready.revision < last.revision || ready.segment < last.segment) return null;
    this.#sizes = { at: this.#services.now(), snapshot: ready.bytes, segments: 0 };
    return ready;
  }

  /** Does nothing while one is being written or has just failed. */
  write(isExact: boolean, prepare: () => Promise<Prepared>): void {
    const { elapsed } = this.#services;
    if (this.#writing !== null || elapsed() - (this.#failure?.at ?? Number.NEGATIVE_INFINITY) < retryAfter) return;
    this.#writing = this.#writeNow(isExact, prepare)
      .then(
        () => {
          this.#failure = null;
        },
        (error: unknown) => {
          this.#failure = error instanceof CompactedMeanwhile ? null : { error, at: elapsed() };
        },
      )
      .finally(() => {
        this.#writing = null;
      });
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.settled();
  }

  async #writeNow(isExact: boolean, prepare: () => Promise<Prepared>): Promise<void> {
    const { log, isThere } = this.#services;
    const [{ lines, ...content }, segment] = await prepare();
    let bytes = 0;
    const counted = async function* () {
      for await (const line of lines) {
        bytes += line.length;
        yield line;
      }
    };
    const ref = await log.putSnapshot(content.epoch, { ...content, segment }, counted(), this.#stopped.signal);
    if (await isThere(content)) this.ready = { ...content, ...ref, segment, bytes, isExact };
  }
}
