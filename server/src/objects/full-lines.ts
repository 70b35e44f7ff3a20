/** Segments have new rows of the log, and other tables whole. */
import { nextTurn } from "../base/yielding-work.ts";
import { asChange, asCount, asFields, asMark, ContentRefusal, parseJson } from "../replicas/row-fields.ts";
import type { LogRows } from "../store/sql/sql-log-rows.ts";
import type { Change, LogEnd, LoggedCommit } from "../store/store.ts";
import { type BesideTables, type RevisionRange, type TableCopy, type Tuple, tables } from "../store/tables.ts";
import type { ObjectLog } from "./object-log.ts";
import { printSegmentStart, readSegmentStart, readSegmentsAfter, type Segment, type SegmentStart } from "./read-segments.ts";

/** A newer format is refused. */
const format = 1;
const logTables = ["commits", "changes", "project_commits"];
/** Tables that only snapshots have, whole. */
const countTables = ["last_used", "usage", "version_hours", "version_days", "refused_queries"];

const tablesByName = new Map(tables.map((table) => [table.name, table]));

export interface FullHeading {
  readonly epoch: string;
  readonly revision: number;
  readonly floor: number;
  /** Number of the store's last migration. */
  readonly tables: number;
}

/** @throws unavailable */
export async function* printFullSnapshot(log: LogRows, heading: FullHeading): AsyncGenerator<string> {
  yield JSON.stringify({ format, ...heading });
  const range = { after: 0, through: heading.revision };
  for (const name of logTables) yield* rowLines(log, name, range);
  for (const { name, rows } of (await log.beside()).tables) for (const row of rows) yield lineOf(name, row);
  for (const name of countTables) yield* rowLines(log, name, null);
}

/** @param commits those after `start.after`, with all columns @param beside null means unchanged @throws unavailable */
export async function printFullSegment(
  log: LogRows,
  start: SegmentStart,
  commits: readonly LoggedCommit[],
  beside: BesideTables | null,
): Promise<string[]> {
  const lines = [printSegmentStart(start)];
  const range = { after: start.after, through: start.revision };
  if (commits.length > 0) for await (const line of rowLines(log, "commits", range)) lines.push(line);
  for (const { revision, changes } of commits)
    for (const { project, kind, id, schema, value } of changes)
      lines.push(lineOf("changes", [revision, project, kind, id, schema, value]));
  for (const { name, rows } of beside?.tables ?? []) {
    lines.push(JSON.stringify(["=", name]));
    for (const row of rows) lines.push(lineOf(name, row));
  }
  return lines;
}

async function* rowLines(log: LogRows, name: string, range: RevisionRange | null): AsyncGenerator<string> {
  const table = tablesByName.get(name);
  if (table === undefined) throw new Error(`there is no table ${name}`);
  for (let after: Tuple | null = null; ; ) {
    const { rows, next } = await log.batch(table, after, range);
    for (const row of rows) yield lineOf(name, row);
    if (next === null) return;
    after = next;
    await nextTurn();
  }
}

function lineOf(table: string, row: Tuple): string {
  return JSON.stringify([table, row]);
}

export interface FullLine {
  readonly table: TableCopy;
  /** Null empties the table. */
  readonly row: Tuple | null;
}

/** @param where the snapshot, for people. @throws ContentRefusal */
export function readFullHeading(line: string | undefined, where: string): FullHeading {
  const fields = asFields(parseJson(line ?? "", where), where);
  const count = (name: string) => asCount(fields[name], `${where}: ${name}`);
  const version = count("format");
  if (version > format)
    throw new ContentRefusal(`${where} is from a newer program: it has the format ${version}, and this program knows ${format}`);
  const epoch = asMark(fields.epoch, `${where}: epoch`);
  return { epoch, revision: count("revision"), floor: count("floor"), tables: count("tables") };
}

/** @throws ContentRefusal */
export function readFullLine(line: string, where: string): FullLine {
  const value = parseJson(line, where);
  const [first, second] = Array.isArray(value) ? value : [];
  const table = tablesByName.get(first === "=" ? second : first);
  if (table === undefined) throw new ContentRefusal(`${where} is damaged: it has a row of no known table`);
  if (first === "=") return { table, row: null };
  const { columns } = table;
  const isRow =
    Array.isArray(second) && second.length === columns.length && columns.every(([, type], at) => isOfType(second[at], type));
  if (!isRow) throw new ContentRefusal(`${where} is damaged: a row of ${table.name} has other columns`);
  return { table, row: second };
}

function isOfType(value: unknown, type: TableCopy["columns"][number][1]): boolean {
  if (value === null) return true;
  return type === "integer" ? Number.isSafeInteger(value) : typeof value === (type === "text" ? "string" : "boolean");
}

/** A node that lacks more waits for its database. */
const maxSegments = 100;

/** Empty if the log does not continue that end. @throws ContentRefusal, ObjectStoreError */
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
