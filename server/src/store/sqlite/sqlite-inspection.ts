import type { DatabaseSync } from "node:sqlite";
import { NotTransient } from "drawbridge-rules/values/errors.ts";
import type { BackupContent } from "../backup.ts";
import { describeDamage } from "../checked-store.ts";
import { readMigrations } from "../sql/migrations.ts";
import type { Row } from "../store.ts";
import { checkDatabase } from "./sqlite-check.ts";
import { busy, explainOpening, primaryCode } from "./sqlite-error.ts";
import { connect } from "./sqlite-file.ts";
import { lock } from "./sqlite-lock.ts";
import { ownMigrations, readMigrationNumber, refuseForeign } from "./sqlite-migrate.ts";
import { compareRows } from "./sqlite-rows.ts";

const advice = "Stop Drawbridge, keep a copy of the whole directory, and restore the last good backup.";

/**
 * `in_use` if another process has the database, null if it has no tables yet.
 * @param schema the newest form of values that this program reads
 * @throws unavailable: what a start would refuse or rebuild
 */
export function inspectDatabaseFile(file: string, schema: number): BackupContent | "in_use" | null {
  let db: DatabaseSync | undefined;
  try {
    db = connect(file);
    db.exec("pragma busy_timeout = 0");
    lock(db, file);
    return contentOf(db, file, schema);
  } catch (error) {
    if (error instanceof Error && primaryCode(error.cause) === busy) return "in_use";
    throw explainOpening(error, file);
  } finally {
    db?.close();
  }
}

function contentOf(db: DatabaseSync, file: string, schema: number): BackupContent | null {
  refuseForeign(db, file, readMigrations(ownMigrations));
  // A start creates the tables.
  if (readMigrationNumber(db) === 0) return null;
  const name = `The database ${file}`;
  if (!compareRows(db, file)) {
    const remedy = "Keep a copy of the whole directory, and check disk and memory: the next start rebuilds them from the log.";
    throw new NotTransient(`${name} has values that differ from its log. ${remedy}`);
  }
  const content = checkDatabase(db, { name, advice });
  if (content.schema > schema)
    throw new NotTransient(
      `${name} has values of a newer Drawbridge (form ${content.schema}; this one knows ${schema}): start that version.`,
    );
  for (const row of db.prepare("select project, kind, id, schema, value, revision from resources").iterate()) {
    const damage = describeDamage(row as unknown as Row);
    if (damage !== null) throw new NotTransient(`${name} is damaged: ${damage}. ${advice}`);
  }
  return content;
}
