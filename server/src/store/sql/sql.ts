/** Parameters are `$1`, `$2` …; a list is JSON. Engines store truth values differently: use `Boolean`. */

export interface Sql {
  one<R>(text: string, values?: readonly SqlValue[]): Promise<R | undefined>;
  all<R>(text: string, values?: readonly SqlValue[]): Promise<R[]>;
  run(text: string, values?: readonly SqlValue[]): Promise<number>;
}

export type SqlValue = string | number | boolean | null | readonly unknown[];

export interface TransactionOptions {
  /** Name of a lock among nodes, for a transaction that reads before it writes. */
  readonly lock?: string;
  /** Overwrites deleted content on the disk, which the engine would keep for a time. */
  readonly isErasing?: boolean;
}

/** `work` must use no other access: it would wait for itself. */
export interface Database {
  readonly dialect: Dialect;
  /** All reads of `work` see one moment. @throws unavailable */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** One short read-only statement. @throws unavailable */
  glance<R>(text: string): Promise<R | undefined>;
  /** Durable when it resolves. `work` may be called again after a rollback. @throws unavailable */
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

export interface Dialect {
  /** Function for a text's position in another one; 0 means not there. */
  readonly position: string;
  /** The elements of a JSON list, as rows with the column `value`. */
  elements(parameter: string): string;
  /** The same for a list of texts or numbers, as text. */
  texts(parameter: string): string;
}

export function textsIn({ texts }: Dialect, parameter: string): string {
  return `(select value from ${texts(parameter)})`;
}

export function numbersIn({ texts }: Dialect, parameter: string): string {
  return `(select cast(value as bigint) from ${texts(parameter)})`;
}

/** @param columns in the order of each row's values, with `:bigint` after those of numbers */
export function recordsIn({ elements }: Dialect, parameter: string, columns: readonly string[]): string {
  const values = columns.map((column, at) => {
    const [name, type = "text"] = column.split(":");
    return `cast(value ->> ${at} as ${type}) as ${name}`;
  });
  return `(select ${values.join(", ")} from ${elements(parameter)})`;
}

export function onlyRow<T>(row: T | undefined): T {
  if (row === undefined) throw new Error("expected a row that is always there");
  return row;
}
