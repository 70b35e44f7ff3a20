/** A missing or empty database beside files that a start writes only after the database: the volume was lost, and is not new. */
import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { fileSize } from "../file-size.ts";

/** Files of a directory whose database has had content. A first start, killed anywhere, has the database before any of them. */
const laterFiles = ["drawbridge.db-wal", "admin-token", "known-commits", "node-copy", "demo-key"];

/**
 * Call before SQLite opens the file: it deletes the write-ahead log of a database of 0 bytes.
 * @throws unavailable: the file is missing or empty, and others show an earlier installation
 */
export function refuseLostVolume(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) refuseBesideLaterFiles(file, "is missing");
  else if (found.isFile() && found.size === 0) refuseBesideLaterFiles(file, "is empty");
}

/** Call with a database without tables. @throws unavailable */
export function refuseLostTables(file: string): void {
  refuseBesideLaterFiles(file, "has no tables", "drawbridge.db-wal");
}

function refuseBesideLaterFiles(file: string, how: string, except?: string): void {
  const directory = dirname(file);
  const present = laterFiles.filter((name) => name !== except && fileSize(join(directory, name)) > 0);
  if (present.length === 0) return;
  const names = present.join(", ");
  throw new DrawbridgeError(
    "unavailable",
    `The database ${file} ${how}, but ${directory} has files of an earlier installation (${names}): its volume looks lost, or another one is mounted. ` +
      `Mount the right one, or restore a backup. To begin with an empty database, move these files away, and ${basename(file)} too if it is there.`,
  );
}
