import { asChange, ContentRefusal } from "../replicas/row-fields.ts";
import type { Change, LogEnd, LoggedCommit } from "../store/store.ts";
import { readFullLine } from "./full-lines.ts";
import type { ObjectLog } from "./object-log.ts";
import { readSegmentStart, readSegmentsAfter, type Segment } from "./read-segments.ts";

/** Segments that are read at most: a node that lacks more waits for its database. */
const maxSegments = 100;

/** The commits after that end; empty if the log does not continue it. @throws ContentRefusal, ObjectStoreError */
export async function readFullCommits(log: ObjectLog, { head, last }: LogEnd, signal?: AbortSignal): Promise<LoggedCommit[]> {
  const found = await log.head(signal);
  if (found === null || found.head.epoch !== head.epoch || found.head.revision <= head.revision) return [];
  const { revision } = head;
  const reading = { log, head: found.head, revision, most: maxSegments, parse: readCommitSegment, signal };
  const commits = (await readSegmentsAfter(reading)) ?? [];
  const there = commits.find((commit) => commit.revision === revision);
  if (there !== undefined && last !== null && there.id !== last.id) return [];
  return commits.filter((commit) => commit.revision > revision);
}

/** @param where the segment, for people. @throws ContentRefusal */
export function readCommitSegment(lines: readonly string[], _epoch: string, where: string): Segment<LoggedCommit> {
  const { after, revision } = readSegmentStart(lines[0], where);
  const commits: LoggedCommit[] = [];
  const changes = new Map<unknown, Change[]>();
  for (const line of lines.slice(1)) {
    const { table, row } = readFullLine(line, where);
    const values = Object.fromEntries(table.columns.map(([name], i) => [name, row?.[i] ?? null]));
    if (row === null) continue;
    if (table.name === "commits") {
      const own: Change[] = [];
      const { revision: at, commit_id: id } = values;
      if (at !== after + commits.length + 1)
        throw new ContentRefusal(`${where} is damaged: its commits do not follow each other`);
      changes.set(at, own);
      commits.push({ revision: at, id, at: values.at, actor: values.actor, reason: values.reason, changes: own } as LoggedCommit);
    } else if (table.name === "changes") changes.get(values.revision)?.push(asChange(values));
  }
  if (after + commits.length !== revision) throw new ContentRefusal(`${where} is damaged: commits are missing`);
  return { after, revision, commits };
}
