/**
 * Drops values superseded long ago, in short transactions: reads and commits run in between, and a killed process leaves a log as
 * correct as before. Oldest first, so that at every step the newest value at or below the floor is the one that counts. Two nodes
 * that compact at the same time wait for each other row by row, and neither drops the same row twice.
 */
import type { Compaction } from "../store.ts";
import type { PostgresPool, Statements } from "./postgres-pool.ts";

/** Target milliseconds for a step, and the number of rows for the first step, which is also the maximum. */
const stepTime = 100;
const firstStep = 500;
const longestStep = 10_000;

interface Found {
  readonly revision: number;
  readonly project: string;
  readonly kind: string;
  readonly id: string;
  readonly bytes: number | null;
  readonly superseded: boolean;
}

type Swept = Pick<Compaction, "changes" | "bytes">;

export class PostgresCompaction {
  readonly #pool: PostgresPool;
  #last: Promise<unknown> = Promise.resolve();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** Runs compactions one after the other. @param within milliseconds after which it stops early */
  run(before: number, dryRun: boolean, within: number): Promise<Compaction> {
    const done = this.#last.then(() => this.#run(before, dryRun, performance.now() + within));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #run(before: number, dryRun: boolean, deadline: number): Promise<Compaction> {
    const floor = dryRun
      ? await this.#pool.snapshot((sql) => floorFor(sql, before))
      : // From here on, no read goes below the floor, even if the rest fails.
        await this.#pool.transaction((sql) => raiseFloor(sql, before));
    let [changes, bytes, size] = [0, 0, firstStep];
    let after: readonly unknown[] = [0, "", "", ""];
    for (;;) {
      const started = performance.now();
      const { found, ...gone } = await this.#step(floor, after, size, dryRun);
      changes += gone.changes;
      bytes += gone.bytes;
      const last = found.at(-1);
      // The space stays with the tables, for later rows.
      const so = { floor, changes, bytes, freed: null };
      if (last === undefined || found.length < size) return { ...so, more: false };
      if (performance.now() >= deadline) return { ...so, more: true };
      after = [last.revision, last.project, last.kind, last.id];
      size = nextSize(size, performance.now() - started);
    }
  }

  #step(floor: number, after: readonly unknown[], size: number, dryRun: boolean): Promise<Swept & { found: Found[] }> {
    const values = [floor, ...after, size];
    if (dryRun) return this.#pool.snapshot(async (sql) => counted(await sql.all<Found>(compaction.next, values)));
    return this.#pool.transaction(async (sql) => {
      const found = await sql.all<Found>(compaction.next, values);
      return { found, ...(await drop(sql, found)) };
    });
  }
}

function counted(found: Found[]): Swept & { found: Found[] } {
  const gone = found.filter(({ superseded }) => superseded);
  return { found, changes: gone.length, bytes: gone.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) };
}

/** Counts only what this process dropped, not rows that another node dropped in the meantime. */
async function drop(sql: Statements, found: readonly Found[]): Promise<Swept> {
  const gone = found.filter(({ superseded }) => superseded);
  if (gone.length === 0) return { changes: 0, bytes: 0 };
  const of = (part: (one: Found) => unknown) => gone.map(part);
  const values = [of((one) => one.revision), of((one) => one.project), of((one) => one.kind), of((one) => one.id)];
  return (await sql.one<Swept>(compaction.drop, values)) ?? { changes: 0, bytes: 0 };
}

function nextSize(size: number, took: number): number {
  const ratio = stepTime / Math.max(took, 1);
  return Math.max(1, Math.min(longestStep, Math.round(size * Math.min(ratio, 2))));
}

/**
 * Never below the current floor, and below the first commit that is not older: after a clock stepped back, too little is dropped,
 * not too much.
 */
async function floorFor(sql: Statements, before: number): Promise<number> {
  return (await sql.one<{ floor: number }>(`select ${compaction.floor} as floor from head`, [before]))?.floor ?? 0;
}

async function raiseFloor(sql: Statements, before: number): Promise<number> {
  // Locks in a statement of its own: the next one then sees what the previous holder committed.
  await sql.run("select 1 from head for update");
  const text = `update head set floor = ${compaction.floor} returning floor`;
  return (await sql.one<{ floor: number }>(text, [before]))?.floor ?? 0;
}

const compaction = {
  floor: "greatest(floor, coalesce((select min(commits.revision) - 1 from commits where at >= $1), head.revision))",
  // A deletion is of no use either once the deleted value was dropped.
  next: `
    select revision, project, kind, id, octet_length(value)::bigint as bytes,
      value is null or exists (
        select 1 from changes as later
        where later.project = changes.project and later.kind = changes.kind and later.id = changes.id
          and later.revision > changes.revision and later.revision <= $1) as superseded
    from changes
    where revision <= $1 and (revision, project, kind, id) > ($2, $3, $4, $5)
    order by revision, project, kind, id limit $6`,
  drop: `
    with
      given as (
        select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as g (revision, project, kind, id)),
      gone as (
        delete from changes using given as g
        where changes.revision = g.revision and changes.project = g.project and changes.kind = g.kind and changes.id = g.id
        returning octet_length(changes.value) as bytes)
    select count(*) as changes, coalesce(sum(bytes), 0)::bigint as bytes from gone`,
};
