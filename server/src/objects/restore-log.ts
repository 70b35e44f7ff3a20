/**
 * Restores the store of a data directory from the log `full/` of an object store: a snapshot, and the segments after it. All or
 * nothing, and under a new epoch, since commits after the last segment are lost.
 */
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { DrawbridgeError, NeedsOperator } from "drawbridge-rules/values/errors.ts";
import { ContentRefusal } from "../replicas/row-fields.ts";
import { explain } from "../store/sqlite/sqlite-error.ts";
import { SqliteLogTarget } from "../store/sqlite/sqlite-log-target.ts";
import { holdTarget, type Restored, refuseNewerValues } from "../store/sqlite/sqlite-restore.ts";
import { type FullHeading, readFullHeading, readFullLine, readFullStart } from "./full-lines.ts";
import type { LogHead, SnapshotRef } from "./log-head.ts";
import { ObjectLog } from "./object-log.ts";
import { ObjectStoreError } from "./object-store.ts";
import { openObjectStore } from "./open-object-store.ts";
import { RestoredRows } from "./restored-rows.ts";

export interface LogRestoring {
  readonly log: ObjectLog;
  /** Created if missing. */
  readonly directory: string;
  /** True if a store that has commits, or is damaged, may be replaced. */
  readonly isForced: boolean;
  /** Null means everything. */
  readonly until: RestorePoint | null;
  /** Epoch ms. */
  readonly now: number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Called now and then with the number of rows that were read. */
  readonly tell?: (rows: number) => void;
}

/** The last revision to restore, or the instant (epoch ms) after which commits are dropped. */
export type RestorePoint = { readonly revision: number } | { readonly at: number };

export interface RestoredLog extends Restored {
  /** Epoch and last revision of the log. `content` is about the last restored revision. */
  readonly epoch: string;
  readonly newest: number;
  /** Why newer objects were not used, a sentence for each. */
  readonly skipped: readonly string[];
}

/**
 * Restores from the object store with that URL. Null means that it is empty.
 * @throws unavailable: also if the objects are damaged, or the key is another one; conflict: a store exists and `isForced` is false
 */
export async function restoreFromObjects(
  url: string,
  key: Buffer | null,
  restoring: Omit<LogRestoring, "log">,
): Promise<RestoredLog | null> {
  const store = await openObjectStore(url);
  try {
    return await restoreLog({
      ...restoring,
      log: new ObjectLog({ store, name: "full", key, randomBytes: restoring.randomBytes }),
    });
  } finally {
    store.close();
  }
}

/** A snapshot with the segments after it. */
interface LogState extends SnapshotRef {
  readonly epoch: string;
  /** Number of the last segment. */
  readonly segments: number;
}

/** Segments requested at the same time. */
const readAhead = 8;

/** The same from a log. */
export async function restoreLog(restoring: LogRestoring): Promise<RestoredLog | null> {
  const { log, directory, isForced, until, now } = restoring;
  try {
    const found = await log.head();
    if (found === null) return null;
    refuseLater(until, found.head, log.place);
    const target = holdTarget(directory, isForced);
    try {
      const built = await buildNewest(found.head, target.copy, restoring);
      return { ...built, newest: found.head.revision, kept: target.replace(now) };
    } catch (error) {
      throw explain(error, target.copy);
    } finally {
      target.release();
    }
  } catch (error) {
    if (error instanceof ObjectStoreError) throw new DrawbridgeError("unavailable", error.message, [], error);
    if (error instanceof ContentRefusal) throw new NeedsOperator(`${error.message}. Nothing was changed.`, error);
    throw error;
  }
}

function refuseLater(until: RestorePoint | null, { revision }: LogHead, place: string): void {
  if (until === null || "at" in until || until.revision <= revision) return;
  throw new NeedsOperator(`${place} ends at revision ${revision}: choose that one or an earlier one. Nothing was changed.`);
}

type Built = Omit<RestoredLog, "kept" | "newest">;

/** Uses an earlier snapshot if a newer one is damaged, or lacks the history of the wanted revision. */
async function buildNewest(head: LogHead, copy: string, restoring: LogRestoring): Promise<Built> {
  const skipped = new Set<string>();
  for (const state of statesOf(head, restoring.until !== null)) {
    try {
      const built = await build(state, copy, restoring);
      return { ...built, skipped: [...skipped, ...built.skipped].map((reason) => `${reason}.`) };
    } catch (error) {
      if (!(error instanceof ContentRefusal)) throw error;
      skipped.add(error.message);
    }
  }
  throw new ContentRefusal(`${[...skipped].join(". ")}. No earlier snapshot has what is needed`);
}

/** @param isPast true if states of earlier epochs serve too: without it, every commit after them would be lost unnoticed */
function statesOf({ epoch, segments, snapshot, earlier }: LogHead, isPast: boolean): LogState[] {
  const before = earlier.map((one) => (one.epoch === epoch ? { ...one, segments } : one));
  return [{ ...snapshot, epoch, segments }, ...before.filter((one) => isPast || one.epoch === epoch)];
}

async function build(state: LogState, copy: string, restoring: LogRestoring): Promise<Built> {
  const { log, until, now, randomBytes } = restoring;
  const random = (size: number) => Buffer.from(randomBytes(size)).toString("hex");
  const where = `${log.place}/${state.epoch}/${state.name}`;
  const lines = log.snapshot(state.epoch, state)[Symbol.asyncIterator]();
  const start = readFullHeading((await lines.next()).value, where);
  if (start.epoch !== state.epoch || start.revision !== state.revision)
    throw new ContentRefusal(`${where} is damaged: it is another snapshot`);
  const { epoch, floor, tables: format, revision: listed } = start;
  const target = new SqliteLogTarget(copy, { place: log.place, epoch, floor, format, listed });
  try {
    const rows = new RestoredRows(target);
    for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
      await rows.add(readFullLine(next.value, where), next.value.length);
      restoring.tell?.(rows.read);
    }
    const { end, skipped } = await readSegments(state, rows, restoring);
    await rows.end();
    const revision = until === null ? end : "at" in until ? target.revisionAt(until.at) : until.revision;
    refuseOutside(revision, end, start, where);
    if (revision < end) target.cut(revision);
    const note = { id: `restored.${epoch}.${revision}.${random(8)}`, at: now, reason: reasonText(revision, end) };
    const content = await target.finish(revision, random(8), note);
    refuseNewerValues(log.place, content, currentSchema);
    return { content, epoch, skipped };
  } finally {
    target.close();
  }
}

/**
 * Adds the rows of the segments, and returns the last revision. With a point in the past, a damaged segment after it does no harm:
 * only people and secrets are then those before it.
 */
async function readSegments(
  { epoch, segment, segments, revision }: LogState,
  rows: RestoredRows,
  { log, until, tell }: LogRestoring,
): Promise<{ readonly end: number; readonly skipped: readonly string[] }> {
  let end = revision;
  const read = (number: number) => readSegment(log, epoch, number);
  try {
    for await (const { lines, where } of inOrder(segment + 1, segments, read)) {
      const start = readFullStart(lines[0], where);
      if (start.after !== end || start.revision < end)
        throw new ContentRefusal(`${where} is damaged: it does not follow revision ${end}`);
      for (const line of lines.slice(1)) await rows.add(readFullLine(line, where), line.length);
      end = start.revision;
      tell?.(rows.read);
    }
  } catch (error) {
    if (!(error instanceof ContentRefusal)) throw error;
    if (until !== null && "revision" in until && until.revision <= end) return { end, skipped: [error.message] };
    throw new ContentRefusal(`${error.message}. Revisions up to ${end} can be restored with --revision ${end}`, error);
  }
  return { end, skipped: [] };
}

async function readSegment(log: ObjectLog, epoch: string, number: number) {
  const where = `${log.place}/${epoch}, segment ${number}`;
  const lines = await log.segment(epoch, number);
  if (lines === null) throw new ContentRefusal(`${where} is missing`);
  return { lines, where };
}

/** Calls `read` for each number, some ahead of the one that is awaited. */
async function* inOrder<T>(first: number, last: number, read: (number: number) => Promise<T>): AsyncGenerator<T> {
  const pending: Promise<T>[] = [];
  for (let next = first; ; ) {
    for (; next <= last && pending.length < readAhead; next++) {
      const reading = read(next);
      // An error counts when its turn comes, and not if an earlier one ends the loop.
      reading.catch(() => undefined);
      pending.push(reading);
    }
    const reading = pending.shift();
    if (reading === undefined) return;
    yield await reading;
  }
}

/** @throws ContentRefusal: this state does not have the revision */
function refuseOutside(revision: number, end: number, { floor }: FullHeading, where: string): void {
  if (revision > end) throw new ContentRefusal(`${where} and its segments end at revision ${end}`);
  if (revision < floor) throw new ContentRefusal(`${where} has no states before revision ${floor}`);
  if (revision === 0 && end > 0) throw new ContentRefusal(`${where} has no commit at that time or before it`);
}

/** For the history of every project. */
function reasonText(revision: number, end: number): string {
  const restored = `Restored from the object store, at revision ${revision}.`;
  if (revision === end) return `${restored} Later changes that had not been copied there are lost.`;
  const last = revision + 1 === end ? `Revision ${end} is` : `Revisions ${revision + 1} to ${end} are`;
  return `${restored} ${last} lost, and later changes too.`;
}
