/** Saves a snapshot soon after it changes, one write at a time, and less often when writing takes long. */
import type { Head } from "../../store/store.ts";
import type { Snapshot, SnapshotFile } from "./snapshot-file.ts";

/** Minimum milliseconds between a change and its write. */
const saveAfter = 1_000;
/** Time between a failed write and the next attempt, as a multiple of that minimum: by default, ten seconds. */
const retryShare = 10;
/** A snapshot that takes a second to write is written every ten seconds, by default. */
const defaultShare = 10;

interface SaverServices<H extends object> {
  readonly file: SnapshotFile<H>;
  /** Called when a snapshot of that head is on the disk. */
  readonly saved: (head: Head) => unknown;
  /** The snapshot to write; null: none yet. */
  readonly snapshot: () => Snapshot<H> | null;
  /** Returns whether that snapshot may still replace the existing one. Absent: always. */
  readonly isWanted?: (head: Head) => boolean;
  /** Minimum milliseconds between a change and its write. */
  readonly after?: number | undefined;
  /** Minimum time between two writes, as a multiple of the last write's duration. */
  readonly share?: number;
  /** Called after each attempt; null: the snapshot is on the disk. */
  readonly told: (problem: string | null, error?: unknown) => void;
}

export class SnapshotSaver<H extends object> {
  readonly #services: SaverServices<H>;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isChanged = false;
  /** Milliseconds that the last write took. */
  #took = 0;

  constructor(services: SaverServices<H>) {
    this.#services = services;
  }

  changed(): void {
    this.#isChanged = true;
    const { after = saveAfter, share = defaultShare } = this.#services;
    this.#timer ??= setTimeout(() => void this.flush(), Math.max(after, share * this.#took)).unref();
  }

  /** Saves this snapshot before it is used; resolves when it is on the disk, or the write failed. */
  save(snapshot: Snapshot<H>): Promise<void> {
    this.#writing = this.#writing.then(() => this.#put(snapshot));
    return this.#writing;
  }

  /** Resolves when the latest change is on the disk, or the write failed. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const snapshot = this.#isChanged ? this.#services.snapshot() : null;
    if (snapshot === null) return;
    this.#isChanged = false;
    await this.#put(snapshot);
  }

  async #put(snapshot: Snapshot<H>): Promise<void> {
    const { file, saved, told, isWanted = () => true, after = saveAfter } = this.#services;
    const started = performance.now();
    try {
      const isWritten = await file.write(snapshot, () => isWanted(snapshot.head));
      if (isWritten) await saved(snapshot.head);
      else if (!isWanted(snapshot.head)) return;
      told(isWritten ? null : "the copy on disk is newer than this process's data: another process writes it too");
    } catch (error) {
      this.#isChanged = true;
      // The disk may have room again before the next change.
      this.#timer ??= setTimeout(() => void this.flush(), retryShare * after).unref();
      told(`the copy cannot be written to the disk (${(error as NodeJS.ErrnoException).code ?? "no reason given"})`, error);
    }
    this.#took = performance.now() - started;
  }
}
