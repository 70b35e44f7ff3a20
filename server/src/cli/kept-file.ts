/** A file that is there whole or not at all, readable by nobody else. */
import { randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DrawbridgeError } from "../domain/errors.ts";
import { syncDirectory, syncFile } from "../store/sqlite/sqlite-file.ts";

/**
 * `write` makes the file that it is given the path of; it gets its name when it is done and on the disk.
 * @throws conflict: there is one of that name, and it may not be replaced; unavailable; and what `write` throws
 */
export async function keepFile<T>(file: string, mayReplace: boolean, write: (path: string) => Promise<T>): Promise<T> {
  refuseReplacing(file, mayReplace);
  const partial = `${resolve(file)}.${randomBytes(4).toString("hex")}.partial`;
  try {
    const result = await write(partial);
    syncFile(partial);
    refuseReplacing(file, mayReplace);
    renameSync(partial, file);
    syncDirectory(dirname(resolve(file)));
    return result;
  } catch (error) {
    for (const end of ["", "-journal", "-wal", "-shm"]) rmSync(`${partial}${end}`, { force: true });
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new DrawbridgeError("unavailable", `${file} cannot be written: ${error.message}`, [], error);
  }
}

function refuseReplacing(file: string, mayReplace: boolean): void {
  if (mayReplace || !existsSync(file)) return;
  throw new DrawbridgeError("conflict", `There is a file ${file}. Choose another name, or replace it with --force.`);
}
