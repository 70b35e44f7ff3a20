/** Writes a file completely or not at all, readable only by its owner. */
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { isRunning } from "../store/holder.ts";
import { syncDirectory, syncFile } from "../store/sqlite/sqlite-file.ts";

/** Milliseconds after which no process of another machine writes to a file that was not written to. */
const surelyLeft = 24 * 60 * 60_000;
const companions = ["", "-journal", "-wal", "-shm"] as const;

/**
 * `write` gets the path of a temporary file, which is renamed once it is complete and synced. Deletes files left by killed
 * processes in that directory.
 * @throws conflict: a file of that name exists and must not be replaced; unavailable; errors of `write`
 */
export async function writeFileAtomically<T>(file: string, mayReplace: boolean, write: (path: string) => Promise<T>): Promise<T> {
  refuseReplacing(file, mayReplace);
  dropPartialFiles(dirname(resolve(file)));
  const partial = `${resolve(file)}.${hostname()}.${process.pid}.${randomBytes(4).toString("hex")}.partial`;
  try {
    const result = await write(partial);
    syncFile(partial);
    refuseReplacing(file, mayReplace);
    renameSync(partial, file);
    syncDirectory(dirname(resolve(file)));
    return result;
  } catch (error) {
    for (const end of companions) rmSync(`${partial}${end}`, { force: true });
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new DrawbridgeError("unavailable", `${file} cannot be written: ${error.message}`, [], error);
  }
}

/** Deletes partial files of processes that have ended. Several machines may write backups into one directory. */
function dropPartialFiles(directory: string): void {
  try {
    for (const name of readdirSync(directory)) {
      const [, before = "", pid] = /^(.+)\.(\d+)\.[0-9a-f]{8}\.partial(-journal|-wal|-shm)?$/.exec(name) ?? [];
      if (pid === undefined) continue;
      const path = join(directory, name);
      const isOurs = before.endsWith(`.${hostname()}`);
      const isLeft = isOurs ? !isRunning(Number(pid)) : isOld(path);
      if (isLeft) rmSync(path, { force: true });
    }
  } catch {
    // An unreadable directory is reported when the file is written.
  }
}

function isOld(path: string): boolean {
  return statSync(path).mtimeMs < Date.now() - surelyLeft;
}

function refuseReplacing(file: string, mayReplace: boolean): void {
  if (mayReplace || !existsSync(file)) return;
  throw new DrawbridgeError("conflict", `The file ${file} already exists. Choose another name, or replace it with --force.`);
}
