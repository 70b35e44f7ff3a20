/** For copies. Tables have the same names in every engine; its tests compare the columns. */
type ColumnType = "text" | "integer" | "boolean";

export interface TableCopy {
  readonly name: string;
  /** In the order of the rows' values; the first ones are the key, which orders reads. */
  readonly columns: readonly (readonly [name: string, type: ColumnType])[];
  readonly keyLength: number;
}

/** Rows come after the rows they belong to; the head is not included. */
export const tables: readonly TableCopy[] = [
  table(
    "commits",
    ["revision:integer"],
    ["at:integer", "actor", "reason", "overridden", "commit_id", "undone:integer", "restored:integer"],
  ),
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
  table("version_hours", ["day:integer", "project", "platform", "source", "version"], ["counts"]),
  table("version_days", ["month:integer", "project", "platform", "source", "version"], ["counts"]),
  table("refused_queries", ["project", "key", "code", "hour:integer"], ["count:integer", "example"]),
  table("usage_writes", ["process"], ["number:integer", "day:integer"]),
];

export type Tuple = readonly (string | number | boolean | null)[];

/** Names of columns, with a colon and the type if it is not text. */
function table(name: string, key: readonly string[], others: readonly string[]): TableCopy {
  const columns = [...key, ...others].map((column) => {
    const [own = "", type = "text"] = column.split(":");
    return [own, type as ColumnType] as const;
  });
  return { name, columns, keyLength: key.length };
}

export function columnNames({ columns }: TableCopy): string[] {
  return columns.map(([name]) => name);
}

export interface RevisionRange {
  readonly after: number;
  readonly through: number;
}

export interface RowBatch {
  readonly rows: Tuple[];
  /** Key before the next batch; null means this was the last one. */
  readonly next: Tuple | null;
}

export interface BesideTables {
  readonly besides: number;
  /** In the order in which rows belong to earlier ones. */
  readonly tables: readonly { readonly name: string; readonly rows: readonly Tuple[] }[];
}
