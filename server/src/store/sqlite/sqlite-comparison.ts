/**
 * Compares the current rows with those that the log adds up to, and serves only rows that match: a flipped byte, a lost page or a
 * manual edit affects only one of them.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Kind } from "drawbridge-rules/project/kind.ts";
import { findDamage } from "drawbridge-rules/project/stored-shape.ts";
import { runSteps, type Steps } from "drawbridge-rules/values/steps.ts";
import type { Damage, Row } from "../store.ts";
import { strayRowsQuery } from "./sqlite-check.ts";
import { resultCode } from "./sqlite-error.ts";

/** Returns whether all rows are what the log adds up to. Reads both: about a second for a million changes. */
export function rowsFollowLog(db: DatabaseSync): boolean {
  try {
    return count(db, strayRowsQuery) === 0 && count(db, currentRowsQuery) === count(db, "select count(*) from resources");
  } catch (error) {
    if (resultCode(error) === null) throw error;
    return false;
  }
}

/** Resources that the log ends with. With a single max(), SQLite takes the other columns from the row that has it. */
const currentRowsQuery = `
  select count(*) from (
    select value, max(revision) from changes group by project, kind, id having value is not null)`;

interface ComparedRows {
  /** Sorted by project: the rows that match the log, and one version of each damaged read key. */
  readonly rows: Row[];
  readonly damages: Damage[];
}

/** Projects whose rows differ from their log or cannot be read; null: not known, or too many, so that each must be compared. */
export type Suspects = ReadonlySet<string> | null;

/** Names that a thread hands over. */
const maxSuspects = 100_000;

/** The projects to compare whenever the store is read. Blocks: a second for 20,000 projects if something is damaged. */
export function findSuspects(db: DatabaseSync): Suspects {
  if (rowsFollowLog(db)) return new Set();
  const comparison = new ProjectComparison(db);
  const { names, isComplete } = runSteps(projectNames(db));
  const suspects = new Set(names.filter((project) => comparison.of(project).damages.length > 0));
  return isComplete && suspects.size <= maxSuspects ? suspects : null;
}

interface ComparedStore {
  readonly compared: ComparedRows;
  /** Suspects for the next comparison. */
  readonly suspects: Suspects;
}

/** The present rows, with those of the suspects compared. A page that cannot be read costs the projects that are on it. */
export function* compareSuspects(
  db: DatabaseSync,
  suspects: Suspects,
  allRows: () => Iterable<readonly Row[]>,
): Steps<ComparedStore> {
  const comparison = new ProjectComparison(db);
  if (suspects !== null) {
    const compared = yield* besideSuspects(comparison, [...suspects].sort(), allRows);
    if (compared !== null) return { compared, suspects };
  }
  const compared: ComparedRows = { rows: [], damages: [] };
  const { names, isComplete } = yield* projectNames(db, suspects ?? []);
  for (const project of names) {
    add(compared, (suspects?.has(project) === false && comparison.sound(project)) || comparison.of(project));
    yield;
  }
  return { compared, suspects: isComplete ? new Set(compared.damages.map(({ project }) => project)) : suspects };
}

/** Null: the rows cannot be read in one go. @param suspects sorted */
function* besideSuspects(
  comparison: ProjectComparison,
  suspects: readonly string[],
  allRows: () => Iterable<readonly Row[]>,
): Steps<ComparedRows | null> {
  const compared: ComparedRows = { rows: [], damages: [] };
  const suspected = new Set(suspects);
  let next = 0;
  const batches = allRows()[Symbol.iterator]();
  for (;;) {
    const batch = readable(() => batches.next());
    if (batch === null) return null;
    if (batch.done) break;
    for (const row of batch.value) {
      for (let name = suspects[next]; name !== undefined && name < row.project; name = suspects[++next]) {
        add(compared, comparison.of(name));
        yield;
      }
      // A damaged name is in no project.
      if (typeof row.project === "string" && !suspected.has(row.project)) compared.rows.push(row);
    }
    yield;
  }
  for (const name of suspects.slice(next)) {
    add(compared, comparison.of(name));
    yield;
  }
  return compared;
}

function add(compared: ComparedRows, { rows, damages }: ComparedRows): void {
  for (const row of rows) compared.rows.push(row);
  for (const damage of damages) compared.damages.push(damage);
}

class ProjectComparison {
  readonly #rows: StatementSync;
  readonly #log: StatementSync;

  constructor(db: DatabaseSync) {
    this.#rows = db.prepare(`select ${columns} from resources where project = ? order by kind, id`);
    this.#log = db.prepare(`
      select project, kind, id, schema, value, max(revision) as revision from changes where project = ?
      group by kind, id having value is not null order by kind, id`);
  }

  of(project: string): ComparedRows {
    return compareProject(project, readRows(this.#rows, project), readRows(this.#log, project));
  }

  /** Rows of a project that was compared before; null: it cannot be read now. */
  sound(project: string): ComparedRows | null {
    const rows = readRows(this.#rows, project);
    return rows && { rows, damages: [] };
  }
}

const columns = "project, kind, id, schema, value, revision";

function compareProject(project: string, rows: readonly Row[] | null, log: readonly Row[] | null): ComparedRows {
  const inRows = byName(rows ?? []);
  const inLog = byName(log ?? []);
  const found: ComparedRows = { rows: [], damages: [] };
  for (const how of [rows === null ? "cannot be read" : null, log === null ? "cannot be compared with its log" : null]) {
    if (how !== null) found.damages.push({ project, kind: null, id: "", how });
  }
  for (const name of new Set([...inRows.keys(), ...inLog.keys()])) {
    const row = inRows.get(name);
    const logged = inLog.get(name);
    if (row && logged && isSame(row, logged)) {
      found.rows.push(row);
      continue;
    }
    const one = (row ?? logged) as Row;
    // Tokens and grants that only one of them has unlike the other are dropped; if one cannot be read at all, operators keep access.
    if (project === "" && (rows === null || log === null) && findDamage(one) === null) found.rows.push(one);
    if (rows !== null && log !== null)
      found.damages.push({ project, kind: one.kind, id: one.id, how: differenceOf(row, logged) });
    // A damaged project answers its keys 503, so any version with the right hash will do.
    const key = [logged, row].find((version) => version?.kind === "read_key" && findDamage(version) === null);
    if (key) found.rows.push(key);
  }
  return found;
}

function differenceOf(row: Row | undefined, logged: Row | undefined): string {
  if (row === undefined) return "is in the log, and missing from the current values";
  return findDamage(row) ?? (logged === undefined ? "is not in the log" : "differs from its log");
}

function isSame(row: Row, logged: Row): boolean {
  return row.value === logged.value && row.schema === logged.schema && row.revision === logged.revision;
}

function byName(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [JSON.stringify([row.kind, row.id]), row]));
}

/** Null: they cannot be read. */
function readRows(statement: StatementSync, project: string): Row[] | null {
  return readable(() => statement.all(project).map((row) => ({ ...row, kind: String(row.kind) as Kind }) as unknown as Row));
}

/** In order, from all places that name one, as far as each can be read. @param known names that may be nowhere else */
function* projectNames(db: DatabaseSync, known: Iterable<string> = []): Steps<{ names: string[]; isComplete: boolean }> {
  const names = new Set<string>([...known, ""]);
  let isComplete = true;
  for (const table of ["resources", "changes", "project_commits"]) {
    const next = db.prepare(`select min(project) as project from ${table} where project > ?`);
    for (let after: string | null = ""; after !== null; ) {
      const from: string = after;
      const found = readable(() => next.get(from) ?? {});
      after = typeof found?.project === "string" ? found.project : null;
      if (after !== null) names.add(after);
      else if (found?.project !== null) isComplete = false;
      yield;
    }
  }
  return { names: [...names].sort(), isComplete };
}

function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    // A damaged revision can be a number that JavaScript does not have.
    if (resultCode(error) === null && (error as NodeJS.ErrnoException).code !== "ERR_OUT_OF_RANGE") throw error;
    return null;
  }
}

function count(db: DatabaseSync, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0]);
}
