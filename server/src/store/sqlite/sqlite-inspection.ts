/**
 * Inspects the database of a directory as a start would, without opening it for writing: another process may have it. Its
 * write-ahead log is part of it, and reading one takes a lock or a copy: it is copied with the database, and only a copy without
 * concurrent writes counts. Run it in a process of its own: closing a file releases the locks that this process has on it.
 */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { BackupContent } from "../backup.ts";
import { describeDamage } from "../checked-store.ts";
import { isRunning } from "../directory-owner.ts";
import { fileSize, freeBytes } from "../disk-space.ts";
import { readMigrations } from "../sql/migrations.ts";
import type { Row } from "../store.ts";
import { checkDatabase, openImmutable } from "./sqlite-check.ts";
import { explain, resultCode } from "./sqlite-error.ts";
import { connect } from "./sqlite-file.ts";
import { dropLeftovers, leftovers } from "./sqlite-leftovers.ts";
import { lock } from "./sqlite-lock.ts";
import { ownMigrations, readMigrationNumber, refuseForeign } from "./sqlite-migrate.ts";
import { compareRows } from "./sqlite-rows.ts";

export interface Inspection {
  /** Null means it could not be read. */
  readonly content: BackupContent | null;
  /** Sentences with what to do. */
  readonly problems: readonly string[];
  /** Why it was not inspected; null means it was. */
  readonly skipped: string | null;
  /** Files of killed processes that were deleted, and others that another process has. */
  readonly dropped: readonly string[];
  readonly left: readonly string[];
}

const attempts = 4;
const parts = ["", "-wal", "-journal"] as const;
const temporary = "drawbridge-doctor-";
/** Maximum values that are named one by one. */
const maxProblems = 10;
const advice = "Stop Drawbridge, keep a copy of the whole directory, and restore the last good backup.";

/** @param schema the newest form of values that this program reads */
export async function inspectFile(file: string, schema: number): Promise<Inspection> {
  const swept = sweep(file);
  for (let attempt = 1; ; attempt++) {
    const before = stateOf(file);
    const found = await look(file, schema);
    // Results of a read during a write are discarded.
    if (before === stateOf(file)) return { ...found, ...swept };
    if (attempt === attempts)
      return { content: null, problems: [], skipped: "it is changing too often to be checked now", ...swept };
  }
}

type Look = Pick<Inspection, "content" | "problems" | "skipped">;

async function look(file: string, schema: number): Promise<Look> {
  if (fileSize(`${file}-wal`) === 0 && fileSize(`${file}-journal`) === 0)
    return { ...lookInto(file, file, schema), skipped: null };
  dropTemporary();
  const needed = parts.reduce((sum, end) => sum + fileSize(`${file}${end}`), 0);
  const free = (await freeBytes(tmpdir())) ?? needed;
  if (free < needed) {
    const skipped = `its copy needs ${needed} bytes in ${tmpdir()}, and ${free} are free: set TMPDIR to another directory`;
    return { content: null, problems: [], skipped };
  }
  const directory = mkdtempSync(join(tmpdir(), `${temporary}${process.pid}-`));
  try {
    const copy = join(directory, "drawbridge.db");
    for (const end of parts) if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${copy}${end}`);
    return { ...lookInto(copy, file, schema), skipped: null };
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    return { content: null, problems: [(explain(error, file) as Error).message], skipped: null };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @param path the file or its copy */
function lookInto(path: string, file: string, schema: number): Pick<Look, "content" | "problems"> {
  const named = { name: `The database ${file}`, advice };
  let db: DatabaseSync | undefined;
  try {
    db = path === file ? openImmutable(path) : connect(path);
    refuseForeign(db, file, readMigrations(ownMigrations));
    // A start creates the tables.
    if (readMigrationNumber(db) === 0) return { content: null, problems: [] };
    if (!compareRows(db, file)) {
      const advice = "Keep a copy of the whole directory, and check disk and memory: the next start rebuilds them from the log.";
      return { content: null, problems: [`${named.name} has values that differ from its log. ${advice}`] };
    }
    const content = checkDatabase(db, named);
    return { content, problems: valueProblems(db, file, schema) };
  } catch (error) {
    if (error instanceof DrawbridgeError) return { content: null, problems: [error.message] };
    const code = resultCode(error);
    if (code === null) throw error;
    const reason = explain(error, file);
    const message = reason instanceof DrawbridgeError ? reason.message : (error as Error).message;
    return { content: null, problems: [message] };
  } finally {
    db?.close();
  }
}

/** Values that no start of this program could read. */
function valueProblems(db: DatabaseSync, file: string, schema: number): string[] {
  const problems: string[] = [];
  const newer = db.prepare("select max(schema) as schema from resources").get()?.schema;
  if (Number(newer ?? 1) > schema)
    problems.push(
      `The database ${file} has values of a newer Drawbridge (form ${newer}; this one knows ${schema}): start that version.`,
    );
  let others = 0;
  for (const row of db.prepare("select project, kind, id, schema, value, revision from resources").iterate()) {
    const damage = describeDamage(row as unknown as Row);
    if (damage === null) continue;
    if (problems.length >= maxProblems) others++;
    else problems.push(`The database ${file} is damaged: ${damage}. ${advice}`);
  }
  if (others > 0)
    problems.push(`The database ${file} has ${others} more damaged ${others === 1 ? "value" : "values"}. ${advice}`);
  return problems;
}

/** Under the lock, which a running backup or restore has. */
function sweep(file: string): Pick<Inspection, "dropped" | "left"> {
  const found = leftovers(file);
  if (found.length === 0) return { dropped: [], left: [] };
  // Without a database there is nothing to hold; a restore creates one first.
  if (!existsSync(file)) dropLeftovers(file);
  else dropWithLock(file);
  const left = leftovers(file);
  return { dropped: found.filter((path) => !left.includes(path)), left };
}

function dropWithLock(file: string): void {
  let db: DatabaseSync | undefined;
  try {
    db = connect(file);
    lock(db, file);
    dropLeftovers(file);
  } catch (error) {
    if (!(error instanceof DrawbridgeError) && resultCode(error) === null) throw error;
  } finally {
    db?.close();
  }
}

/** Copies that a killed inspection left: they hold all secrets. */
function dropTemporary(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = new RegExp(`^${temporary}(\\d+)-`).exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** Differs after every write. */
function stateOf(file: string): string {
  const states = parts.map((end) => {
    const found = statSync(`${file}${end}`, { throwIfNoEntry: false, bigint: true });
    return found ? [found.ino, found.size, found.mtimeNs].join(" ") : "none";
  });
  return states.join(", ");
}
