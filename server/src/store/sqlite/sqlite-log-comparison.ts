/** Compares what a store holds twice; passwords, secrets and usage counts are stored once. */
import { DatabaseSync } from "node:sqlite";
import zlib from "node:zlib";
import { loginKey } from "drawbridge-rules/people/person.ts";
import { readMigrations } from "../sql/migrations.ts";
import { personSearchText } from "../sql/sql-accounts.ts";
import { ownMigrations, runMigrations } from "./sqlite-migrate.ts";

export const credentialKinds = "('read_key', 'token')";

const credentials = `
  select value from changes
  where changes.project = claims.project and changes.id = claims.id and value is not null
    and kind in ${credentialKinds}`;

/** Each finds a row where the two sides differ. They hold of every store, also after a compaction. */
const logComparisons: readonly (readonly [sql: string, how: string])[] = [
  [
    "select 1 from head where revision <> (select count(*) from commits) or floor not between 0 and revision",
    "commits are missing from its log",
  ],
  [
    "select 1 from project_commits left join commits using (revision) where project_commits.actor is not commits.actor",
    "its log and the list of commits by project name different people",
  ],
  [
    `select 1 from changes where not exists (
      select 1 from project_commits
      where project_commits.project = changes.project and project_commits.revision = changes.revision)`,
    "its list of commits by project lacks one",
  ],
  [
    `select 1 from project_commits, head where project_commits.revision > head.floor and not exists (
      select 1 from changes
      where changes.project = project_commits.project and changes.revision = project_commits.revision)`,
    "its list of commits by project has one without changes",
  ],
  ["select 1 from changes where value is not null and not json_valid(value)", "a value in its log is not JSON"],
  ["select 1 from commits where not json_valid(overridden)", "a list of guards in its log is not JSON"],
];

const otherComparisons: typeof logComparisons = [
  [
    `select 1 from claims, head
      where floor = 0 and text not in (
        select json_extract(value, '$.hash') from changes where kind in ${credentialKinds} and value is not null)`,
    "the list of keys and tokens has one that is not in its log",
  ],
  // A credential that was compacted away has no change left to compare with.
  [
    `select 1 from claims, head
      where (floor = 0 or exists (select 1 from (${credentials})))
        and not exists (
          select 1 from (${credentials})
          where json_extract(value, '$.hash') = claims.text and coalesce(json_extract(value, '$.imported'), 0) = claims.imported)`,
    "the list of keys and tokens names another holder than its log",
  ],
];

/** Null means nothing differs. The tables must have the present form. @throws an SQLite error */
export function logDamage(db: DatabaseSync): string | null {
  if (!hasPresentShape(db)) return "its tables are not those of this version";
  return logProblem(db) ?? findDifference(db, otherComparisons) ?? peopleDamage(db);
}

/** Damage to the log itself. @throws an SQLite error */
export function logProblem(db: DatabaseSync): string | null {
  return findDifference(db, logComparisons) ?? findChecksumProblem(db);
}

function findDifference(db: DatabaseSync, comparisons: typeof logComparisons): string | null {
  return comparisons.find(([sql]) => db.prepare(`${sql} limit 1`).get())?.[1] ?? null;
}

/** Search texts derive from login and name. Beyond ASCII, Unicode versions may differ in lower case. */
function peopleDamage(db: DatabaseSync): string | null {
  const people = db.prepare("select login, name, login_key as loginKey, sought from people").all();
  for (const row of people as unknown as { login: string; name: string; loginKey: string; sought: string }[]) {
    if (!/^[\x20-\x7e]*$/.test(row.login + row.name)) continue;
    if (row.loginKey !== loginKey(row.login) || row.sought !== personSearchText(row))
      return "the search text of a person does not match the login and name";
  }
  return null;
}

interface Shape {
  readonly tables: ReadonlyMap<string, readonly string[]>;
  readonly indexes: ReadonlyMap<string, readonly string[]>;
}

let shape: Shape | null = null;

function presentShape(): Shape {
  if (shape !== null) return shape;
  const db = new DatabaseSync(":memory:");
  try {
    runMigrations(db, readMigrations(ownMigrations));
    shape = {
      tables: new Map(ownNames(db, "table").map((name) => [name, tableColumns(db, name)])),
      indexes: new Map(ownNames(db, "index").map((name) => [name, indexColumns(db, name)])),
    };
  } finally {
    db.close();
  }
  return shape;
}

/** Operators add indexes and tables, and `ANALYZE` adds tables of statistics. */
function hasPresentShape(db: DatabaseSync): boolean {
  const { tables, indexes } = presentShape();
  const hasTables = [...tables].every(([name, columns]) => {
    const found = tableColumns(db, name);
    return columns.every((column) => found.includes(column));
  });
  return hasTables && [...indexes].every(([name, columns]) => columns.join() === indexColumns(db, name).join());
}

/** SQLite's own names begin with `sqlite_`, and may differ between its versions. */
function ownNames(db: DatabaseSync, type: "table" | "index"): string[] {
  const rows = db.prepare("select name from sqlite_schema where type = ? and name not like 'sqlite!_%' escape '!'").all(type);
  return rows.map(({ name }) => String(name));
}

/** Each as JSON with its type and constraints, in any order: statements name columns. */
function tableColumns(db: DatabaseSync, table: string): string[] {
  const rows = db.prepare(`select name, type, "notnull", dflt_value, pk from pragma_table_info(?)`).all(table);
  return rows.map((row) => JSON.stringify(row));
}

function indexColumns(db: DatabaseSync, index: string): string[] {
  const rows = db
    .prepare(`
      select tbl_name as name from sqlite_schema where type = 'index' and name = ?1
      union all select name from (select name from pragma_index_info(?1) order by seqno)`)
    .all(index);
  return rows.map(({ name }) => String(name));
}

function findChecksumProblem(db: DatabaseSync): string | null {
  const logged = db.prepare("select revision, project, kind, id, schema, value, checksum from changes").iterate();
  for (const { revision, project, kind, id, schema, value, checksum } of logged)
    if (computeChangeChecksum([revision, project, kind, id, schema, value]) !== checksum)
      return `a change of its revision ${revision} does not match its checksum`;
  return null;
}

/** CRC-32 of a logged change: only changes that match theirs rebuild current values. @param change its columns in their order */
export function computeChangeChecksum(change: readonly unknown[]): number {
  return zlib.crc32(JSON.stringify(change));
}
