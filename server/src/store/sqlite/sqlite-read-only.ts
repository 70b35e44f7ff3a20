/**
 * A database that can be read and not written: a read-only mount, a directory or a file without write permission, a disk on which
 * not even the empty write-ahead log can be created. SQLite's exclusive lock needs a writable file, so this connection holds none:
 * it notices a writer by the times and sizes of the files, and never writes itself.
 */
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { fileSize } from "../file-size.ts";
import { busy, primaryCode, resultCode } from "./sqlite-error.ts";
import { inUse } from "./sqlite-lock.ts";
import { writeObstacle } from "./write-obstacle.ts";

/** SQLite's codes for a file that cannot be written where it is: permission, read-only, I/O, disk full, cannot open. */
const readableCodes: ReadonlySet<number> = new Set([3, 8, 10, 13, 14]);

/** Returns whether opening failed because nothing can be written there, so that it may still be read. */
export function isUnwritable(error: unknown): boolean {
  const code = primaryCode(error);
  if (code !== null) return readableCodes.has(code);
  return error instanceof Error && "syscall" in error;
}

/** @throws unavailable (another process holds it), an SQLite error */
export function connectReadOnly(file: string): DatabaseSync {
  refuseHeld(file);
  return openWithoutLocks(file);
}

/**
 * Never while this process has the file open for writing: closing this connection would release its locks.
 * @throws an SQLite error
 */
export function openWithoutLocks(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  // Without a write-ahead log to read, the file alone is the database, and SQLite could not create an empty one.
  if (fileSize(`${file}-wal`) > 0) address.searchParams.set("vfs", process.platform === "win32" ? "win32-none" : "unix-none");
  else address.searchParams.set("immutable", "1");
  const db = new DatabaseSync(address, { readOnly: true });
  try {
    // The index of the write-ahead log is then in this process's memory, and no -shm file is needed.
    db.exec("pragma locking_mode = exclusive; pragma mmap_size = 0");
    db.prepare("select count(*) from sqlite_schema").get();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Requests only the shared lock: any answer but "busy" means that no process writes. @throws unavailable */
function refuseHeld(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
  try {
    db.exec("pragma locking_mode = exclusive");
    db.prepare("select count(*) from sqlite_schema").get();
  } catch (error) {
    if (primaryCode(error) === busy) throw inUse(file, error);
    if (resultCode(error) === null) throw error;
  } finally {
    db.close();
  }
}

/** Throws once another process has written to the files since they were opened. Costs two `stat` calls. */
export function refuseChanged(file: string): () => void {
  const opened = marksOf(file);
  return () => {
    if (marksOf(file) === opened) return;
    throw new DrawbridgeError(
      "unavailable",
      `The database ${file} was changed by another process since this one opened it for reading. Nothing was changed here. ` +
        "Stop the other process, or restart this one.",
    );
  };
}

function marksOf(file: string): string {
  return [file, `${file}-wal`]
    .map((path) => {
      const { ino, size, mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { ino: 0, size: 0, mtimeMs: 0 };
      // SQLite may create the log empty while it reads.
      return size === 0 ? "" : `${ino} ${size} ${mtimeMs}`;
    })
    .join();
}

/** For people: why changes are refused, and how that ends. */
export function readOnlySentence(file: string): string {
  const { reason, remedy } = writeObstacle(file) ?? unknownObstacle;
  return `The database ${file} is open for reading only, since ${reason}. Reads continue; nothing was changed. ${remedy}, then restart Drawbridge.`;
}

const unknownObstacle = {
  reason: "it could not be opened for writing",
  remedy: "Check the disk and the permissions of the directory",
};
