/** Edges with every project need this to answer: no people, authors and reasons. */
import { currentSchema } from "drawbridge-rules/project/project-state.ts";
import { nextTurn } from "../base/yielding-work.ts";
import { longestZoneText } from "../base/zone-data.ts";
import { publicMark } from "../replicas/current-rows.ts";
import { changeForm, rowForm } from "../replicas/edge-protocol.ts";
import { isForEdges, valueForEdges } from "../replicas/project-digests.ts";
import {
  asChange,
  asCommit,
  asCount,
  asFields,
  asMark,
  asRow,
  asText,
  ContentRefusal,
  parseJson,
  type ReplicaLimits,
  replicaLimits,
} from "../replicas/row-fields.ts";
import type { Change, CommitMark, Head, LogEnd, LoggedCommit, Row } from "../store/store.ts";
import { printSegmentStart, readSegmentStart, type Segment } from "./read-segments.ts";

/** A newer format is refused. */
const format = 1;
const rowsPerTurn = 200;

export interface PublicState extends LogEnd {
  /** Time zone data of the writer, as text. */
  readonly zones: string | null;
  /** Printing leaves out rows that are not for edges. */
  readonly rows: Iterable<Row>;
}

export interface ReadPublicState extends PublicState {
  readonly rows: readonly Row[];
}

export interface PublicCommit {
  readonly head: Head;
  readonly last: CommitMark;
  readonly changes: readonly Change[];
}

export function* printPublicSnapshot({ head, last, zones, rows }: PublicState): Generator<string> {
  yield JSON.stringify({ format, ...head, commit: last?.id ?? null, at: last?.at ?? 0, schema: currentSchema, zones });
  for (const row of rows) if (isForEdges(row)) yield JSON.stringify(rowForm(row));
}

/** @param after revision before the first commit; there is at least one */
export function printPublicSegment(after: number, commits: readonly LoggedCommit[]): string[] {
  const last = commits.at(-1);
  const start = { after, revision: last?.revision ?? after, commit: last?.id ?? null, at: last?.at ?? 0 };
  return [printSegmentStart(start), ...commits.map((commit) => JSON.stringify(commitForm(commit)))];
}

function commitForm({ revision, id, at, changes }: LoggedCommit): object {
  const forEdges = changes.filter(isForEdges).map((change) => changeForm({ ...change, value: valueForEdges(change) }));
  return { revision, id, at, changes: forEdges };
}

/** @param where the snapshot, for people. @throws ContentRefusal, ObjectStoreError */
export async function readPublicSnapshot(
  lines: AsyncIterable<string>,
  where: string,
  limits: ReplicaLimits = replicaLimits,
): Promise<ReadPublicState> {
  let heading: Omit<PublicState, "rows"> | null = null;
  let size = 0;
  const rows: Row[] = [];
  for await (const line of lines) {
    size += line.length;
    if (size > limits.size || rows.length > limits.rows) throw new ContentRefusal(`${where} is too large`);
    if (heading === null) heading = readHeading(line, where);
    else rows.push(asRow(parseJson(line, where)));
    if (rows.length % rowsPerTurn === 0) await nextTurn();
  }
  if (heading === null) throw new ContentRefusal(`${where} is damaged: it has no first line`);
  return { ...heading, rows };
}

function readHeading(line: string, where: string): Omit<PublicState, "rows"> {
  const fields = asFields(parseJson(line, where), where);
  const version = asCount(fields.format, `${where}: format`);
  if (version > format)
    throw new ContentRefusal(`${where} is from a newer program: it has the format ${version}. Upgrade this program`);
  const revision = asCount(fields.revision, `${where}: revision`);
  const last = publicMark(revision, asCommit(fields.commit), asCount(fields.at, `${where}: at`));
  return {
    head: { epoch: asMark(fields.epoch, `${where}: epoch`), revision },
    last: last.id === null ? null : last,
    zones: fields.zones === null ? null : asText(fields.zones, `${where}: zones`, longestZoneText),
  };
}

/** The commits follow each other. @param where the segment, for people. @throws ContentRefusal */
export function readPublicSegment(lines: readonly string[], epoch: string, where: string): Segment<PublicCommit> {
  const start = readSegmentStart(lines[0], where);
  let { after } = start;
  const commits = lines.slice(1).map((line) => {
    const { revision: of, id, at, changes } = asFields(parseJson(line, where), where);
    const revision = asCount(of, `${where}: revision`);
    if (revision !== after + 1 || !Array.isArray(changes))
      throw new ContentRefusal(`${where} is damaged: its commits do not follow each other`);
    after = revision;
    const last = publicMark(revision, asCommit(id), asCount(at, `${where}: at`));
    return { head: { epoch, revision }, last, changes: changes.map(asChange) };
  });
  if (start.revision !== after) throw new ContentRefusal(`${where} is damaged: its last revision differs from its first line`);
  return { after: start.after, revision: after, commits };
}
