/**
 * Drops values superseded long ago, in short transactions: reads and commits run in between, and a killed process leaves a log as
 * correct as before. Oldest first, so that at every step the newest value at or below the floor is the one that counts.
 */

import type { DatabaseSync } from "node:sqlite";
import { nextTurn } from "../../base/yielding-work.ts";
import type { Compaction } from "../store.ts";
import type { SqliteConnection } from "./sqlite-connection.ts";

/** Access to the database, as the store's own methods have it. */
type Uses = Pick<SqliteConnection, "use" | "transaction">;

/** Target milliseconds for a step, and the number of rows or pages for the first step, which is also the maximum. */
const stepTime = 12;
const firstStep = 100;
const longestStep = 5_000;

interface Found {
  readonly row: number;
  readonly revision: number;
  readonly project: string;
  readonly kind: string;
  readonly id: string;
  readonly bytes: number | null;
  readonly superseded: number;
}

export class SqliteCompaction {
  readonly #db: DatabaseSync;
  readonly #uses: Uses;
  readonly #sql: ReturnType<typeof prepareCompaction>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(db: DatabaseSync, uses: Uses) {
    this.#db = db;
    this.#uses = uses;
    this.#sql = prepareCompaction(db);
  }

  /** Runs compactions one after the other. @param within milliseconds after which it stops early */
  run(before: number, dryRun: boolean, within: number): Promise<Compaction> {
    const done = this.#last.then(() => this.#run(before, dryRun, performance.now() + within));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #run(before: number, dryRun: boolean, deadline: number): Promise<Compaction> {
    const floor = await this.#uses.use(() => this.#floorFor(before));
    // From here on, no read goes below the floor, even if the rest fails.
    if (!dryRun) await this.#uses.use(() => this.#sql.raiseFloor.run(floor, floor));
    if (dryRun) return { floor, ...(await this.#sweep(floor, true, deadline)), freed: null };
    // A checkpoint with a thousand pages to write would be the longest step of all.
    await this.#uses.use(() => this.#db.exec("pragma wal_autocheckpoint = 200"));
    try {
      const swept = await this.#sweep(floor, false, deadline);
      const { freed, more } = await this.#shrink(deadline);
      return { floor, ...swept, freed, more: swept.more || more };
    } finally {
      if (this.#db.isOpen) this.#db.exec("pragma wal_autocheckpoint = 1000");
    }
  }

  /**
   * Never below the current floor, and below the first commit that is not older: after a clock stepped back, too little is
   * dropped, not too much.
   */
  #floorFor(before: number): number {
    const { floor, revision } = { ...this.#sql.head.get() } as { floor: number; revision: number };
    const first = this.#sql.firstFrom.get(before)?.revision;
    return Math.max(floor, typeof first === "number" ? first - 1 : revision);
  }

  async #sweep(floor: number, dryRun: boolean, deadline: number): Promise<Pick<Compaction, "changes" | "bytes" | "more">> {
    let [changes, bytes] = [0, 0];
    let after: readonly [number, string, string, string] = [0, "", "", ""];
    const isWhole = await inSteps(deadline, this.#uses, (size) => {
      const found = this.#sql.next.all(floor, floor, ...after, size) as unknown as Found[];
      const gone = found.filter(({ superseded }) => superseded === 1);
      if (!dryRun && gone.length > 0) {
        this.#uses.transaction(() => {
          for (const { row } of gone) this.#sql.drop.run(row);
        });
      }
      changes += gone.length;
      for (const each of gone) bytes += each.bytes ?? 0;
      const last = found.at(-1);
      if (last) after = [last.revision, last.project, last.kind, last.id];
      return found.length === size;
    });
    return { changes, bytes, more: !isWhole };
  }

  /** Bytes returned to the disk; null: the file keeps its size, since its `auto_vacuum` was changed. */
  async #shrink(deadline: number): Promise<Pick<Compaction, "freed" | "more">> {
    const pages = (name: string) => Number(Object.values(this.#db.prepare(`pragma ${name}`).get() ?? {})[0]);
    const before = await this.#uses.use(() => pages("page_count"));
    if ((await this.#uses.use(() => pages("auto_vacuum"))) !== incremental) return { freed: null, more: false };
    const isWhole = await inSteps(deadline, this.#uses, (size) => {
      this.#db.exec(`pragma incremental_vacuum(${size})`);
      return pages("freelist_count") > 0;
    });
    const freed = await this.#uses.use(() => {
      // The file itself shrinks only when the write-ahead log is written back.
      this.#db.exec("pragma wal_checkpoint(truncate)");
      return (before - pages("page_count")) * pages("page_size");
    });
    return { freed, more: !isWhole };
  }
}

/** Value of `pragma auto_vacuum`. */
const incremental = 2;

/**
 * Calls `step` with a size chosen so that it takes about the target time, until it returns false. Returns false if the deadline,
 * by the monotonic clock, came first.
 */
async function inSteps(deadline: number, uses: Uses, step: (size: number) => boolean): Promise<boolean> {
  for (let size = firstStep; ; ) {
    const started = performance.now();
    const more = await uses.use(() => step(size));
    if (!more) return true;
    if (performance.now() >= deadline) return false;
    const ratio = stepTime / Math.max(performance.now() - started, 0.1);
    size = Math.max(1, Math.min(longestStep, Math.round(size * Math.min(ratio, 2))));
    await nextTurn();
  }
}

function prepareCompaction(db: DatabaseSync) {
  return {
    head: db.prepare("select floor, revision from head"),
    firstFrom: db.prepare("select min(revision) as revision from commits where at >= ?"),
    raiseFloor: db.prepare("update head set floor = ? where floor < ?"),
    // A deletion is of no use either once the deleted value was dropped.
    next: db.prepare(`
      select rowid as row, revision, project, kind, id, octet_length(value) as bytes,
        value is null or exists (
          select 1 from changes as later
          where later.project = changes.project and later.kind = changes.kind and later.id = changes.id
            and later.revision > changes.revision and later.revision <= ?) as superseded
      from changes
      where revision <= ? and (revision, project, kind, id) > (?, ?, ?, ?)
      order by revision, project, kind, id limit ?`),
    drop: db.prepare("delete from changes where rowid = ?"),
  };
}
