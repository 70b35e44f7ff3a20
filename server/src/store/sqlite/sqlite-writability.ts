/**
 * Checks whether changes can reach the database file. A running process reads through an open descriptor, so it does not notice by
 * itself that the file was deleted, that its disk is full or that it became read-only: the file's name is compared with the open
 * file before each commit, and everything is checked now and then.
 */
import { statSync } from "node:fs";
import { DrawbridgeError, NotTransient } from "drawbridge-rules/values/errors.ts";
import { damaged, explain, obstacleText, primaryCode, writeObstacle } from "./sqlite-error.ts";

/** Milliseconds between a failed write and the next attempt to write. */
const retryAfter = 4_000;

/** Primary result codes of a file or a disk that cannot be written: permissions, read-only, I/O, full, cannot open, locking. */
const unwritable: readonly number[] = [3, 8, 10, 13, 14, 15, 22];

interface Failure {
  readonly error: unknown;
  readonly isDamage: boolean;
  /** Monotonic clock. */
  readonly triedAt: number;
}

export class SqliteWritability {
  readonly #file: string;
  /** Device and inode of each open file, by path. The write-ahead log appears with the first write. */
  readonly #open = new Map<string, string>();
  #failure: Failure | null = null;

  /** @param file open already, and locked */
  constructor(file: string) {
    this.#file = file;
    this.#remember();
  }

  /** Before a write. @throws unavailable: the open file has another name or none, so that the change would be lost */
  mustBeInPlace(): void {
    for (const [path, identity] of this.#open) {
      const found = identityOf(path);
      if (found !== identity) throw movedAway(path, found === null ? "deleted" : "replaced by another file");
    }
  }

  wrote(): void {
    this.#failure = null;
    this.#remember();
  }

  /** Remembers the error of a write if the disk or the file is the reason. */
  failed(error: unknown): void {
    const code = primaryCode(error);
    if (code === null) return;
    const isDamage = damaged.includes(code);
    if (!isDamage && !unwritable.includes(code)) return;
    this.#failure = { error: explain(error, this.#file), isDamage, triedAt: performance.now() };
  }

  /** @param write writes something that changes nothing, and reports its result here. @throws unavailable: changes would fail */
  async check(write: () => Promise<unknown>): Promise<void> {
    this.mustBeInPlace();
    const obstacle = writeObstacle(this.#file);
    if (obstacle !== null) throw new DrawbridgeError("unavailable", `The database ${this.#file} ${obstacleText(obstacle)}`);
    const failure = this.#failure;
    if (failure === null) return;
    if (failure.isDamage || performance.now() - failure.triedAt < retryAfter) throw failure.error;
    await write();
  }

  #remember(): void {
    for (const path of [this.#file, `${this.#file}-wal`]) {
      const identity = this.#open.has(path) ? null : identityOf(path);
      if (identity !== null) this.#open.set(path, identity);
    }
  }
}

/** Null means there is no such file. Reads the directory only: opening the file would drop SQLite's locks (sqlite-file.ts). */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

function movedAway(path: string, how: string): NotTransient {
  return new NotTransient(
    `${path} was ${how} while this process has it open: changes are refused, since they would be lost. ` +
      "Back it up from this process (drawbridge backup), then stop it and restore that backup.",
  );
}
