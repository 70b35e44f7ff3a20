/**
 * The lines of the log `full`: the tables of a store, with history, people and hashes. A line is a table's name and a row. Segments
 * have the rows of the log after a revision, and the tables beside the log whole, each after a line that empties it.
 */
import { nextTurn } from "../base/yielding-work.ts";
import type { BesideTables, LogRows, RevisionRange } from "../store/log-rows.ts";
import type { CommitMark } from "../store/store.ts";
import { type Tuple, tables } from "../store/tables.ts";

/** Version of the lines; a newer one is refused. */
const format = 1;
/** Tables of the log: a snapshot has their rows up to its revision. */
const logTables = ["commits", "changes", "project_commits"];
/** Tables that only snapshots have, whole: the next one brings them up to date. */
const countTables = ["last_used", "usage", "version_hours", "version_days", "refused_queries"];

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
  { revision, id, at }: Pick<CommitMark, "revision" | "id" | "at">,
  beside: BesideTables | null,
): Promise<string[]> {
  const lines = [JSON.stringify({ after, revision, commit: id, at })];
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
  const table = tables.find((one) => one.name === name);
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
