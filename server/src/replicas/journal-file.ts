/** Operations run one after the other, and resolve when synced. */

import { hash } from "node:crypto";
import { constants, rmSync } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { syncDirectory } from "../base/sync-directory.ts";

export class JournalFile {
  readonly path: string;
  #working: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.path = path;
  }

  /** Writes all lines or none. The file exists, since it starts with a heading. @throws a system error */
  append(text: string): Promise<void> {
    return this.#inTurn(async () => {
      const file = await open(this.path, constants.O_WRONLY | constants.O_APPEND);
      try {
        await appendOrUndo(file, text);
      } finally {
        await file.close();
      }
    });
  }

  /** Leaves no part of a file behind. @param text called when its turn comes @throws a system error */
  replace(text: () => string): Promise<void> {
    const part = `${this.path}.part`;
    return this.#inTurn(async () => {
      try {
        const file = await open(part, "w", 0o600);
        try {
          await file.appendFile(text());
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, this.path);
      } catch (error) {
        rmSync(part, { force: true });
        throw error;
      }
      await syncDirectory(dirname(this.path));
    });
  }

  async idle(): Promise<void> {
    await this.#working;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#working.then(work);
    this.#working = turn.catch(() => undefined);
    return turn;
  }
}

/** A half-written line would damage the next one. */
async function appendOrUndo(file: FileHandle, text: string): Promise<void> {
  const { size } = await file.stat();
  try {
    await file.appendFile(text);
    await file.datasync();
  } catch (error) {
    await file.truncate(size).catch(() => undefined);
    throw error;
  }
}

/** Characters of a checksum, and of `,"sum":"…"}`. */
const checksumLength = 16;
const endLength = checksumLength + 10;

/** The last field is a checksum of the text before it: it detects damage, not forgery. */
export function checkedLine(value: object): string {
  const start = JSON.stringify(value).slice(0, -1);
  return `${start},"sum":"${computeChecksum(start)}"}\n`;
}

/** @param line without its line feed. @throws an error: it is damaged */
export function parseLine(line: string): unknown {
  if (!isChecked(line)) throw new Error("the checksum does not match");
  return JSON.parse(line);
}

export function isChecked(line: string): boolean {
  const start = line.slice(0, -endLength);
  return line.slice(-endLength) === `,"sum":"${computeChecksum(start)}"}`;
}

function computeChecksum(text: string): string {
  return hash("sha256", text, "hex").slice(0, checksumLength);
}
