/**
 * Brings one object log up to the store, in cycles. Each begins where the head is: a segment with what follows is created, then the
 * head is replaced by one that names it, if it is still the head that this process knows. A process that was paused fails at the
 * second step, or at the first, and reads the head again.
 *
 * A log of another epoch, and one whose head is gone or damaged, is continued by a snapshot, written while segments are shipped.
 */
import { ContentRefusal } from "../replicas/row-fields.ts";
import type { Store, StoreEnd } from "../store/store.ts";
import { readFullStart } from "./full-lines.ts";
import { CompactedMeanwhile, type LogContent, type ShippedEnd, type SnapshotContent } from "./log-content.ts";
import { type LogHead, NewerFormat, replaceSnapshot, type SnapshotRef } from "./log-head.ts";
import type { ObjectLog } from "./object-log.ts";

export interface LogShipperServices {
  readonly log: ObjectLog;
  readonly content: LogContent;
  readonly store: Pick<Store, "end" | "commitAt">;
  /** Identifies the installation. @throws unavailable */
  readonly installation: () => Promise<string>;
  /** Random id of this process. */
  readonly writer: string;
  /**
   * Head of the log that this one never gets ahead of: it takes over first, and is left for the same epochs. Absent means that this
   * one is the first.
   */
  readonly leader?: () => LogHead | null;
  /** True means that other nodes can ship from the same store. */
  readonly isShared: boolean;
  /** Called before the log is left at a commit that the store lost: gives the store another epoch. @throws unavailable */
  readonly lost: (head: LogHead, log: ObjectLog, end: StoreEnd) => Promise<void>;
  /** Epoch ms. */
  readonly now: () => number;
  /** Milliseconds by a clock that never steps. */
  readonly elapsed: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Ends an operation after those milliseconds. */
  readonly limit: (ms: number) => AbortSignal;
}

/** This process must not write to the log. */
export class ShippingRefusal extends Error {
  /** Another store took over from this one, which is a copy of an older state. */
  readonly isSuperseded: boolean;

  constructor(message: string, isSuperseded: boolean) {
    super(message);
    this.isSuperseded = isSuperseded;
  }
}

interface Snapshot extends Omit<SnapshotContent, "lines">, SnapshotRef {
  readonly bytes: number;
  /** It is the state after its segment. Otherwise, a log can begin with it, and it has all segments up to that one. */
  readonly isExact: boolean;
}

const day = 86_400_000;
/** Milliseconds for a request, and for each 100 bytes of a large one. */
const requestTime = 5_000;
/** Milliseconds before other nodes than the last writer ship commits, and changes beside the log. */
const commitPatience = 2_000;
const besidePatience = 5_000;
/** Segments after which a quarter of the snapshot's bytes, or nothing, is enough for the next snapshot. */
const fewSegments = 500;
const manySegments = 10_000;
/** Milliseconds until a failed snapshot or sweep is tried again. */
const snapshotRetry = 5_000;
const sweepRetry = 600_000;

export class LogShipper {
  readonly #services: LogShipperServices;
  /** The last head that was read or written here. Its tag is null if nothing is in its place. */
  #known: { readonly head: LogHead; readonly tag: string | null } | null = null;
  #isStale = true;
  /** Why no segment can follow the known head; null means that one can. */
  #broken: string | null = null;
  #ready: Snapshot | null = null;
  #writing: Promise<void> | null = null;
  #failure: { readonly error: unknown; readonly at: number } | null = null;
  /** When this process noticed that the log lacks something. */
  #missingSince: number | null = null;
  /** Bytes of the snapshot, and of the segments since, as far as this process wrote them. */
  #sizes: { readonly at: number; readonly snapshot: number; segments: number } | null = null;
  #nextSweep = 0;
  #sweepFailure: unknown = null;
  readonly #stopped = new AbortController();

  constructor(services: LogShipperServices) {
    this.#services = services;
  }

  /** Null means that none is known. */
  get head(): LogHead | null {
    return this.#known?.head ?? null;
  }

  /** A problem that does not end a cycle. */
  get problem(): unknown {
    return this.#broken ?? this.#failure?.error ?? this.#sweepFailure;
  }

  /**
   * Ships what is missing. Returns whether the log is up to date.
   * @param isCheck reads the head even if this process wrote it
   * @throws ObjectStoreError, ContentRefusal, ShippingRefusal, unavailable
   */
  async cycle(isCheck: boolean): Promise<boolean> {
    try {
      const isFresh = isCheck || this.#isStale;
      if (isFresh) await this.#read();
      return await this.#ship(isFresh);
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
  }

  /** Resolves when no snapshot is being written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Ends the snapshot that is being written. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.settled();
  }

  async #read(): Promise<void> {
    const { log } = this.#services;
    let found: Awaited<ReturnType<ObjectLog["head"]>>;
    try {
      found = await log.head(this.#limit());
    } catch (error) {
      // A head that this process has never seen can be that of another installation, or have another key.
      if (!(error instanceof ContentRefusal) || error instanceof NewerFormat || this.#known === null) throw error;
      this.#known = { head: this.#known.head, tag: await log.headTag(this.#limit()) };
      this.#broken = `${error.message}: everything is shipped again.`;
      return;
    }
    this.#isStale = false;
    if (found !== null) {
      if (found.tag !== this.#known?.tag) [this.#broken, this.#missingSince] = [null, null];
      this.#known = found;
    } else if (this.#known !== null) {
      this.#known = { head: this.#known.head, tag: null };
      this.#broken = `${log.place}/head is gone: everything is shipped again.`;
    }
  }

  async #ship(isFresh: boolean): Promise<boolean> {
    const { content, store, writer, isShared, elapsed, random, installation } = this.#services;
    // Creates the secret at first use, before a snapshot is read.
    await installation();
    const end = await store.end();
    const head = this.#known?.head;
    if (head === undefined || !(await this.#continues(head, end))) return this.#begin(end, isFresh);
    const beside = await content.besides();
    const through = Math.min(end.head.revision, this.#mostOf(head.epoch));
    const isBehind = through > head.revision;
    if (!isBehind && beside === head.beside) this.#missingSince = null;
    else if (isShared && head.writer !== writer) {
      // The writer may have shipped it since this process read the head, and every new head restarts the wait.
      const mayShip =
        this.#missingSince !== null && elapsed() - this.#missingSince >= (isBehind ? commitPatience : besidePatience);
      if (!isFresh && (mayShip || this.#missingSince === null)) return this.cycle(true);
      this.#missingSince ??= elapsed() + 1_000 * random();
      if (!mayShip) return false;
    }
    if (!(await this.#extend(through, beside))) return false;
    if (this.#known?.head.writer === writer) await this.#maintain();
    return true;
  }

  /** Returns whether segments can follow the head. @throws ShippingRefusal, unavailable */
  async #continues(head: LogHead, end: StoreEnd): Promise<boolean> {
    const { log, lost } = this.#services;
    if (head.installation !== (await this.#services.installation()))
      throw new ShippingRefusal(`${log.place} has the log of another installation: use another prefix for this one.`, false);
    if (head.left.includes(end.head.epoch))
      throw new ShippingRefusal(
        `Another store took over ${log.place} from this one (epoch ${end.head.epoch}): this one must not be used any longer.`,
        true,
      );
    if (head.epoch !== end.head.epoch) return false;
    if (await this.#isLost(head, end)) {
      await lost(head, log, end);
      const what = `The store has lost commits up to revision ${head.revision}, which ${log.place} has`;
      throw new ShippingRefusal(`${what}: it gets another epoch.`, false);
    }
    return this.#broken === null;
  }

  async #isLost({ revision, commit, at }: ShippedEnd, end: StoreEnd): Promise<boolean> {
    if (revision === 0) return false;
    const there = revision > end.head.revision ? null : await this.#services.store.commitAt(revision);
    return there === null || there.id !== commit || there.at !== at;
  }

  /** Ships segments up to a revision of the store. Returns whether the log has it. */
  async #extend(through: number, beside: number | null): Promise<boolean> {
    const { log, content, store, writer } = this.#services;
    for (;;) {
      const head = this.#known?.head;
      if (head === undefined) return false;
      if (head.revision >= through && head.beside === beside) return this.#nameReady(head);
      const segment = await content.segment(head, through, beside);
      if (segment === null) {
        this.#broken = `The store has dropped changes after revision ${head.revision}: ${log.place} gets everything again.`;
        return false;
      }
      if (segment.revision === head.revision && segment.beside === head.beside) return false;
      // The store can have been replaced by one that lost commits since the cycle began.
      const end = await store.end();
      if (end.head.epoch !== head.epoch || (await this.#isLost(head, end))) return false;
      const number = head.segments + 1;
      const bytes = segment.lines.reduce((sum, line) => sum + line.length, 0);
      const isNew = await log.putSegment(head.epoch, number, segment.lines, this.#limit(bytes));
      const next = isNew ? segment : await this.#adopt(head, number);
      if (next === null) return false;
      const { revision, commit, at } = next;
      if (!(await this.#put({ ...head, revision, commit, at, beside: next.beside, segments: number, writer }))) return false;
      if (this.#sizes) this.#sizes.segments += bytes;
      if (!isNew) return false;
    }
  }

  /** The end of a segment that no head names yet: its writer ended in between. Null means that it cannot be used. */
  async #adopt(head: LogHead, number: number): Promise<ShippedEnd | null> {
    const { log } = this.#services;
    const where = `${log.place}/${head.epoch}: segment ${number}`;
    try {
      const [line] = (await log.segment(head.epoch, number, this.#limit())) ?? [];
      const { after, ...end } = readFullStart(line, where);
      if (after !== head.revision) throw new ContentRefusal(`${where} is not the continuation of revision ${head.revision}`);
      // It may lack the tables beside the log, so they are shipped again.
      return { ...end, beside: head.beside };
    } catch (error) {
      if (!(error instanceof ContentRefusal)) throw error;
      this.#broken = error.message;
      return null;
    }
  }

  /** Begins the log of an epoch, or continues a broken one. */
  async #begin({ head: { epoch } }: StoreEnd, isFresh: boolean): Promise<boolean> {
    // A writer of the epoch before can have moved the head while the snapshot was written.
    if (this.#ready !== null && !isFresh) return this.cycle(true);
    const { installation, writer, now, content, log, leader } = this.#services;
    const most = this.#mostOf(epoch);
    if (most < 0 || (this.#ready?.epoch === epoch && this.#ready.revision > most)) return false;
    const before = this.#known?.head ?? null;
    const isSameEpoch = before?.epoch === epoch;
    const last = isSameEpoch ? { revision: before.revision, segment: before.segments } : { revision: 0, segment: 0 };
    const ready = this.#takeReady(epoch, last);
    if (ready === null) {
      this.#write(false, async () => {
        const snapshot = await content.snapshot();
        return [snapshot, Math.max(last.segment, await log.lastSegment(snapshot.epoch, this.#limit()))];
      });
      return false;
    }
    const { revision, commit, at, beside, segment } = ready;
    const isFirst = await this.#put({
      installation: await installation(),
      epoch,
      left: [
        ...new Set([...(leader?.()?.left ?? []), ...(before?.left ?? []), ...(before && !isSameEpoch ? [before.epoch] : [])]),
      ],
      ...{ segments: segment, revision, commit, at, beside, writer },
      snapshot: refTo(ready),
      earlier: before === null ? [] : replaceSnapshot(before, now()),
    });
    if (!isFirst) this.#ready = ready;
    this.#nextSweep = 0;
    return false;
  }

  /** Last revision that this log may have; -1 means that it may not begin. */
  #mostOf(epoch: string): number {
    const { leader } = this.#services;
    if (leader === undefined) return Number.POSITIVE_INFINITY;
    const head = leader();
    return head?.epoch === epoch ? head.revision : -1;
  }

  /** Names a finished snapshot in the head. Returns false if another writer was first. */
  async #nameReady(head: LogHead): Promise<boolean> {
    const ready = this.#takeReady(head.epoch, { revision: 0, segment: 0 });
    if (!ready?.isExact || ready.segment > head.segments || ready.revision <= head.snapshot.revision) return true;
    this.#nextSweep = 0;
    const { now, writer } = this.#services;
    return this.#put({ ...head, writer, snapshot: refTo(ready), earlier: replaceSnapshot(head, now()) });
  }

  /** The finished snapshot, which is then used up; null means that there is none that covers `last`. */
  #takeReady(epoch: string, last: Pick<SnapshotRef, "revision" | "segment">): Snapshot | null {
    const ready = this.#ready;
    this.#ready = null;
    if (ready === null || ready.epoch !== epoch || ready.revision < last.revision || ready.segment < last.segment) return null;
    this.#sizes = { at: this.#services.now(), snapshot: ready.bytes, segments: 0 };
    return ready;
  }

  async #put(head: LogHead): Promise<boolean> {
    const tag = await this.#services.log.putHead(head, this.#known?.tag ?? null, this.#limit());
    this.#isStale = tag === null;
    if (tag === null) return false;
    this.#known = { head, tag };
    this.#broken = null;
    return true;
  }

  /** Begins the next snapshot when it is due, and deletes what is no longer needed. */
  async #maintain(): Promise<void> {
    const { content, elapsed, log } = this.#services;
    const head = this.#known?.head;
    if (head === undefined) return;
    if (elapsed() >= this.#nextSweep) {
      this.#nextSweep = elapsed() + sweepRetry;
      this.#sweepFailure = await log.sweep(head, this.#limit()).then(
        () => null,
        (error: unknown) => error,
      );
      if (this.#sweepFailure === null) this.#nextSweep = elapsed() + day;
    }
    if (this.#writing !== null || !this.#isSnapshotDue(head)) return;
    const snapshot = await content.snapshot();
    if (snapshot.epoch !== head.epoch || snapshot.revision > this.#mostOf(head.epoch)) return;
    if (!(await this.#extend(snapshot.revision, head.beside))) return;
    const { revision, segments } = this.#known?.head ?? head;
    if (revision === snapshot.revision) this.#write(true, async () => [snapshot, segments]);
  }

  #isSnapshotDue({ segments, snapshot, earlier }: LogHead): boolean {
    const since = segments - snapshot.segment;
    if (since === 0) return false;
    const isLarge = this.#sizes === null || this.#sizes.segments >= this.#sizes.snapshot / 4;
    const madeAt = earlier[0]?.until ?? this.#sizes?.at ?? 0;
    return (since >= fewSegments && isLarge) || since >= manySegments || this.#services.now() - madeAt >= day;
  }

  #write(isExact: boolean, prepare: () => Promise<readonly [SnapshotContent, number]>): void {
    const { elapsed } = this.#services;
    if (this.#writing !== null || elapsed() - (this.#failure?.at ?? Number.NEGATIVE_INFINITY) < snapshotRetry) return;
    this.#writing = this.#writeNow(prepare)
      .then(
        (ready) => {
          this.#ready = ready && { ...ready, isExact };
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

  async #writeNow(prepare: () => Promise<readonly [SnapshotContent, number]>): Promise<Omit<Snapshot, "isExact"> | null> {
    const { log, store } = this.#services;
    const [{ lines, ...content }, segment] = await prepare();
    let bytes = 0;
    const counted = async function* () {
      for await (const line of lines) {
        bytes += line.length;
        yield line;
      }
    };
    const ref = await log.putSnapshot(content.epoch, content.revision, counted(), this.#stopped.signal);
    const end = await store.end();
    if (end.head.epoch !== content.epoch || (await this.#isLost(content, end))) return null;
    return { ...content, ...ref, segment, bytes };
  }

  #limit(bytes = 0): AbortSignal {
    return this.#services.limit(requestTime + Math.ceil(bytes / 100));
  }
}

function refTo({ name, parts, segment, revision }: Snapshot): SnapshotRef {
  return { name, parts, segment, revision };
}
