/**
 * The lines of the log `full`: the tables of a store, with history, people and hashes. A line is a table's name and a row. Segments
 * have the rows of the log after a revision, and the tables beside the log whole, each after a line that empties it.
 */
import { nextTurn } from "../base/yielding-work.ts";
import { asCommit, asCount, asFields, asMark, ContentRefusal, parseJson } from "../replicas/row-fields.ts";
import type { BesideTables, LogRows, RevisionRange } from "../store/log-rows.ts";
import { type TableCopy, type Tuple, tables } from "../store/tables.ts";

/** Version of the lines; a newer one is refused. */
const format = 1;
/** Tables of the log: a snapshot has their rows up to its revision. */
const logTables = ["commits", "changes", "project_commits"];
/** Tables that only snapshots have, whole: the next one brings them up to date. */
const countTables = ["last_used", "usage", "version_hours", "version_days", "refused_queries"];

const tablesByName = new Map(tables.map((table) => [table.name, table]));

/** First line of a snapshot. */
export interface FullHeading {
  readonly epoch: string;
  readonly revision: number;
  /** History is complete after this revision. */
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

/**
 * @param after revision before the segment; the same as that of `last` if only tables beside the log changed
 * @param beside null means unchanged
 * @throws unavailable
 */
export async function printFullSegment(
  log: LogRows,
  after: number,
  { revision, commit, at }: Pick<FullStart, "revision" | "commit" | "at">,
  beside: BesideTables | null,
): Promise<string[]> {
  const lines = [JSON.stringify({ after, revision, commit, at })];
  const range = { after, through: revision };
  if (revision > after)
    for (const name of ["commits", "changes"]) for await (const line of rowLines(log, name, range)) lines.push(line);
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

/** First line of a segment, the same in both logs. */
export interface FullStart {
  readonly after: number;
  readonly revision: number;
  readonly commit: string | null;
  /** Time of that commit, epoch ms. */
  readonly at: number;
}

export interface FullLine {
  readonly table: TableCopy;
  /** Null empties the table. */
  readonly row: Tuple | null;
}

/** @param where the snapshot, for people. @throws ContentRefusal */
export function readFullHeading(line: string | undefined, where: string): FullHeading {
  const { count, mark } = readersOf(line, where);
  const version = count("format");
  if (version > format)
    throw new ContentRefusal(`${where} is from a newer program: it has the format ${version}, and this program knows ${format}`);
  return { epoch: mark("epoch"), revision: count("revision"), floor: count("floor"), tables: count("tables") };
}

/** @throws ContentRefusal */
export function readFullStart(line: string | undefined, where: string): FullStart {
  const { fields, count } = readersOf(line, where);
  return { after: count("after"), revision: count("revision"), commit: asCommit(fields.commit), at: count("at") };
}

function readersOf(line: string | undefined, where: string) {
  const fields = asFields(parseJson(line ?? "", where), where);
  return {
    fields,
    count: (name: string) => asCount(fields[name], `${where}: ${name}`),
    mark: (name: string) => asMark(fields[name], `${where}: ${name}`),
  };
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
