/** The directory of the embedded store: there, writable by us, and closed to everybody else. */
import { accessSync, constants, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { type Check, fail, ok, warn } from "./check.ts";

const name = "data directory";

/** What nobody else is to read. */
const privateFiles = ["drawbridge.db", "admin-token", "demo-key", "first-account-link", "holder"];

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
  return [checkOpenness(directory, stats), ...privateFiles.flatMap((file) => checkPrivateFile(join(directory, file)))];
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
