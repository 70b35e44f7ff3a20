/** Free space on a disk. */
import { type StatsFs, statfsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Bytes that this process can still write on the disk of a directory, or of its nearest existing parent. Null means the file
 * system does not report it. Off the main thread: a network drive may hang.
 */
export async function freeBytes(directory: string): Promise<number | null> {
  try {
    return writable(await statfs(directory));
  } catch (error) {
    const parent = parentOfMissing(directory, error);
    return parent === null ? null : freeBytes(parent);
  }
}

/** The same for a local disk, such as a database needs. */
export function freeBytesSync(directory: string): number | null {
  try {
    return writable(statfsSync(directory));
  } catch (error) {
    const parent = parentOfMissing(directory, error);
    return parent === null ? null : freeBytesSync(parent);
  }
}

function writable({ bsize, blocks, bfree, bavail }: StatsFs): number | null {
  // The difference is reserved for root.
  return blocks === 0 ? null : bsize * (process.getuid?.() === 0 ? bfree : bavail);
}

function parentOfMissing(directory: string, error: unknown): string | null {
  const parent = dirname(directory);
  return (error as NodeJS.ErrnoException).code === "ENOENT" && parent !== directory ? parent : null;
}

/** Bytes; 0: there is no such file. Opens nothing: closing a file would release SQLite's locks on it (sqlite-file.ts). */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
