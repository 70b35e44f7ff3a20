import { statSync } from "node:fs";

/** Bytes; 0: there is no such file. Opens nothing: closing a file would release SQLite's locks on it (sqlite-file.ts). */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
