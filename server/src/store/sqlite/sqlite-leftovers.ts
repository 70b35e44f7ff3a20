/** A killed process leaves these files. Some hold all secrets, and no command would ever delete them. */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const companions = ["-journal", "-wal", "-shm"] as const;

/** Until it is checked. */
export function backupFile(file: string): string {
  return `${file}.backup`;
}

export function restoringFile(file: string): string {
  return `${file}.restoring`;
}

/** A name that is too long has no files. @throws a system error */
export function dropDatabase(file: string): void {
  for (const path of ["", ...companions].map((end) => file + end)) if (existsSync(path)) rmSync(path, { force: true });
}

/**
 * Undoes an incomplete replacement too. Call with the lock, which a running backup, restore or migration has. Files that cannot
 * be deleted do not keep the store from opening.
 */
export function dropLeftovers(file: string): void {
  for (const path of leftovers(file)) {
    try {
      undoReplacement(file, path);
      rmSync(path, { force: true });
    } catch {
      // A read-only disk, or rights: the next start tries again.
    }
  }
}

export function leftovers(file: string): string[] {
  const directory = dirname(file);
  const name = basename(file);
  const isLeft = (entry: string) => {
    if (/^holder\.\d+\.new$/.test(entry)) return true;
    if (!entry.startsWith(`${name}.`)) return false;
    const rest = entry.slice(name.length + 1);
    return /^(backup|restoring|before-.+\.partial)(-journal|-wal|-shm)?$/.test(rest) || isUnfinishedReplacement(file, entry);
  };
  try {
    return readdirSync(directory)
      .filter(isLeft)
      .map((entry) => join(directory, entry));
  } catch {
    return [];
  }
}

/** The renamed database of an incomplete replacement: the file has both names until the end. */
function isUnfinishedReplacement(file: string, entry: string): boolean {
  if (!/\.replaced-\d{8}T\d{6}Z$/.test(entry) || !existsSync(file)) return false;
  const [own, other] = [statSync(file), statSync(join(dirname(file), entry))];
  return own.ino === other.ino && own.dev === other.dev;
}

/** The write-ahead log of a damaged database is renamed with it. */
function undoReplacement(file: string, path: string): void {
  if (!isUnfinishedReplacement(file, basename(path))) return;
  for (const end of companions) {
    if (existsSync(`${path}${end}`) && !existsSync(`${file}${end}`)) renameSync(`${path}${end}`, `${file}${end}`);
  }
}
