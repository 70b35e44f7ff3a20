import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { DrawbridgeError, NotTransient } from "drawbridge-rules/values/errors.ts";
import { threadModule } from "../../base/program-files.ts";
import type { BackupContent } from "../backup.ts";
import { readMigrations } from "../sql/migrations.ts";
import { resultCode } from "./sqlite-error.ts";
import { logDamage } from "./sqlite-log-comparison.ts";
import { drawbridge, ownMigrations, readMigrationNumber } from "./sqlite-migrate.ts";

/** For messages, which may be about a copy of the file. */
export interface CheckedName {
  readonly name: string;
  /** Sentence that says what to do if the file is damaged. */
  readonly advice: string;
}

/**
 * Leaves nothing beside the file, to which no process may be writing. Takes about a second for 100 MB.
 * @throws unavailable: the file does not exist, or is empty, damaged, another program's, or a newer one's
 */
export function checkFile(file: string, named: CheckedName = { name: file, advice: "Use another backup." }): BackupContent {
  refuseEmpty(file, named.name);
  const db = openImmutable(file);
  try {
    return checkDatabase(db, named);
  } finally {
    db.close();
  }
}

/** @throws unavailable */
export function checkDatabase(db: DatabaseSync, named: CheckedName): BackupContent {
  try {
    refuseOther(db, named.name);
    refuseDamaged(db, named.name, named.advice);
    // Tables of an older form are compared after their migration, as they lack columns.
    const different = readMigrationNumber(db) === knownForm() ? logDamage(db) : null;
    if (different !== null) throw damaged(named, different);
    return contentOf(db);
  } catch (error) {
    const code = resultCode(error);
    if (code === null || !(error instanceof Error)) throw error;
    const problem = `${named.name} is damaged, or not a database: ${error.message} (SQLite code ${code}).`;
    throw new NotTransient(`${problem} ${named.advice}`, error);
  }
}

/** In a thread of its own, for a process that has others to answer. @throws what `checkFile` throws */
export function checkFileInThread(file: string, named: CheckedName): Promise<BackupContent> {
  return new Promise((resolve, reject) => {
    const workerData: CheckWork = { file, named };
    const worker = new Worker(threadModule("sqlite-check-worker"), { workerData });
    worker.once("message", ({ content, problem }: CheckMessage) => {
      if (content) resolve(content);
      else reject(new NotTransient(problem ?? ""));
    });
    worker.once("error", reject);
    // After a message this has no effect.
    worker.once("exit", () => reject(new DrawbridgeError("unavailable", `The check of ${named.name} was stopped.`)));
  });
}

export interface CheckWork {
  readonly file: string;
  readonly named: CheckedName;
}

export interface CheckMessage {
  readonly content?: BackupContent;
  readonly problem?: string;
}

function refuseEmpty(file: string, name: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new NotTransient(`There is no file ${name}.`);
  if (found.size === 0) throw new NotTransient(`${name} is empty.`);
}

function knownForm(): number {
  return readMigrations(ownMigrations).length;
}

/** Takes no lock and creates no file (https://sqlite.org/uri.html#uriimmutable). */
function openImmutable(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  address.searchParams.set("immutable", "1");
  return new DatabaseSync(address, { readOnly: true });
}

function refuseOther(db: DatabaseSync, name: string): void {
  const form = readMigrationNumber(db);
  const known = knownForm();
  if (form === 0 || numberOf(db, "pragma application_id") !== drawbridge) {
    throw new NotTransient(`${name} is a database of another program and has no Drawbridge data.`);
  }
  if (form > known) throw newerFormat(name, form, known);
}

export function newerFormat(name: string, form: number, known: number): DrawbridgeError {
  return new NotTransient(`${name} was written by a newer Drawbridge (form ${form}; this one knows ${known}): use that version.`);
}

/** @throws unavailable */
export function refuseDamaged(db: DatabaseSync, name: string, advice = ""): void {
  const named = { name, advice };
  const found = db.prepare("pragma integrity_check(1)").get()?.integrity_check;
  if (found !== "ok") throw damaged(named, String(found).split("\n")[0] ?? "");
  if (db.prepare("pragma foreign_key_check").get()) throw damaged(named, "a reference points to a missing row");
  const revision = numberOf(db, "select revision from head");
  if (revision !== numberOf(db, "select coalesce(max(revision), 0) from commits"))
    throw damaged(named, "its log does not end at its last revision");
  if (!rowsFollowLog(db)) throw damaged(named, "its current values do not match its log");
}

export function rowsFollowLog(db: DatabaseSync): boolean {
  return numberOf(db, strayRowsQuery) === 0 && numberOf(db, currentRowsQuery) === numberOf(db, "select count(*) from resources");
}

/** With a single max(), SQLite takes the other columns from the row that has it. */
const currentRowsQuery = `
  select count(*) from (
    select value, max(revision) from changes group by project, kind, id having value is not null)`;

/** Current values that no commit wrote, or that a later commit replaced. */
const strayRowsQuery = `
  select count(*) from resources left join changes using (project, kind, id, revision)
  where changes.value is not resources.value or changes.schema is not resources.schema or exists (
    select 1 from changes as later
    where later.project = resources.project and later.kind = resources.kind and later.id = resources.id
      and later.revision > resources.revision)`;

function damaged({ name, advice }: CheckedName, how: string): DrawbridgeError {
  return new NotTransient(`${name} is damaged: ${how}. ${advice}`.trimEnd());
}

function contentOf(db: DatabaseSync): BackupContent {
  const found = db
    .prepare(`
      select epoch, revision,
        (select at from commits where commits.revision = head.revision) as committedAt,
        (select count(*) from resources where kind = 'project') as projects,
        (select coalesce(max(schema), 1) from resources) as schema
      from head`)
    .get();
  return { ...found } as unknown as BackupContent;
}

export function numberOf(db: DatabaseSync, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0]);
}
