/** Whether a file has a whole store in it. Reads it alone, and leaves nothing beside it. */
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { DrawbridgeError } from "../../domain/errors.ts";
import type { BackupContent } from "../backup.ts";
import { resultCode } from "./sqlite-error.ts";
import { currentForm, drawbridge, ownMigrations, readMigrations } from "./sqlite-migrate.ts";

/**
 * Looks at every page, and whether what is in force is what the log adds up to. Takes its time: a second for some 100 MB. Nobody
 * may be writing to the file. @throws unavailable: there is no such file, or it is empty, damaged, another program's, or a newer one's
 */
export function checkFile(file: string): BackupContent {
  refuseEmpty(file);
  try {
    const db = openImmutable(file);
    try {
      refuseOther(db, file);
      refuseDamaged(db, file);
      return contentOf(db);
    } finally {
      db.close();
    }
  } catch (error) {
    const code = resultCode(error);
    if (code === null || !(error instanceof Error)) throw error;
    throw new DrawbridgeError("unavailable", `${file} is damaged, or no database: ${error.message} (SQLite code ${code}).`);
  }
}

/** The same in a thread of its own, for a process that has others to answer. @throws what `checkFile` throws */
export function checkFileAside(file: string): Promise<BackupContent> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./sqlite-check-worker.ts", import.meta.url), { workerData: file });
    worker.once("message", ({ content, problem }: CheckMessage) => {
      if (content) resolve(content);
      else reject(new DrawbridgeError("unavailable", problem ?? ""));
    });
    worker.once("error", reject);
    // After a message this changes nothing.
    worker.once("exit", () => reject(new DrawbridgeError("unavailable", `The check of ${file} was ended.`)));
  });
}

export interface CheckMessage {
  readonly content?: BackupContent;
  readonly problem?: string;
}

function refuseEmpty(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new DrawbridgeError("unavailable", `There is no file ${file}.`);
  if (found.size === 0) throw new DrawbridgeError("unavailable", `${file} is empty.`);
}

/** No lock is asked for, and no file made beside it (https://sqlite.org/uri.html#uriimmutable). */
function openImmutable(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  address.searchParams.set("immutable", "1");
  return new DatabaseSync(address, { readOnly: true });
}

function refuseOther(db: DatabaseSync, file: string): void {
  const form = currentForm(db);
  const known = readMigrations(ownMigrations).length;
  if (form === 0 || numberOf(db, "pragma application_id") !== drawbridge) {
    throw new DrawbridgeError("unavailable", `${file} is another program's database: nothing of Drawbridge is in it.`);
  }
  if (form <= known) return;
  throw new DrawbridgeError(
    "unavailable",
    `${file} was written by a newer Drawbridge (form ${form}; this one knows ${known}): take that version to it.`,
  );
}

/** @throws unavailable: what is there is not a whole store */
export function refuseDamaged(db: DatabaseSync, file: string): void {
  const found = db.prepare("pragma integrity_check(1)").get()?.integrity_check;
  if (found !== "ok") throw damaged(file, String(found).split("\n")[0] ?? "");
  if (db.prepare("pragma foreign_key_check").get()) throw damaged(file, "something belongs to nothing");
  const revision = numberOf(db, "select revision from head");
  if (revision !== numberOf(db, "select coalesce(max(revision), 0) from commits"))
    throw damaged(file, "its log ends elsewhere than it says");
  if (numberOf(db, strays) !== 0) throw damaged(file, "what is in force is not what its log adds up to");
}

/** Current values that no commit has written, or of which there is a newer one. */
const strays = `
  select count(*) from resources left join changes using (project, kind, id, revision)
  where changes.value is not resources.value or changes.schema is not resources.schema or exists (
    select 1 from changes as later
    where later.project = resources.project and later.kind = resources.kind and later.id = resources.id
      and later.revision > resources.revision)`;

function damaged(file: string, how: string): DrawbridgeError {
  return new DrawbridgeError("unavailable", `${file} is damaged: ${how}.`);
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

function numberOf(db: DatabaseSync, sql: string): number {
  return Number(Object.values(db.prepare(sql).get() ?? {})[0]);
}
