/** Batches of rows on their way into a restored store, in whatever order the log has them. */
import type { TableCopy, Tuple } from "../store/tables.ts";
import type { FullLine } from "./full-lines.ts";

export interface RowTarget {
  write(table: TableCopy, rows: readonly Tuple[]): Promise<void>;
  /** Deletes all rows of a table. */
  clear(table: TableCopy): void;
}

/** Rows, and characters of their lines, in one batch. */
const maxRows = 1_000;
const maxText = 1_000_000;

export class RestoredRows {
  /** Rows read so far. */
  read = 0;
  readonly #target: RowTarget;
  readonly #pending = new Map<TableCopy, Tuple[]>();
  #text = 0;
  /** The latest rows of each table that a segment has replaced: earlier ones never reach the store. */
  readonly #replaced = new Map<TableCopy, Tuple[]>();

  constructor(target: RowTarget) {
    this.#target = target;
  }

  /** @param text characters of its line */
  async add({ table, row }: FullLine, text: number): Promise<void> {
    if (row === null) this.#replaced.set(table, []);
    else {
      this.read++;
      const replaced = this.#replaced.get(table);
      if (replaced) replaced.push(row);
      else await this.#append(table, row, text);
    }
  }

  /** Writes what remains. */
  async end(): Promise<void> {
    await this.#flush();
    for (const [table, rows] of this.#replaced) {
      this.#target.clear(table);
      for (let i = 0; i < rows.length; i += maxRows) await this.#target.write(table, rows.slice(i, i + maxRows));
    }
  }

  async #append(table: TableCopy, row: Tuple, text: number): Promise<void> {
    const rows = this.#pending.get(table) ?? [];
    rows.push(row);
    this.#pending.set(table, rows);
    this.#text += text;
    if (rows.length >= maxRows || this.#text >= maxText) await this.#flush();
  }

  async #flush(): Promise<void> {
    for (const [table, rows] of this.#pending) await this.#target.write(table, rows);
    this.#pending.clear();
    this.#text = 0;
  }
}
