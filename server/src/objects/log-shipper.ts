/** Ships a segment, then a head that names it, if no other writer has replaced the head. */
import { DAY } from "drawbridge-rules/values/duration.ts";
import { ContentRefusal } from "../replicas/row-fields.ts";
import type { Store, StoreEnd } from "../store/store.ts";
import type { LogContent, ShippedEnd, SnapshotContent } from "./log-content.ts";
import { type LogHead, NewerFormat, replaceSnapshot, type SnapshotRef } from "./log-head.ts";
import type { ObjectLog } from "./object-log.ts";
import { readSegmentStart } from "./read-segments.ts";
import { SnapshotWriter, type WrittenSnapshot } from "./snapshot-writer.ts";

export interface LogShipperServices {
  readonly log: ObjectLog;
  readonly content: LogContent;
  readonly store: Pick<Store, "end" | "commitAt">;
  /** Identifies the installation. @throws unavailable */
  readonly installation: () => Promise<string>;
  readonly writer: string;
  /** Head that this log never gets ahead of, and follows into the same epochs; absent means this is the first. */
  readonly leader?: () => LogHead | null;
  /** Other nodes can ship from the same store. */
  readonly isShared: boolean;
  /** Called before the log is left at a commit that the store lost: gives the store another epoch. @throws unavailable */
  readonly lost: (head: LogHead, log: ObjectLog, end: StoreEnd) => Promise<void>;
  readonly now: () => number;
  /** Milliseconds by a clock that never steps. */
  readonly elapsed: () => number;
  readonly random: () => number;
  /** Ends an operation after those milliseconds. */
  readonly limit: (ms: number) => AbortSignal;
}

/** This process must not write to the log. */
export class ShippingRefusal extends Error {}

/** Another store took over: this one is an older copy. */
export class Superseded extends ShippingRefusal {}

/** Milliseconds for a request, and for each 100 bytes of a large one. */
const requestTime = 5_000;
/** Milliseconds before other nodes than the last writer ship commits, and changes beside the log. */
const commitPatience = 2_000;
const besidePatience = 5_000;
/** Milliseconds until a failed sweep is tried again. */
const sweepRetry = 5_000;

export class LogShipper {
  readonly #services: LogShipperServices;
  readonly #position: HeadPosition;
  /** When this process noticed that the log lacks something. */
  #missingSince: number | null = null;
  #nextSweep = 0;
  #sweepFailure: unknown = null;
  readonly snapshots: SnapshotWriter;

  constructor(services: LogShipperServices) {
    this.#services = services;
    this.#position = new HeadPosition(services.log, () => this.#limit());
    const isThere = async (content: ShippedEnd & Pick<SnapshotContent, "epoch">) => {
      const end = await services.store.end();
      return end.head.epoch === content.epoch && !(await this.#isLost(content, end));
    };
    this.snapshots = new SnapshotWriter({ ...services, isThere });
  }

  get head(): LogHead | null {
    return this.#position.head;
  }

  get problem(): unknown {
    return this.#position.broken ?? this.snapshots.problem ?? this.#sweepFailure;
  }

  /** Returns whether the log is up to date. @param isCheck reads the head even if it is this process's own */
  async cycle(isCheck: boolean): Promise<boolean> {
    try {
      const isFresh = isCheck || this.#position.isStale;
      if (isFresh && (await this.#position.read())) [this.#missingSince, this.#sweepFailure] = [null, null];
      return await this.#ship(isFresh);
    } catch (error) {
      this.#position.isStale = true;
      throw error;
    }
  }

  async #ship(isFresh: boolean): Promise<boolean> {
    const { content, store, writer, isShared, elapsed, random, installation } = this.#services;
    // Creates the secret at first use, before a snapshot is read.
    await installation();
    const end = await store.end();
    const { head } = this;
    if (head === null || !(await this.#continues(head, end))) return this.#begin(end, isFresh);
    const beside = await content.besides();
    const through = Math.min(end.head.revision, this.#mostOf(head.epoch));
    const isBehind = through > head.revision;
    if (!isBehind && beside === head.beside) this.#missingSince = null;
    else if (isShared && head.writer !== writer) {
      // The writer may have shipped it meanwhile, and every new head restarts the wait.
      const mayShip =
        this.#missingSince !== null && elapsed() - this.#missingSince >= (isBehind ? commitPatience : besidePatience);
      if (!isFresh && (mayShip || this.#missingSince === null)) return this.cycle(true);
      this.#missingSince ??= elapsed() + 1_000 * random();
      if (!mayShip) return false;
    }
    if (!(await this.#extend(through, beside))) return false;
    if (!isShared || this.head?.writer === writer) await this.#maintain();
    return true;
  }

  /** Returns whether segments can follow the head. @throws ShippingRefusal, unavailable */
  async #continues(head: LogHead, end: StoreEnd): Promise<boolean> {
    const { log, lost } = this.#services;
    if (head.installation !== (await this.#services.installation()))
      throw new ShippingRefusal(`${log.place} has the log of another installation: use another prefix for this one.`);
    if (head.left.includes(end.head.epoch))
      throw new Superseded(
        `Another store took over ${log.place} from this one (epoch ${end.head.epoch}): this one must not be used any longer.`,
      );
    if (head.epoch !== end.head.epoch) return false;
    if (await this.#isLost(head, end)) {
      await lost(head, log, end);
      const what = `The store has lost commits up to revision ${head.revision}, which ${log.place} has`;
      throw new ShippingRefusal(`${what}: it gets another epoch.`);
    }
    return this.#position.broken === null;
  }

  async #isLost({ revision, commit, at }: ShippedEnd, end: StoreEnd): Promise<boolean> {
    if (revision === 0) return false;
    const there = revision > end.head.revision ? null : await this.#services.store.commitAt(revision);
    return there === null || there.id !== commit || there.at !== at;
  }

  /** Ships segments up to a revision. Returns whether the log has it. */
  async #extend(through: number, beside: number | null): Promise<boolean> {
    const { log, content, store, writer } = this.#services;
    for (;;) {
      const { head } = this;
      if (head === null) return false;
      if (head.revision >= through && head.beside === beside) return this.#nameReady(head);
      const segment = await content.segment(head, through, beside);
      if (segment === null) {
        this.#position.broken = `The store has dropped changes after revision ${head.revision}: ${log.place} gets everything again.`;
        return false;
      }
      if (segment.revision === head.revision && segment.beside === head.beside) return false;
      // A store that lost commits can have replaced it since the cycle began.
      const end = await store.end();
      if (end.head.epoch !== head.epoch || (await this.#isLost(head, end))) return false;
      const number = head.segments + 1;
      const bytes = segment.lines.reduce((sum, line) => sum + line.length, 0);
      const isNew = await log.putSegment(head.epoch, number, segment.lines, this.#limit(bytes));
      const next = isNew ? segment : await this.#adopt(head, number);
      if (next === null) return false;
      const { revision, commit, at } = next;
      if (!(await this.#position.put({ ...head, revision, commit, at, beside: next.beside, segments: number, writer })))
        return false;
      this.snapshots.shipped(bytes);
      if (!isNew) return false;
    }
  }

  /** No head names the segment yet: its writer ended in between. Null means that it cannot be used. */
  async #adopt(head: LogHead, number: number): Promise<ShippedEnd | null> {
    const { log } = this.#services;
    const where = `${log.place}/${head.epoch}: segment ${number}`;
    try {
      const [line] = (await log.segment(head.epoch, number, this.#limit())) ?? [];
      const { after, ...end } = readSegmentStart(line, where);
      if (after !== head.revision) throw new ContentRefusal(`${where} is not the continuation of revision ${head.revision}`);
      // It may lack the tables beside the log, so they are shipped again.
      return { ...end, beside: head.beside };
    } catch (error) {
      if (!(error instanceof ContentRefusal)) throw error;
      this.#position.broken = error.message;
      return null;
    }
  }

  /** Continues a broken log, too. */
  async #begin({ head: { epoch } }: StoreEnd, isFresh: boolean): Promise<boolean> {
    // A writer of the epoch before can have moved the head while the snapshot was written.
    const { ready: finished } = this.snapshots;
    if (finished !== null && !isFresh) return this.cycle(true);
    const { installation, writer, now, content, log, leader } = this.#services;
    const most = this.#mostOf(epoch);
    if (most < 0 || (finished?.epoch === epoch && finished.revision > most)) return false;
    const { head: before } = this;
    const isSameEpoch = before?.epoch === epoch;
    const last = isSameEpoch ? { revision: before.revision, segment: before.segments } : { revision: 0, segment: 0 };
    const ready = this.snapshots.take(epoch, last);
    if (ready === null) {
      this.snapshots.write(false, async () => {
        const snapshot = await content.snapshot();
        return [snapshot, Math.max(last.segment, await log.lastSegment(snapshot.epoch, this.#limit()))];
      });
      return false;
    }
    const { revision, commit, at, beside, segment } = ready;
    const isFirst = await this.#position.put({
      installation: await installation(),
      epoch,
      left: [
        ...new Set([...(leader?.()?.left ?? []), ...(before?.left ?? []), ...(before && !isSameEpoch ? [before.epoch] : [])]),
      ],
      ...{ segments: segment, revision, commit, at, beside, writer },
      snapshot: refTo(ready),
      earlier: before === null ? [] : replaceSnapshot(before, now()),
    });
    if (!isFirst) this.snapshots.ready = ready;
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

  /** Returns false if another writer was first. */
  async #nameReady(head: LogHead): Promise<boolean> {
    const ready = this.snapshots.take(head.epoch, { revision: 0, segment: 0 });
    if (!ready?.isExact || ready.segment > head.segments || ready.segment < head.snapshot.segment) return true;
    this.#nextSweep = 0;
    const { now, writer } = this.#services;
    return this.#position.put({ ...head, writer, snapshot: refTo(ready), earlier: replaceSnapshot(head, now()) });
  }

  async #maintain(): Promise<void> {
    const { content, elapsed, log } = this.#services;
    const { head } = this;
    if (head === null) return;
    if (elapsed() >= this.#nextSweep) {
      this.#nextSweep = elapsed() + sweepRetry;
      this.#sweepFailure = await log.sweep(head, this.#limit()).then(
        () => null,
        (error: unknown) => error,
      );
      if (this.#sweepFailure === null) this.#nextSweep = elapsed() + DAY;
    }
    if (!this.snapshots.isDue(head)) return;
    const snapshot = await content.snapshot();
    if (snapshot.epoch !== head.epoch || snapshot.revision > this.#mostOf(head.epoch)) return;
    if (!(await this.#extend(snapshot.revision, head.beside))) return;
    const { revision, segments } = this.head ?? head;
    if (revision === snapshot.revision) this.snapshots.write(true, async () => [snapshot, segments]);
  }

  #limit(bytes = 0): AbortSignal {
    return this.#services.limit(requestTime + Math.ceil(bytes / 100));
  }
}

function refTo({ name, parts, segment, revision }: WrittenSnapshot): SnapshotRef {
  return { name, parts, segment, revision };
}

/** A writer replaces only the head that it has read or written itself. */
class HeadPosition {
  readonly #log: ObjectLog;
  readonly #limit: () => AbortSignal;
  /** The tag is null if nothing is in its place. */
  #known: { readonly head: LogHead; readonly tag: string | null } | null = null;
  isStale = true;
  /** Why no segment can follow the head. */
  broken: string | null = null;

  /** @param limit ends a request in time */
  constructor(log: ObjectLog, limit: () => AbortSignal) {
    this.#log = log;
    this.#limit = limit;
  }

  get head(): LogHead | null {
    return this.#known?.head ?? null;
  }

  /** Returns whether there is another head than the known one. @throws ContentRefusal, ObjectStoreError */
  async read(): Promise<boolean> {
    let found: Awaited<ReturnType<ObjectLog["head"]>>;
    try {
      found = await this.#log.head(this.#limit());
    } catch (error) {
      // A head never seen here can be another installation's, or have another key.
      if (!(error instanceof ContentRefusal) || error instanceof NewerFormat || this.#known === null) throw error;
      this.#known = { head: this.#known.head, tag: await this.#log.headTag(this.#limit()) };
      this.broken = `${error.message}: everything is shipped again.`;
      return false;
    }
    this.isStale = false;
    if (found === null) {
      if (this.#known === null) return false;
      this.#known = { head: this.#known.head, tag: null };
      this.broken = `${this.#log.place}/head is gone: everything is shipped again.`;
      return false;
    }
    const isOther = found.tag !== this.#known?.tag;
    if (isOther) this.broken = null;
    this.#known = found;
    return isOther;
  }

  /** Returns false if another writer was first. @throws ObjectStoreError */
  async put(head: LogHead): Promise<boolean> {
    const tag = await this.#log.putHead(head, this.#known?.tag ?? null, this.#limit());
    this.isStale = tag === null;
    if (tag === null) return false;
    this.#known = { head, tag };
    this.broken = null;
    return true;
  }
}
