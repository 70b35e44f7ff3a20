/**
 * Finds the reason why a database cannot be written by asking the file system: SQLite's codes distinguish permissions, disks and
 * mounts badly.
 */
import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { freeBytesSync } from "../free-space.ts";

interface WriteObstacle {
  /** Continues a sentence after "since". */
  readonly reason: string;
  /** Imperative, without a full stop. */
  readonly remedy: string;
}

/** Bytes below which a disk counts as full: a commit needs a few pages of 4 KiB. */
const NO_ROOM = 64 * 1024;

/** Null: the file system reports none. Opens no file: closing one would release SQLite's locks on it. */
export function writeObstacle(file: string): WriteObstacle | null {
  const directory = dirname(file);
  for (const path of [directory, file, `${file}-wal`]) {
    const code = refusalOf(path);
    if (code === "EROFS")
      return { reason: `${path} is on a file system that is mounted read-only`, remedy: "Mount it for writing" };
    if (code !== null)
      return {
        reason: `the user that Drawbridge runs as has no permission to read and write ${path}`,
        remedy: "Give that user permission to write the directory and the files in it",
      };
  }
  if ((freeBytesSync(directory) ?? NO_ROOM) < NO_ROOM)
    return { reason: `the disk of ${directory} is full`, remedy: "Free some space" };
  return null;
}

/** For people, after the name of the database. */
export function obstacleText({ reason, remedy }: WriteObstacle): string {
  return `cannot be written, since ${reason}. ${remedy}.`;
}

function refusalOf(path: string): string | null {
  if (!existsSync(path)) return null;
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "EACCES";
  }
}
