/** Brings what an edge has to the disk: a little after it changed, never twice at once, and seldom where that takes long. */
import type { CommitJournal } from "./commit-journal.ts";
import type { CopyFile, KeptCopy } from "./copy-file.ts";

/** Milliseconds between a change and the writing of it, at the least. */
const saveAfter = 1_000;
/** A copy that takes a second to write is written every ten. */
const share = 10;

export interface SaverWorkings {
  readonly file: CopyFile;
  /** Of the commits after the copy. */
  readonly journal: CommitJournal;
  /** What there is to write; null: nothing yet. */
  readonly copy: () => KeptCopy | null;
  /** Null: it is on the disk. */
  readonly told: (problem: string | null, error?: unknown) => void;
}

export class CopySaver {
  readonly #workings: SaverWorkings;
  readonly #after: number;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isChanged = false;
  /** Milliseconds that it took last time. */
  #took = 0;

  constructor(workings: SaverWorkings, after = saveAfter) {
    this.#workings = workings;
    this.#after = after;
  }

  changed(): void {
    this.#isChanged = true;
    this.#timer ??= setTimeout(() => void this.flush(), Math.max(this.#after, share * this.#took));
  }

  /** Resolves when that is on the disk, or cannot be: before it is what there is. */
  save(kept: KeptCopy): Promise<void> {
    this.#writing = this.#writing.then(() => this.#put(kept));
    return this.#writing;
  }

  /** Resolves when what there was is on the disk, or cannot be. */
  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const kept = this.#isChanged ? this.#workings.copy() : null;
    if (kept === null) return;
    this.#isChanged = false;
    await this.#put(kept);
  }

  async #put(kept: KeptCopy): Promise<void> {
    const { file, journal, told } = this.#workings;
    const started = performance.now();
    try {
      const isWritten = await file.write(kept);
      if (isWritten) await journal.forget(kept.head);
      told(isWritten ? null : "the copy on disk is newer than what this edge has: another process writes it too");
    } catch (error) {
      this.#isChanged = true;
      told(`the copy cannot be written to the disk (${(error as NodeJS.ErrnoException).code ?? "no reason given"})`, error);
    }
    this.#took = performance.now() - started;
  }
}
