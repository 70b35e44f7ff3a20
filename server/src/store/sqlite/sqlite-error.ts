/** From SQLite's result codes (https://sqlite.org/rescode.html) to a sentence that says what to do. */
import { DrawbridgeError } from "../../domain/errors.ts";

/** `unavailable` where the file, the disk or another process is at fault; anything else is a defect and comes back as it was. */
export function explain(error: unknown, file: string): unknown {
  if (error instanceof Error && "syscall" in error) {
    const message = `The directory of the database ${file} cannot be used: ${error.message}`;
    return new DrawbridgeError("unavailable", message, [], error);
  }
  const code = resultCode(error);
  const sentence = code === null ? undefined : sentences[code & 0xff];
  if (sentence === undefined) return error;
  return new DrawbridgeError("unavailable", `The database ${file} ${sentence} (SQLite code ${code})`, [], error);
}

/** SQLite's extended result code, or null where the error is not SQLite's. */
export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error)) return null;
  return typeof error.errcode === "number" ? error.errcode : null;
}

/** The primary code of "another connection has a lock". */
export const busy = 5;

const restore = "Stop Drawbridge, keep a copy of the whole directory, and put back a backup.";
const rights = "cannot be written: give the user that Drawbridge runs as the right to write it and its directory.";

const sentences: Readonly<Record<number, string>> = {
  3: rights,
  [busy]: "is held by another process: stop that one.",
  6: "is held by another connection of this process.",
  7: "needs more memory than there is.",
  8: rights,
  10: "could not be read or written; look at the disk. A change that was under way may or may not be there after a restart.",
  11: `is damaged. ${restore}`,
  13: "does not fit on the disk any more: make room. Reads go on, changes are refused until then.",
  14: "cannot be opened: look whether its directory exists and the user that Drawbridge runs as may write there.",
  15: "could not be locked: it must be on a local disk, not on a network drive.",
  22: "is on a file system that lacks what SQLite needs: use a local disk.",
  26: `is not an SQLite database, or its beginning is damaged. ${restore}`,
};
