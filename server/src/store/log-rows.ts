/**
 * Rows as the tables have them, for a copy that follows the log outside of the store. A part of the storage port, for stores
 * with the tables of `tables.ts`.
 */
import type { TableCopy, Tuple } from "./tables.ts";

/** Only rows with a revision after `after`, and at most `through`. */
export interface RevisionRange {
  readonly after: number;
  readonly through: number;
}

export interface RowBatch {
  readonly rows: Tuple[];
  /** Key after which the next batch begins; null means this was the last one. */
  readonly next: Tuple | null;
}

/** The tables beside the log, at one moment. */
export interface BesideTables {
  /** Number of changes at that moment. */
  readonly besides: number;
  /** In the order in which rows belong to earlier ones. */
  readonly tables: readonly { readonly name: string; readonly rows: readonly Tuple[] }[];
}

export interface LogRows {
  /** Number of changes so far to claims, secrets, people and identities. @throws unavailable */
  besides(): Promise<number>;
  /** @throws unavailable */
  beside(): Promise<BesideTables>;
  /**
   * The next rows in the order of the table's key, as many as fit in memory.
   * @param after `next` of the batch before; null means from the beginning
   * @param range for a table with revisions; null means all rows
   * @throws unavailable
   */
  batch(table: TableCopy, after: Tuple | null, range: RevisionRange | null): Promise<RowBatch>;
}
