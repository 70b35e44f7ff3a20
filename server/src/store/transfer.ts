/**
 * Everything from one store into another, whatever engine is under either: table by table, in batches, and read back at the end.
 * The tables are named alike in every engine; which forms they have, this list says, and a test of each engine compares it.
 */
import { createHash, type Hash } from "node:crypto";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Head } from "./store.ts";

export type ColumnType = "text" | "integer" | "boolean";

export interface TableCopy {
  readonly name: string;
  /** In the order of the rows' values. The first of them are the key, in whose order rows are read. */
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
  readonly keyLength: number;
}

/** In an order in which nothing comes before what it belongs to. The head is not among them. */
export const tables: readonly TableCopy[] = [
  table("commits", ["revision:integer"], ["at:integer", "actor", "reason", "overridden", "commit_id"]),
  table("changes", ["revision:integer", "project", "kind", "id"], ["schema:integer", "value"]),
  table("project_commits", ["project", "revision:integer"], ["actor"]),
  table("resources", ["project", "kind", "id"], ["schema:integer", "value", "revision:integer"]),
  table("claims", ["text"], ["project", "id", "imported:boolean"]),
  table("idempotency", ["key"], ["request", "result", "at:integer"]),
  table("secrets", ["name"], ["value"]),
  table(
    "people",
    ["id"],
    ["login", "login_key", "sought", "name", "created_at:integer", "disabled_at:integer", "password", "owed_grant:boolean"],
  ),
  table("identities", ["issuer", "subject"], ["person"]),
  table("sessions", ["hash"], ["person", "created_at:integer", "seen_at:integer", "expires_at:integer"]),
  table("account_links", ["hash"], ["person", "administrator:boolean", "expires_at:integer"]),
  table("last_used", ["token"], ["at:integer"]),
  table("usage", ["project", "key", "outcome", "platform", "version", "hour:integer"], ["count:integer"]),
];

/** The values of a row in the order of its table's columns. */
export type Tuple = readonly (string | number | boolean | null)[];

export interface ImageHead extends Head {
  readonly floor: number;
}

/** A store that is read as it was at one moment. */
export interface SourceImage {
  /** As one reads it in a message: never with what opens it. */
  readonly place: string;
  head(): Promise<ImageHead>;
  /** Every row in the order of the key's bytes, some at a time, as many as fit in memory whatever they hold. @throws unavailable */
  rows(table: TableCopy): AsyncIterable<Tuple[]>;
  /** Of a target that was not sealed, nothing stays. May be called twice. */
  close(): Promise<void>;
}

/** An empty store that is filled: nobody sees anything of it before it is sealed, and then all of it. */
export interface TargetImage extends SourceImage {
  write(table: TableCopy, rows: readonly Tuple[]): Promise<void>;
  /** Durable when it resolves. @throws unavailable */
  seal(head: ImageHead): Promise<void>;
}

export interface Transferred {
  /** Of the target. */
  readonly head: Head;
  /** By the name of the table. */
  readonly rows: Readonly<Record<string, number>>;
}

export type Stage = "copied" | "compared";

/**
 * @param epoch of the target: another than that of the source
 * @param tell called after each batch, with how many rows of that table are done
 * @throws unavailable: also where what is read back is not what was written
 */
export async function transfer(
  source: SourceImage,
  target: TargetImage,
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
  target: TargetImage,
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
    `${target.place} did not keep what was written into ${table.name}: ${found.rows} rows of ${expected?.rows ?? 0} came back, or others. Nothing of it stays.`,
  );
}

/** Of rows in their order. */
class Digest {
  rows = 0;
  readonly #hash: Hash = createHash("sha256");
  #text: string | null = null;

  add(batch: readonly Tuple[]): void {
    for (const row of batch) this.#hash.update(`${JSON.stringify(row)}\n`);
    this.rows += batch.length;
  }

  text(): string {
    this.#text ??= this.#hash.digest("hex");
    return this.#text;
  }
}

/** Names of columns, with their type after a colon where it is not text. */
function table(name: string, key: readonly string[], others: readonly string[]): TableCopy {
  const columns = [...key, ...others].map((column) => {
    const [own = "", type = "text"] = column.split(":");
    return [own, type as ColumnType] as const;
  });
  return { name, columns, keyLength: key.length };
}

export function namesOf({ columns }: TableCopy): string[] {
  return columns.map(([name]) => name);
}

export function keyOf(table: TableCopy): string[] {
  return namesOf(table).slice(0, table.keyLength);
}

/** Where something is already. */
export function notEmpty(place: string): DrawbridgeError {
  return new DrawbridgeError("conflict", `${place} is not empty: a copy goes where nothing is. Nothing was changed.`);
}

/** A form that this program would change first. */
export function otherForm(place: string, form: number, known: number): DrawbridgeError {
  return new DrawbridgeError(
    "unavailable",
    form < known
      ? `${place} has the form ${form} of an older Drawbridge, and ${known} is today's: start this version on it once, then copy.`
      : `${place} was written by a newer Drawbridge (form ${form}; this one knows ${known}): copy it with that version.`,
  );
}

/** A batch is whole when it has so many characters, whatever the rows. */
export const batchCharacters = 1_000_000;

export function charactersOf(row: Tuple): number {
  let sum = 0;
  for (const value of row) sum += typeof value === "string" ? value.length : 8;
  return sum;
}
