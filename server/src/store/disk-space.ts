import { type StatsFs, statfsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Bytes that this process can write on the disk of a directory or its nearest existing parent; null means not reported. Off the
 * main thread: a network drive may hang.
 */
export async function freeBytes(directory: string): Promise<number | null> {
  try {
    return writable(await statfs(directory));
  } catch (error) {
    const parent = parentOfMissing(directory, error);
    return parent === null ? null : freeBytes(parent);
  }
}

/** For a local disk, such as a database needs. */
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

/** 0 means no such file. Opens nothing: closing a file would release SQLite's locks on it (sqlite-file.ts). */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
