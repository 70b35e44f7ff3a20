/**
 * Drops superseded values in short transactions, oldest first: at every step, also after a crash, the newest value at or below
 * the floor counts. Two nodes that compact wait for each other row by row, and drop no row twice.
 */
import { nextTurn } from "../../base/yielding-work.ts";
import type { Compaction } from "../store.ts";
import { type Database, recordsIn, type Sql } from "./sql.ts";
import { findFirstFrom } from "./sql-history.ts";

/** In rows or pages. */
export interface StepPace {
  /** Target milliseconds. */
  readonly time: number;
  readonly first: number;
  readonly longest: number;
}

interface Logged {
  readonly revision: number;
  readonly project: string;
  readonly kind: string;
  readonly id: string;
  readonly bytes: number | null;
  /** True or 1. */
  readonly superseded: unknown;
}

/** @param deadline by the monotonic clock */
export async function sweepLog(
  database: Database,
  pace: StepPace,
  before: number,
  dryRun: boolean,
  deadline: number,
): Promise<Omit<Compaction, "freed">> {
  // No read goes below the floor from here on, even if the rest fails.
  const floor = await (dryRun ? database.read((sql) => findFloor(sql, before)) : raiseFloor(database, before));
  let [changes, bytes] = [0, 0];
  let after: readonly [number, string, string, string] = [0, "", "", ""];
  const step = async (sql: Sql, size: number) => {
    const found = await sql.all<Logged>(nextRows, [floor, ...after, size]);
    const superseded = found.filter((each) => Boolean(each.superseded));
    const dropped = dryRun || superseded.length === 0 ? superseded : await drop(sql, database, superseded);
    return { found, dropped };
  };
  const isWhole = await inSteps(pace, deadline, async (size) => {
    const { found, dropped } = await (dryRun
      ? database.read((sql) => step(sql, size))
      : database.transaction((sql) => step(sql, size)));
    changes += dropped.length;
    for (const each of dropped) bytes += each.bytes ?? 0;
    const last = found.at(-1);
    if (last) after = [last.revision, last.project, last.kind, last.id];
    return found.length === size;
  });
  return { floor, changes, bytes, more: !isWhole };
}

/** Chooses sizes that take about the target time. Returns false if the deadline (monotonic) came first. */
export async function inSteps(
  { time, first, longest }: StepPace,
  deadline: number,
  step: (size: number) => Promise<boolean>,
): Promise<boolean> {
  for (let size = first; ; ) {
    const started = performance.now();
    if (!(await step(size))) return true;
    if (performance.now() >= deadline) return false;
    const ratio = time / Math.max(performance.now() - started, 0.1);
    size = Math.max(1, Math.min(longest, Math.round(size * Math.min(ratio, 2))));
    await nextTurn();
  }
}

/** Below the first commit that is not older: a clock stepped back drops too little, not too much. */
async function findFloor(sql: Sql, before: number): Promise<number> {
  const head = await sql.one<{ readonly floor: number; readonly revision: number }>("select floor, revision from head");
  const first = await findFirstFrom(sql, before);
  return Math.max(head?.floor ?? 0, first === null ? (head?.revision ?? 0) : first - 1);
}

function raiseFloor(database: Database, before: number): Promise<number> {
  return database.transaction(async (sql) => {
    // Locks first: what follows then sees what the previous node committed.
    await sql.run("update head set floor = floor");
    const floor = await findFloor(sql, before);
    await sql.run("update head set floor = $1", [floor]);
    return floor;
  });
}

/** Returns none that another node dropped in the meantime. */
function drop(sql: Sql, { dialect }: Database, rows: readonly Logged[]): Promise<Pick<Logged, "bytes">[]> {
  const text = `
    delete from changes where (revision, project, kind, id) in ${recordsIn(dialect, "$1", ["revision:bigint", "project", "kind", "id"])}
    returning cast(octet_length(value) as bigint) as bytes`;
  return sql.all(text, [rows.map(({ revision, project, kind, id }) => [revision, project, kind, id])]);
}

// A deletion is of no use either once the deleted value was dropped.
const nextRows = `
  select revision, project, kind, id, cast(octet_length(value) as bigint) as bytes,
    value is null or exists (
      select 1 from changes as later
      where later.project = changes.project and later.kind = changes.kind and later.id = changes.id
        and later.revision > changes.revision and later.revision <= $1) as superseded
  from changes
  where revision <= $1 and (revision, project, kind, id) > ($2, $3, $4, $5)
  order by revision, project, kind, id limit $6`;
