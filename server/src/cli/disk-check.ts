/** Free space of the data directory: changes are refused once a commit finds no room. */
import { join } from "node:path";
import { fileSize } from "../store/file-size.ts";
import { freeBytes } from "../store/free-space.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import { sizeText } from "./size-text.ts";

/** Bytes below which a disk counts as nearly full: a commit needs a few pages of 4 KiB. */
const NEARLY_FULL = 256 * 1024;
/** The write-ahead log and copies of it grow to this after large commits. */
const reserve = 64 * 1024 * 1024;

export async function checkDisk(directory: string): Promise<Check[]> {
  const free = await freeBytes(directory);
  if (free === null) return [];
  return [checkRoom(directory, free, stored(directory))];
}

/** @param bytes of the database with its write-ahead log */
export function checkRoom(directory: string, free: number, bytes: number): Check {
  // A backup is written beside the database.
  const needed = bytes + reserve;
  const room = `${sizeText(free)} free for ${directory}`;
  if (free < NEARLY_FULL)
    return fail("disk", `${room}: the disk is full or nearly full. Free some space: without it, changes are refused`);
  if (free >= needed) return ok("disk", room);
  return warn(
    "disk",
    `${room}: a backup of ${sizeText(bytes)} and the write-ahead log need up to ${sizeText(needed)}. Free some space`,
  );
}

function stored(directory: string): number {
  return fileSize(join(directory, "drawbridge.db")) + fileSize(join(directory, "drawbridge.db-wal"));
}
