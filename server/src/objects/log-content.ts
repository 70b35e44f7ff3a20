import { nextTurn } from "../base/yielding-work.ts";
import { zoneText } from "../base/zone-data.ts";
import type { CommitMark, LoggedCommit, Store } from "../store/store.ts";
import { printFullSegment, printFullSnapshot } from "./full-lines.ts";
import type { LogHead } from "./log-head.ts";
import { printPublicSegment, printPublicSnapshot } from "./public-lines.ts";

export type ShippedEnd = Pick<LogHead, "revision" | "commit" | "at" | "beside">;

export interface SnapshotContent extends ShippedEnd {
  readonly epoch: string;
  /** Read from the store while they are written. @throws CompactedMeanwhile, unavailable */
  readonly lines: AsyncIterable<string>;
}

export interface SegmentContent extends ShippedEnd {
  readonly lines: readonly string[];
}

/** Rows that the snapshot needs were dropped while it was read. */
export class CompactedMeanwhile extends Error {}

export interface LogContent {
  readonly name: "public" | "full";
  /** Number of changes beside the log; null means it has no such tables. @throws unavailable */
  besides(): Promise<number | null>;
  /** @throws unavailable */
  snapshot(): Promise<SnapshotContent>;
  /** Null means the store no longer has all of it. @param beside changes beside the log; their tables are included */
  segment(head: ShippedEnd, through: number, beside: number | null): Promise<SegmentContent | null>;
}

export type ContentStore = Pick<Store, "changesAfter" | "end" | "floor" | "log" | "whole">;

/** In one segment; the store ends a list within 16 MiB of values. */
const maxCommits = 1_000;
const rowsPerTurn = 200;

/** @param format number of the store's last migration; null means that the store is not open */
export function fullContent(store: ContentStore, format: () => number | null): LogContent {
  const { log } = store;
  async function* lines(epoch: string, revision: number): AsyncGenerator<string> {
    const floor = await store.floor();
    yield* printFullSnapshot(log, { epoch, revision, floor, tables: format() ?? 0 });
    if ((await store.floor()) !== floor) throw new CompactedMeanwhile();
  }
  return {
    name: "full",
    besides: () => log.besides(),
    async snapshot() {
      const beside = await log.besides();
      const { head, last } = await store.end();
      return { ...endOf(last), epoch: head.epoch, revision: head.revision, beside, lines: lines(head.epoch, head.revision) };
    },
    async segment(head, through, beside) {
      const commits = await commitsAfter(store, head.revision, through);
      if (commits === null) return null;
      const tables = beside === head.beside ? null : await log.beside();
      const last = commits.at(-1);
      const { revision, commit, at } = last ? endOf(last) : head;
      const end = { revision, commit, at };
      const lines = await printFullSegment(log, { ...end, after: head.revision }, commits, tables);
      return { ...end, beside, lines };
    },
  };
}

export function publicContent(store: ContentStore): LogContent {
  return {
    name: "public",
    besides: async () => null,
    async snapshot() {
      const { head, last, rows } = await store.whole();
      const { commit, at } = endOf(last);
      const { text: zones } = await zoneText();
      const lines = inTurns(printPublicSnapshot({ head, last, zones, rows }));
      return { ...head, commit, at, beside: null, lines };
    },
    async segment({ revision: after }, through) {
      const commits = await commitsAfter(store, after, through);
      const last = commits?.at(-1);
      return commits && last ? { ...endOf(last), beside: null, lines: printPublicSegment(after, commits) } : null;
    },
  };
}

function endOf(last: CommitMark | null): Omit<ShippedEnd, "beside"> {
  return { revision: last?.revision ?? 0, commit: last?.id ?? null, at: last?.at ?? 0 };
}

async function commitsAfter(store: ContentStore, after: number, through: number): Promise<LoggedCommit[] | null> {
  if (through <= after) return [];
  const commits = await store.changesAfter(after, maxCommits);
  return commits?.filter(({ revision }) => revision <= through) ?? null;
}

async function* inTurns(lines: Iterable<string>): AsyncGenerator<string> {
  let printed = 0;
  for (const line of lines) {
    yield line;
    if (++printed % rowsPerTurn === 0) await nextTurn();
  }
}
