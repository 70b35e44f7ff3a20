/** The directory of the embedded store: there, writable by us, and closed to everybody else. */
import { accessSync, constants, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { type Check, fail, ok, warn } from "./check.ts";

const name = "data directory";

/** Files with secrets or hashes of them, with their copies and SQLite's files beside them. */
const privateFiles =
  /^(drawbridge\.db|admin-token|demo-key|first-account-link|holder|known-commits|node-copy|edge-copy|edge-commits)\b/;
/** Files that a server writes to. */
const writtenFiles = /^(drawbridge\.db(-wal)?|known-commits|node-copy|edge-copy|edge-commits)$/;

export function checkDataDirectory(directory: string): Check[] {
  const stats = statsOf(directory);
  if (stats === null)
    return [
      warn(name, `${directory} is not there: the server makes it at its first start. Is DRAWBRIDGE_DATA meant to be another?`),
    ];
  if (!stats.isDirectory()) return [fail(name, `${directory} is a file: set DRAWBRIDGE_DATA to a directory`)];
  if (!isWritable(directory))
    return [
      fail(name, `${directory} cannot be written by this user: run as the user that the server runs as, or give it the right`),
    ];
  const names = readdirSync(directory).sort();
  return [
    checkOpenness(directory, stats),
    ...names.filter((file) => privateFiles.test(file)).flatMap((file) => checkPrivateFile(join(directory, file))),
    ...names.filter((file) => writtenFiles.test(file)).flatMap((file) => checkWrittenFile(join(directory, file))),
  ];
}

/** Others may look around in it, but not put files of theirs into it. */
function checkOpenness(directory: string, { mode }: Stats): Check {
  if ((mode & 0o022) !== 0) return warn(name, `${directory} can be written by other users: chmod go-w ${directory}`);
  return ok(name, directory);
}

function checkPrivateFile(file: string): Check[] {
  const stats = statsOf(file);
  if (stats === null || (stats.mode & 0o077) === 0) return [];
  return [fail(name, `${file} can be read by other users: chmod 600 ${file}`)];
}

/** A start needs to write: without that, changes are refused. */
function checkWrittenFile(file: string): Check[] {
  const problem = writeProblem(file);
  if (problem === "EROFS") return [fail(name, `${file} is on a file system that is mounted read-only: mount it for writing`)];
  if (problem !== null) return [fail(name, `${file} cannot be written by this user: chmod u+rw ${file}, or run as its owner`)];
  const stats = statsOf(file);
  // Root can write to every file, and the user that the server runs as may not be root.
  if (stats !== null && (stats.mode & 0o200) === 0)
    return [fail(name, `${file} cannot be written by its owner: chmod u+rw ${file}`)];
  return [];
}

function statsOf(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Code of the system; null: it can be read and written, or is gone meanwhile. */
function writeProblem(file: string): string | null {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    const { code = "EACCES" } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? null : code;
  }
}
