/** Brings a snapshot to the disk: a little after it changed, never twice at the same time, and seldom where that takes long. */
import type { Head } from "../store/store.ts";
import type { Snapshot, SnapshotFile } from "./snapshot-file.ts";

/** Milliseconds between a change and the writing of it, at the least. */
const saveAfter = 1_000;
/** Milliseconds between a failed write and the next attempt. */
const retryAfter = 10_000;
/** A snapshot that takes a second to write is written every ten, by default. */
const usualShare = 10;

export interface SaverWorkings<H extends object> {
  readonly file: SnapshotFile<H>;
  /** Called when a snapshot of that head is on the disk. */
  readonly saved: (head: Head) => unknown;
  /** The snapshot to write; null: none yet. */
  readonly snapshot: () => Snapshot<H> | null;
  /** Whether that snapshot may still take the place of the one there. Absent: always. */
  readonly isWanted?: (head: Head) => boolean;
  /** Milliseconds between a change and the writing of it, at the least. */
  readonly after?: number | undefined;
  /** How many times as long as it took last time lies between two. */
  readonly share?: number;
  /** Null: it is on the disk. */
  readonly told: (problem: string | null, error?: unknown) => void;
}

export class SnapshotSaver<H extends object> {
  readonly #workings: SaverWorkings<H>;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isChanged = false;
  /** Milliseconds that it took last time. */
  #took = 0;

  constructor(workings: SaverWorkings<H>) {
    this.#workings = workings;
  }

  changed(): void {
    this.#isChanged = true;
    const { after = saveAfter, share = usualShare } = this.#workings;
    this.#timer ??= setTimeout(() => void this.flush(), Math.max(after, share * this.#took)).unref();
  }

  /** Resolves when that is on the disk, or cannot be: before it is what there is. */
  save(snapshot: Snapshot<H>): Promise<void> {
    this.#writing = this.#writing.then(() => this.#put(snapshot));
    return this.#writing;
  }

  /** Resolves when the latest change is on the disk, or cannot be. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const snapshot = this.#isChanged ? this.#workings.snapshot() : null;
    if (snapshot === null) return;
    this.#isChanged = false;
    await this.#put(snapshot);
  }

  async #put(snapshot: Snapshot<H>): Promise<void> {
    const { file, saved, told, isWanted = () => true } = this.#workings;
    const started = performance.now();
    try {
      const isWritten = await file.write(snapshot, () => isWanted(snapshot.head));
      if (isWritten) await saved(snapshot.head);
      else if (!isWanted(snapshot.head)) return;
      told(isWritten ? null : "the copy on disk is newer than what this process has: another process writes it too");
    } catch (error) {
      this.#isChanged = true;
      // The disk may have room again before the next change.
      this.#timer ??= setTimeout(() => void this.flush(), retryAfter).unref();
      told(`the copy cannot be written to the disk (${(error as NodeJS.ErrnoException).code ?? "no reason given"})`, error);
    }
    this.#took = performance.now() - started;
  }
}
