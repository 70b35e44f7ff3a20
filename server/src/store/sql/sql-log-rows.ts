/** Each batch is a read of its own, so that commits run in between. */
import {
  type BesideTables,
  columnNames,
  type RevisionRange,
  type RowBatch,
  type TableCopy,
  type Tuple,
  tables,
} from "../tables.ts";
import { type Database, onlyRow, type Sql } from "./sql.ts";

/** Tables whose changes `head.beside` counts. */
const besideTables = tables.filter(({ name }) => ["claims", "secrets", "people", "identities"].includes(name));

export class LogRows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Number of changes to claims, secrets, people and identities. @throws unavailable */
  async besides(): Promise<number> {
    return onlyRow(await this.#database.glance<Besides>(selectBesides)).beside;
  }

  /** At one moment. @throws unavailable */
  beside(): Promise<BesideTables> {
    return this.#database.read(async (sql) => {
      const besides = onlyRow(await sql.one<Besides>(selectBesides)).beside;
      const found: { name: string; rows: Tuple[] }[] = [];
      for (const table of besideTables) found.push({ name: table.name, rows: await allRows(sql, table) });
      return { besides, tables: found };
    });
  }

  /**
   * As many of the next rows, by key, as fit in memory.
   * @param after `next` of the batch before @param range for a table with revisions @throws unavailable
   */
  batch(table: TableCopy, after: Tuple | null, range: RevisionRange | null): Promise<RowBatch> {
    return this.#database.read((sql) => readBatch(sql, table, after, range));
  }
}

type Besides = { readonly beside: number };

const selectBesides = "select beside from head";

async function allRows(sql: Sql, table: TableCopy): Promise<Tuple[]> {
  const all: Tuple[] = [];
  for (let after: Tuple | null = null; ; ) {
    const { rows, next }: RowBatch = await readBatch(sql, table, after);
    for (const row of rows) all.push(row);
    if (next === null) return all;
    after = next;
  }
}

const maxRows = 1_000;
/** Bytes of texts in a batch, unless its only row has more: a proposal can have 4 MiB. */
const maxBytes = 1_000_000;

/** As many of the next rows, by key, as fit in a batch. @param after key of the last row; null means from the beginning */
export async function readBatch(
  sql: Sql,
  table: TableCopy,
  after: Tuple | null,
  range: RevisionRange | null = null,
): Promise<RowBatch> {
  const [names, key] = [columnNames(table), columnNames(table).slice(0, table.keyLength)];
  const values = [...(after ?? []), ...(range === null ? [] : [range.after, range.through])];
  const parameters = key.map((_, at) => `$${at + 1}`);
  const conditions = [
    ...(after === null ? [] : [`(${key}) > (${parameters})`]),
    ...(range === null ? [] : [`revision > $${values.length - 1} and revision <= $${values.length}`]),
  ];
  const rest = conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`;
  const next = (columns: string, limit: number) => `select ${columns} from ${table.name} ${rest} order by ${key} limit ${limit}`;
  const lengths = table.columns.flatMap(([name, type]) => (type === "text" ? `coalesce(octet_length(${name}), 0)` : []));
  // Lengths are known without reading the texts.
  const sizes = await sql.all<{ readonly size: number }>(next(`${["0", ...lengths].join(" + ")} as size`, maxRows), values);
  if (sizes.length === 0) return { rows: [], next: null };
  const found = await sql.all<Record<string, Tuple[number]>>(next(names.join(", "), fitting(sizes)), values);
  const rows = found.map((row) =>
    table.columns.map(([name, type]) => (type === "boolean" ? Boolean(row[name]) : (row[name] ?? null))),
  );
  const isLast = rows.length === sizes.length && sizes.length < maxRows;
  return { rows, next: isLast ? null : (rows.at(-1)?.slice(0, table.keyLength) ?? null) };
}

function fitting(sizes: readonly { readonly size: number }[]): number {
  let bytes = 0;
  const first = sizes.findIndex(({ size }) => {
    bytes += size;
    return bytes > maxBytes;
  });
  return first < 0 ? sizes.length : Math.max(first, 1);
}
