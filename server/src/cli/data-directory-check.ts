/** Checks the directory of the embedded store: it exists, this process can write to it, and other users have no access. */
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
    return [warn(name, `${directory} does not exist; the server creates it at its first start. Check DRAWBRIDGE_DATA`)];
  if (!stats.isDirectory()) return [fail(name, `${directory} is a file: set DRAWBRIDGE_DATA to a directory`)];
  const obstacle = accessProblem(directory, constants.W_OK | constants.X_OK);
  if (obstacle === "EROFS") return [fail(name, `${directory} is on a read-only file system: mount it for writing`)];
  if (obstacle !== null)
    return [fail(name, `${directory} is not writable by this user: run as the user of the server, or change its permissions`)];
  const names = readdirSync(directory).sort();
  return [
    checkOpenness(directory, stats),
    ...names.filter((file) => privateFiles.test(file)).flatMap((file) => checkPrivateFile(join(directory, file))),
    ...names.filter((file) => writtenFiles.test(file)).flatMap((file) => checkWrittenFile(join(directory, file))),
  ];
}

/** Other users may list its files, but must not add any. */
function checkOpenness(directory: string, { mode }: Stats): Check {
  if ((mode & 0o022) !== 0) return warn(name, `${directory} is writable by other users: chmod go-w ${directory}`);
  return ok(name, directory);
}

function checkPrivateFile(file: string): Check[] {
  const stats = statsOf(file);
  if (stats === null || (stats.mode & 0o077) === 0) return [];
  return [fail(name, `${file} is readable by other users: chmod 600 ${file}`)];
}

/** A start needs to write: without that, changes are refused. */
function checkWrittenFile(file: string): Check[] {
  if (accessProblem(file, constants.R_OK | constants.W_OK) !== null)
    return [fail(name, `${file} is not writable by this user: chmod u+rw ${file}, or run as its owner`)];
  const stats = statsOf(file);
  // Root can write to every file, and the user that the server runs as may not be root.
  if (stats !== null && (stats.mode & 0o200) === 0)
    return [fail(name, `${file} is not writable by its owner: chmod u+rw ${file}`)];
  return [];
}

function statsOf(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Code of the system; null: it can be used so, or is gone meanwhile. */
function accessProblem(path: string, mode: number): string | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    const { code = "EACCES" } = error as NodeJS.ErrnoException;
    return code === "ENOENT" ? null : code;
  }
}
