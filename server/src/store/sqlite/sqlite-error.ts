import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { freeBytesSync } from "../disk-space.ts";

/**
 * `unavailable` with the next step if the file, the disk or another process is at fault (https://sqlite.org/rescode.html); a
 * defect is unchanged.
 */
export function explain(error: unknown, file: string): unknown {
  if (error instanceof Error && "syscall" in error) {
    const obstacle = writeObstacle(file);
    const advice = obstacle === null ? "" : ` ${obstacle.remedy}.`;
    const message = `The directory of the database ${file} cannot be used: ${error.message}.${advice}`;
    return new DrawbridgeError("unavailable", message, [], error);
  }
  const code = resultCode(error);
  const sentence = code === null ? undefined : sentenceOf(code & 0xff, file);
  if (sentence === undefined) return error;
  return new DrawbridgeError("unavailable", `The database ${file} ${sentence} (SQLite code ${code})`, [], error);
}

/** While opening, every SQLite error is the file's: its tables may be damaged. */
export function explainOpening(error: unknown, file: string): unknown {
  const explained = explain(error, file);
  if (explained !== error || resultCode(error) === null) return explained;
  const how = damagedSentence(`SQLite says: ${(error as Error).message}.`);
  return new DrawbridgeError("unavailable", `The database ${file} ${how}`, [], error);
}

function sentenceOf(code: number, file: string): string | undefined {
  const obstacle = obstacleCodes.has(code) ? writeObstacle(file) : null;
  return obstacle === null ? sentences[code] : obstacleText(obstacle);
}

export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error)) return null;
  return typeof error.errcode === "number" ? error.errcode : null;
}

/** The primary code of "another connection has a lock". */
export const busy = 5;
/** No probe can show that a damaged database is whole again. */
export const damaged: readonly number[] = [11, 26];

export function primaryCode(error: unknown): number | null {
  const code = resultCode(error);
  return code === null ? null : code & 0xff;
}

const obstacleCodes: ReadonlySet<number> = new Set([3, 8, 10, 14]);

const restore = "Stop Drawbridge, keep a copy of the whole directory, and restore a backup (/docs/backup).";

/** Follows the name of the file. @param how a sentence */
export function damagedSentence(how: string): string {
  return `is damaged. ${how} ${restore}`;
}

const rights = "cannot be written: give the user that Drawbridge runs as permission to write it and its directory.";

const sentences: Readonly<Record<number, string>> = {
  3: rights,
  [busy]: "is locked by another process: stop that process.",
  6: "is locked by another connection of this process.",
  7: "needs more memory than is available.",
  8: rights,
  10: "could not be read or written: check the disk. A change in progress may or may not be there after a restart.",
  11: `is damaged. ${restore}`,
  13: "has no room left on its disk; nothing was changed. Free some space, and try again.",
  14: "cannot be opened: check that its directory exists and that the user that Drawbridge runs as can write to it.",
  15: "could not be locked: it must be on a local disk, not on a network drive.",
  22: "is on a file system that lacks what SQLite needs: use a local disk.",
  26: `is not an SQLite database, or its beginning is damaged. ${restore}`,
};

interface WriteObstacle {
  /** Continues a sentence after "since". */
  readonly reason: string;
  /** Imperative, without a full stop. */
  readonly remedy: string;
}

/** Bytes below which a disk counts as full: a commit needs a few pages of 4 KiB. */
const NO_ROOM = 64 * 1024;

/** Opens no file: closing one would release SQLite's locks on it. Null means the file system reports none. */
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
