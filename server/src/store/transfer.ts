import { createHash } from "node:crypto";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { type Dialect, onlyRow, recordsIn, type Sql } from "./sql/sql.ts";
import { readBatch } from "./sql/sql-log-rows.ts";
import type { Head } from "./store.ts";
import { columnNames, type RowBatch, type TableCopy, type Tuple, tables } from "./tables.ts";

export interface ImageHead extends Head {
  readonly floor: number;
}

export type SourceImage = Pick<SqlImage, "place" | "head" | "rows" | "close">;

export interface Transferred {
  readonly head: Head;
  /** By the name of the table. */
  readonly rows: Readonly<Record<string, number>>;
}

export type Stage = "copied" | "compared";

/**
 * @param epoch of the target, different from the source's
 * @param tell called after each batch with the copied rows of that table @throws unavailable: also if the content read back
 * differs
 */
export async function transfer(
  source: SourceImage,
  target: SqlImage,
  epoch: string,
  tell: (stage: Stage, table: string, rows: number) => void = () => undefined,
): Promise<Transferred> {
  const { revision, floor } = await source.head();
  const written = new Map<string, Digest>();
  for (const table of tables) {
    const digest = new Digest();
    for await (const batch of source.rows(table)) {
      digest.add(batch);
      await target.write(table, batch);
      tell("copied", table.name, digest.rows);
    }
    written.set(table.name, digest);
  }
  for (const table of tables) await compare(target, table, written.get(table.name), tell);
  await target.seal({ epoch, revision, floor });
  return {
    head: { epoch, revision },
    rows: Object.fromEntries([...written].map(([name, { rows }]) => [name, rows])),
  };
}

async function compare(
  target: SqlImage,
  table: TableCopy,
  expected: Digest | undefined,
  tell: (stage: Stage, table: string, rows: number) => void,
): Promise<void> {
  const found = new Digest();
  for await (const batch of target.rows(table)) {
    found.add(batch);
    tell("compared", table.name, found.rows);
  }
  if (found.rows === expected?.rows && found.text() === expected.text()) return;
  throw new DrawbridgeError(
    "unavailable",
    `${target.place} did not store ${table.name} correctly: ${found.rows} of ${expected?.rows ?? 0} rows were read back, or other ones. The copy was undone.`,
  );
}

class Digest {
  rows = 0;
  readonly #hash = createHash("sha256");

  add(batch: readonly Tuple[]): void {
    for (const row of batch) this.#hash.update(`${JSON.stringify(row)}\n`);
    this.rows += batch.length;
  }

  /** Call once. */
  text(): string {
    return this.#hash.digest("hex");
  }
}

export function targetNotEmpty(place: string): DrawbridgeError {
  return new DrawbridgeError("conflict", `${place} is not empty: copy to an empty store instead. Nothing was changed.`);
}

/** This program would have to migrate the store first. */
export function schemaMismatch(place: string, form: number, known: number): DrawbridgeError {
  return new DrawbridgeError(
    "unavailable",
    form < known
      ? `${place} has the form ${form} of an older Drawbridge; the current one is ${known}. Start this version on it once, then copy.`
      : `${place} was written by a newer Drawbridge (form ${form}; this one knows ${known}): copy it with that version.`,
  );
}

interface ImageServices {
  readonly place: string;
  readonly sql: Sql;
  readonly dialect: Dialect;
  readonly explain: (error: unknown) => unknown;
  /** Values of the engine's own columns, by name. */
  readonly ownColumns?: (table: TableCopy) => { readonly names: readonly string[]; of(row: Tuple): Tuple };
  /** Makes the content durable. Absent means a source. */
  readonly commit?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** One transaction: the content of a target becomes visible all together when sealed. All methods but `close` throw `unavailable`. */
export class SqlImage {
  /** Names the store in messages, without credentials. */
  readonly place: string;
  readonly #services: ImageServices;

  constructor(services: ImageServices) {
    this.#services = services;
    this.place = services.place;
  }

  async head(): Promise<ImageHead> {
    return onlyRow(await this.#ask(({ sql }) => sql.one<ImageHead>("select epoch, revision, floor from head")));
  }

  /** Every row by the key's bytes, in batches that fit in memory. */
  async *rows(table: TableCopy): AsyncGenerator<Tuple[]> {
    for (let after: Tuple | null = null; ; ) {
      const batch: RowBatch = await this.#ask(({ sql }) => readBatch(sql, table, after));
      if (batch.rows.length > 0) yield batch.rows;
      if (batch.next === null) return;
      after = batch.next;
    }
  }

  async write(table: TableCopy, rows: readonly Tuple[]): Promise<void> {
    const { dialect, ownColumns } = this.#services;
    const own = ownColumns?.(table) ?? { names: [], of: () => [] };
    const columns = table.columns.map(([name, type]) =>
      type === "text" ? name : `${name}:${type === "integer" ? "bigint" : type}`,
    );
    const names = [...columnNames(table), ...own.names];
    const records = recordsIn(dialect, "$1", [...columns, ...own.names.map((name) => `${name}:bigint`)]);
    const text = `insert into ${table.name} (${names}) select ${names} from ${records} as given`;
    await this.#ask(({ sql }) => sql.run(text, [rows.map((row) => [...row, ...own.of(row)])]));
  }

  /** Durable when it resolves. */
  async seal({ epoch, revision, floor }: ImageHead): Promise<void> {
    await this.#ask(async ({ sql, commit }) => {
      await sql.run("update head set epoch = $1, revision = $2, floor = $3", [epoch, revision, floor]);
      await commit?.();
    });
  }

  /** Drops an unsealed target's content. May be called twice. */
  close(): Promise<void> {
    return this.#services.close();
  }

  async #ask<T>(work: (services: ImageServices) => Promise<T>): Promise<T> {
    try {
      return await work(this.#services);
    } catch (error) {
      throw this.#services.explain(error);
    }
  }
}
