/** A start writes these files only after the database: without it, the volume was lost. */
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UnusableStore } from "drawbridge-rules/values/errors.ts";
import { fileSize } from "../disk-space.ts";

/** Nodes and edges have one until another store takes its place. */
export const replicaName = "replica";

/** A first start, killed anywhere, has the database before any of them. */
const laterFiles = /^(drawbridge\.db-wal|admin-token|replica|replica-commits|demo-key|drawbridge\.db\.before-.*|lost-.*\.yaml)$/;
/** A first start may have written them before any content. `opened` is none: an edge has it too. */
const earlyFiles = /^(drawbridge\.db-shm|holder|first-account-link)$/;

const headerLength = 100;
const migrationAt = 60;

/** Call before SQLite opens the file: it deletes the write-ahead log of an empty file. @throws unavailable */
export function refuseLostVolume(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) refuseBeside(file, "is missing", (name) => laterFiles.test(name) || earlyFiles.test(name));
  else if (found.isFile() && found.size === 0) refuseBeside(file, "is empty", (name) => laterFiles.test(name));
}

/** Call with a database without tables. @throws unavailable */
export function refuseLostTables(file: string): void {
  refuseBeside(file, "has no tables", (name) => laterFiles.test(name) && name !== "drawbridge.db-wal");
}

/** False for a missing or empty file, and for one that an interrupted restore was about to replace. */
export function hasTables(file: string): boolean {
  if (fileSize(file) < headerLength || fileSize(`${file}-wal`) > 0) return fileSize(file) > 0;
  const header = Buffer.alloc(headerLength);
  const opened = openSync(file, "r");
  try {
    readSync(opened, header);
  } finally {
    closeSync(opened);
  }
  return header.readUInt32BE(migrationAt) > 0 || !header.toString("latin1").startsWith("SQLite format 3");
}

function refuseBeside(file: string, how: string, isTrace: (name: string) => boolean): void {
  const directory = dirname(file);
  // A file in its place is reported when SQLite opens the database.
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
  const present = readdirSync(directory).filter((name) => isTrace(name) && fileSize(join(directory, name)) > 0);
  if (present.length === 0) return;
  const names = present.sort().join(", ");
  throw new UnusableStore(
    "empty_data_directory",
    `The database ${file} ${how}, but ${directory} has files of an earlier installation (${names}): its volume looks lost, or another one is mounted. ` +
      `Mount the right one, or restore a backup. To begin with an empty database, move these files away, and ${basename(file)} too if it is there.`,
  );
}
