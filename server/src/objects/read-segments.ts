import { asCommit, asCount, asFields, ContentRefusal, parseJson } from "../replicas/row-fields.ts";
import type { LogHead } from "./log-head.ts";
import { type ObjectLog, segmentName } from "./object-log.ts";

/** Segments requested at the same time. */
const readAhead = 8;

/** The same in both logs. */
export interface SegmentStart {
  /** Revision before its first commit; `revision` itself if only tables beside the log changed. */
  readonly after: number;
  readonly revision: number;
  /** Id of the last commit; null means unknown. */
  readonly commit: string | null;
  /** Time of that commit, epoch ms. */
  readonly at: number;
}

export function printSegmentStart({ after, revision, commit, at }: SegmentStart): string {
  return JSON.stringify({ after, revision, commit, at });
}

/** @param where the segment, for people. @throws ContentRefusal */
export function readSegmentStart(line: string | undefined, where: string): SegmentStart {
  const { after, revision, commit, at } = asFields(parseJson(line ?? "", where), where);
  return {
    after: asCount(after, `${where}: after`),
    revision: asCount(revision, `${where}: revision`),
    commit: asCommit(commit),
    at: asCount(at, `${where}: at`),
  };
}

export interface Segment<Commit> extends Pick<SegmentStart, "after" | "revision"> {
  readonly commits: readonly Commit[];
}

interface SegmentReading<Commit> {
  readonly log: ObjectLog;
  readonly head: LogHead;
  /** The result can have earlier commits, too: those of the first segment. */
  readonly revision: number;
  readonly most: number;
  /** @throws ContentRefusal */
  readonly parse: (lines: readonly string[], epoch: string, where: string) => Segment<Commit>;
  readonly signal?: AbortSignal | undefined;
}

/** Null means more than `most` segments, or only a snapshot has the first commits. @throws ContentRefusal, ObjectStoreError */
export async function readSegmentsAfter<Commit>(reading: SegmentReading<Commit>): Promise<Commit[] | null> {
  const { log, head, revision, most, parse, signal } = reading;
  const found: (readonly Commit[])[] = [];
  let before = head.revision;
  for (let number = head.segments; before > revision; ) {
    const left = most - (head.segments - number);
    if (left <= 0) return null;
    // The first snapshot of an epoch has everything before its first segment.
    if (number <= 0 && before <= head.snapshot.revision) return null;
    if (number <= 0) throw new ContentRefusal(`${log.place} is damaged: its segments begin after revision ${before}`);
    // Segments of `public` have at least one commit each.
    const names = Array.from({ length: Math.min(readAhead, left, number, before - revision) }, (_, i) => number - i);
    const several = await Promise.all(names.map((one) => log.segment(head.epoch, one, signal)));
    for (const lines of several) {
      if (before <= revision) break;
      const where = `${log.place}/${segmentName(head.epoch, number)}`;
      if (lines === null && number <= head.snapshot.segment) return null;
      if (lines === null) throw new ContentRefusal(`${where} is missing`);
      const segment = parse(lines, head.epoch, where);
      if (segment.revision !== before || segment.after > before)
        throw new ContentRefusal(`${where} ends at revision ${segment.revision}, but ${before} is expected`);
      found.push(segment.commits);
      before = segment.after;
      number--;
    }
  }
  return found.reverse().flat();
}
