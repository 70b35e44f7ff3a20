/** Never goes back within an epoch, and takes only another that is known to follow. */
import { errorText } from "drawbridge-rules/values/errors.ts";
import type { ObjectsStatus } from "../log/source-status.ts";
import { ContentRefusal } from "../replicas/row-fields.ts";
import type { LogEnd } from "../store/store.ts";
import type { LogHead, SnapshotRef } from "./log-head.ts";
import type { ObjectLog } from "./object-log.ts";
import { type PublicCommit, type ReadPublicState, readPublicSegment, readPublicSnapshot } from "./public-lines.ts";
import { readSegmentsAfter } from "./read-segments.ts";

/** Milliseconds in which the head must arrive, so that a hanging store is soon a problem. */
const headWithin = 4_000;
/** Read in place of a snapshot. */
const maxSegments = 100;

export interface ObjectNews {
  /** Replaces everything before the commits; null means that they continue the position. */
  readonly state: ReadPublicState | null;
  /** In order; at least one if there is no state. */
  readonly commits: readonly PublicCommit[];
}

interface ObjectReaderServices {
  readonly log: ObjectLog;
  readonly now: () => number;
  /** Milliseconds in which the head must arrive, for tests. */
  readonly headWithin?: number;
}

export class ObjectReader {
  readonly #services: ObjectReaderServices;
  #revision: number | null = null;
  /** Epoch ms since when the store lacks commits of this process. */
  #behindSince: number | null = null;
  #problem: string | null = null;
  /** Why the newest snapshot was not used by the current poll. */
  #skipped: string | null = null;

  constructor(services: ObjectReaderServices) {
    this.#services = services;
  }

  get status(): ObjectsStatus {
    const { log, now } = this.#services;
    const behind = this.#behindSince === null ? 0 : Math.max(0, now() - this.#behindSince);
    return { place: log.storePlace, revision: this.#revision, behind, problem: this.#problem };
  }

  /** Null means no newer content than `own`, or unusable. @param isWanted false reads only the status */
  async poll(own: LogEnd | null, isWanted: boolean, signal: AbortSignal): Promise<ObjectNews | null> {
    try {
      const head = await this.#head(signal);
      this.#compare(own, head);
      this.#skipped = null;
      const news = isWanted ? await this.#read(own, head, signal) : null;
      this.#problem = this.#skipped;
      return news;
    } catch (error) {
      signal.throwIfAborted();
      this.#problem = errorText(error);
      return null;
    }
  }

  refuse(problem: string): void {
    this.#problem = problem;
  }

  async #head(signal: AbortSignal): Promise<LogHead> {
    const { log, headWithin: within = headWithin } = this.#services;
    const late = AbortSignal.timeout(within);
    const found = await log.head(AbortSignal.any([signal, late])).catch((error: unknown) => {
      throw late.aborted ? new Error(`${log.place} has sent nothing for ${within / 1000} seconds`, { cause: error }) : error;
    });
    this.#revision = found?.head.revision ?? null;
    if (found === null) throw new ContentRefusal(`${log.place} is empty: no server has shipped to it yet`);
    return found.head;
  }

  #compare(own: LogEnd | null, head: LogHead): void {
    const isBehind =
      own !== null && (own.head.epoch === head.epoch ? own.head.revision > head.revision : !head.left.includes(own.head.epoch));
    this.#behindSince = isBehind ? (this.#behindSince ?? this.#services.now()) : null;
  }

  async #read(own: LogEnd | null, head: LogHead, signal: AbortSignal): Promise<ObjectNews | null> {
    const { place } = this.#services.log;
    if (own === null || head.left.includes(own.head.epoch)) return this.#readState(head, signal);
    if (own.head.epoch !== head.epoch)
      throw new ContentRefusal(
        `${place} has epoch ${head.epoch}, which is not known to follow epoch ${own.head.epoch} of this process`,
      );
    if (head.revision < own.head.revision) return null;
    if (head.revision === own.head.revision) {
      this.#refuseAnother(own, head.commit);
      return null;
    }
    const commits = await this.#readCommits(head, own.head.revision, maxSegments, signal);
    if (commits === null) return this.#readState(head, signal);
    const { revision } = own.head;
    this.#refuseAnother(own, commits.find((one) => one.head.revision === revision)?.last.id ?? null);
    return { state: null, commits: commits.filter((one) => one.head.revision > revision) };
  }

  #readCommits(head: LogHead, revision: number, most: number, signal: AbortSignal): Promise<PublicCommit[] | null> {
    return readSegmentsAfter({ log: this.#services.log, head, revision, most, parse: readPublicSegment, signal });
  }

  /** @throws ContentRefusal: the store has another commit with this revision, so that one of the two went back */
  #refuseAnother({ head, last }: LogEnd, there: string | null): void {
    const id = last?.id ?? null;
    if (id === null || there === null || id === there) return;
    throw new ContentRefusal(`${this.#services.log.place} has another commit than this process at revision ${head.revision}`);
  }

  /** If the snapshot is damaged, reads an earlier one, which takes more segments. */
  async #readState(head: LogHead, signal: AbortSignal): Promise<ObjectNews> {
    const snapshots = [head.snapshot, ...head.earlier.filter(({ epoch }) => epoch === head.epoch)];
    for (const [index, snapshot] of snapshots.entries()) {
      try {
        return await this.#readSnapshot(head, snapshot, signal);
      } catch (error) {
        if (!(error instanceof ContentRefusal) || index === snapshots.length - 1) throw error;
        this.#skipped ??= error.message;
      }
    }
    throw new ContentRefusal(`${this.#services.log.place} has no snapshot`);
  }

  async #readSnapshot(head: LogHead, snapshot: SnapshotRef, signal: AbortSignal): Promise<ObjectNews> {
    const { log } = this.#services;
    const where = `${log.place}/${head.epoch}/${snapshot.name}`;
    const state = await readPublicSnapshot(log.snapshot(head.epoch, snapshot, signal), where);
    if (state.head.epoch !== head.epoch || state.head.revision !== snapshot.revision)
      throw new ContentRefusal(`${where} is damaged: it is another snapshot`);
    const commits = await this.#readCommits(head, state.head.revision, head.segments - snapshot.segment, signal);
    if (commits === null) throw new ContentRefusal(`${log.place} is damaged: segments after ${snapshot.name} are missing`);
    return { state, commits: commits.filter((one) => one.head.revision > state.head.revision) };
  }
}
