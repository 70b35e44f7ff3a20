/** All or nothing, under a new epoch. */
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, NeedsOperator } from "drawbridge-rules/values/errors.ts";
import { ContentRefusal } from "../replicas/row-fields.ts";
import type { BackupContent } from "../store/backup.ts";
import { SqliteLogTarget } from "../store/sqlite/sqlite-log-target.ts";
import { type Restored, type Restoring, replaceStore } from "../store/sqlite/sqlite-restore.ts";
import { readFullHeading, readFullLine } from "./full-lines.ts";
import type { LogHead, SnapshotRef } from "./log-head.ts";
import { type ObjectLog, segmentName } from "./object-log.ts";
import { ObjectStoreError } from "./object-store.ts";
import { openObjectLog } from "./open-objects.ts";
import { readSegmentStart } from "./read-segments.ts";

export interface LogRestoring extends Omit<Restoring, "from" | "schema"> {
  readonly until: RestorePoint | null;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly tell?: (rows: number) => void;
}

/** The last revision to restore, or the instant (epoch ms) after which commits are dropped. */
export type RestorePoint = { readonly revision: number } | { readonly at: number };

/** `content` is that of the last restored revision. */
export interface RestoredLog extends Restored {
  readonly newest: number;
  readonly skipped: readonly string[];
}

interface LogState extends SnapshotRef {
  readonly epoch: string;
  readonly segments: number;
}

const readAhead = 8;

/** Null means it is empty. @throws unavailable: damaged, or another key; conflict: a store exists and `isForced` is false */
export async function restoreFromObjects(url: string, key: Buffer | null, restoring: LogRestoring): Promise<RestoredLog | null> {
  const { log, close } = await openObjectLog(url, key, "full");
  return restoreLog(log, restoring).finally(close);
}

export async function restoreLog(log: ObjectLog, restoring: LogRestoring): Promise<RestoredLog | null> {
  try {
    const head = (await log.head())?.head;
    if (head === undefined) {
      const left = await log.anyObject();
      if (left === null) return null;
      throw new ContentRefusal(`${log.place}/head is gone, although ${left} is there`);
    }
    const skipped = new Set<string>();
    const from = { ...restoring, from: log.place, schema: currentSchema };
    const restored = await replaceStore(from, (copy) => new LogRestore(log, restoring, copy, skipped).newest(head));
    return { ...restored, newest: head.revision, skipped: [...skipped].map((reason) => `${reason}.`) };
  } catch (error) {
    if (error instanceof ObjectStoreError) throw new DrawbridgeError("unavailable", error.message, [], error);
    if (error instanceof ContentRefusal) throw new NeedsOperator(`${error.message}. Nothing was changed.`, error);
    throw error;
  }
}

class LogRestore {
  readonly #log: ObjectLog;
  readonly #restoring: LogRestoring;
  readonly #copy: string;
  readonly #skipped: Set<string>;

  /** @param copy path of the file to write @param skipped receives why newer objects are not used */
  constructor(log: ObjectLog, restoring: LogRestoring, copy: string, skipped: Set<string>) {
    this.#log = log;
    this.#restoring = restoring;
    this.#copy = copy;
    this.#skipped = skipped;
  }

  /** Uses an earlier snapshot if a newer one is damaged or lacks the wanted history. */
  async newest({ epoch, segments, revision, snapshot, earlier }: LogHead): Promise<BackupContent> {
    const { until } = this.#restoring;
    if (until !== null && "revision" in until && until.revision > revision)
      throw new ContentRefusal(`${this.#log.place} ends at revision ${revision}: choose that one or an earlier one`);
    const states = [snapshot, ...earlier].map((one): LogState => ({ epoch, segments, ...one }));
    for (const state of states) {
      // Without a point in the past, an earlier epoch would lose everything after it unnoticed.
      if (until === null && state.epoch !== epoch) continue;
      try {
        return await this.#build(state.epoch === epoch ? { ...state, segments } : state);
      } catch (error) {
        if (!(error instanceof ContentRefusal)) throw error;
        this.#skipped.add(error.message);
      }
    }
    throw new ContentRefusal(`${[...this.#skipped].join(". ")}. No earlier snapshot has what is needed`);
  }

  async #build(state: LogState): Promise<BackupContent> {
    const { until, now, randomBytes, tell } = this.#restoring;
    const random = () => Buffer.from(randomBytes(8)).toString("hex");
    const { place } = this.#log;
    const where = `${place}/${state.epoch}/${state.name}`;
    const lines = this.#log.snapshot(state.epoch, state)[Symbol.asyncIterator]();
    const heading = readFullHeading((await lines.next()).value, where);
    const { epoch, floor, revision: listed, tables: format } = heading;
    if (epoch !== state.epoch || listed !== state.revision)
      throw new ContentRefusal(`${where} is damaged: it is another snapshot`);
    const target = new SqliteLogTarget(this.#copy, { place, epoch, floor, format, listed });
    try {
      for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
        await target.add(readFullLine(next.value, where), next.value.length);
        tell?.(target.rows);
      }
      const end = await this.#addSegments(state, target);
      await target.flush();
      const revision = until === null ? end : "at" in until ? target.revisionAt(until.at) : until.revision;
      if (revision > end) throw new ContentRefusal(`${where} and its segments end at revision ${end}`);
      if (revision < floor) throw new ContentRefusal(`${where} has no states before revision ${floor}`);
      if (revision === 0 && end > 0) throw new ContentRefusal(`${where} has no commit at that time or before it`);
      const note = { id: `restored.${epoch}.${revision}.${random()}`, at: now, reason: reasonText(revision, end) };
      return await target.finish(revision, random(), note);
    } finally {
      target.close();
    }
  }

  /** Returns the last revision. A damaged segment after a past point costs only newer people and secrets. */
  async #addSegments({ epoch, segment, segments, revision }: LogState, target: SqliteLogTarget): Promise<number> {
    const { until, tell } = this.#restoring;
    let end = revision;
    try {
      for await (const { lines, where } of this.#segments(epoch, segment + 1, segments)) {
        const start = readSegmentStart(lines[0], where);
        if (start.after !== end || start.revision < end)
          throw new ContentRefusal(`${where} is damaged: it does not follow revision ${end}`);
        for (const line of lines.slice(1)) await target.add(readFullLine(line, where), line.length);
        end = start.revision;
        tell?.(target.rows);
      }
    } catch (error) {
      if (!(error instanceof ContentRefusal)) throw error;
      if (until === null || "at" in until || until.revision > end)
        throw new ContentRefusal(`${error.message}. Revisions up to ${end} can be restored with --revision ${end}`, error);
      this.#skipped.add(error.message);
    }
    return end;
  }

  /** Requests some segments ahead of the one that is awaited. */
  async *#segments(epoch: string, first: number, last: number) {
    const read = async (number: number) => {
      const where = `${this.#log.place}/${segmentName(epoch, number)}`;
      const lines = await this.#log.segment(epoch, number);
      if (lines === null) throw new ContentRefusal(`${where} is missing`);
      return { lines, where };
    };
    const pending: ReturnType<typeof read>[] = [];
    for (let number = first; number <= last || pending.length > 0; number++) {
      if (number <= last) pending.push(read(number));
      // An error counts when its turn comes, and not if an earlier one ends the loop.
      pending.at(-1)?.catch(() => undefined);
      const isFull = pending.length >= readAhead || number >= last;
      const next = isFull ? pending.shift() : undefined;
      if (next) yield await next;
    }
  }
}

function reasonText(revision: number, end: number): string {
  const restored = `Restored from the object store, at revision ${revision}.`;
  if (revision === end) return `${restored} Later changes that had not been copied there are lost.`;
  const last = revision + 1 === end ? `Revision ${end} is` : `Revisions ${revision + 1} to ${end} are`;
  return `${restored} ${last} lost, and later changes too.`;
}
