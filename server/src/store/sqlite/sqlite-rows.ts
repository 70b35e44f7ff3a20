/** A start rebuilds rows that differ from a sound log, and otherwise refuses the database. */
import type { DatabaseSync } from "node:sqlite";
import { NotTransient } from "drawbridge-rules/values/errors.ts";
import { numberOf, rowsFollowLog } from "./sqlite-check.ts";
import { damagedSentence, resultCode } from "./sqlite-error.ts";
import { logProblem } from "./sqlite-log-comparison.ts";

export class DamagedDatabase extends NotTransient {}

/** Takes about a second for a million changes. Returns the number of rebuilt rows. @throws DamagedDatabase */
export function checkRows(db: DatabaseSync, file: string): number {
  return withoutDamage(file, () => (compareRows(db, file) ? 0 : rebuild(db)));
}

/** False means a start rebuilds the rows. @throws DamagedDatabase */
export function compareRows(db: DatabaseSync, file: string): boolean {
  return withoutDamage(file, () => {
    refuseDamagedHead(db, file);
    if (rowsFollowLog(db)) return true;
    const problem = findUnreadable(db) ?? logProblem(db);
    if (problem !== null) throw damaged(file, `Its current values do not match its log, and ${problem}.`);
    return false;
  });
}

function withoutDamage<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    // A damaged revision can be a number that JavaScript does not have.
    if (resultCode(error) === null && (error as NodeJS.ErrnoException).code !== "ERR_OUT_OF_RANGE") throw error;
    throw damaged(file, `SQLite says: ${(error as Error).message}.`);
  }
}

/** Without the end of the log, revisions have no meaning. */
function refuseDamagedHead(db: DatabaseSync, file: string): void {
  const { epoch, revision } = { ...db.prepare("select epoch, cast(revision as text) as revision from head").get() };
  const { last } = { ...db.prepare("select cast(coalesce(max(revision), 0) as text) as last from commits").get() };
  const isEpoch = typeof epoch === "string" && /^[\x21-\x7e]{1,64}$/.test(epoch);
  if (!isEpoch || revision !== last) throw damaged(file, "Its log does not end where its head says.");
}

/** With a single max(), SQLite takes the other columns from the row that has it. */
export const rowsOfLog = `
  select project, kind, id, schema, value, revision from (
    select project, kind, id, schema, value, max(revision) as revision from changes
    group by project, kind, id having value is not null)`;

function findUnreadable(db: DatabaseSync): string | null {
  for (const table of ["head", "commits", "changes", "project_commits"]) {
    const found = db.prepare(`pragma integrity_check(${table})`).get()?.integrity_check;
    if (found !== "ok") return `SQLite says: ${String(found).split("\n")[0]}`;
  }
  return null;
}

function rebuild(db: DatabaseSync): number {
  const columns = "project, kind, id, schema, value, revision";
  const different = numberOf(
    db,
    `select count(*) from (
      select project, kind, id from (${rowsOfLog} except select ${columns} from resources)
      union select project, kind, id from (select ${columns} from resources except ${rowsOfLog}))`,
  );
  try {
    db.exec(`begin immediate; delete from resources; insert into resources (${columns}) ${rowsOfLog}; commit`);
  } finally {
    if (db.isTransaction) db.exec("rollback");
  }
  return different;
}

function damaged(file: string, how: string): DamagedDatabase {
  return new DamagedDatabase(`The database ${file} ${damagedSentence(how)}`);
}
