/**
 * Reads commits that the buffer has dropped, for readers that missed them: once for all readers that need them at about the same
 * time, one read at a time, each commit encoded once, so that many late readers cost as much memory and store load as one.
 */
import { LRUCache } from "lru-cache";
import type { Head, LoggedCommit } from "../../store/store.ts";

/** Maximum commits of one read. */
const maxAtOnce = 100;
/** Maximum commits that are kept. */
const maxKept = 500;
/** Maximum total size of the kept commits. */
const maxKeptBytes = 8 * 1024 * 1024;

/** The method of the store. */
export type ChangesAfter = (revision: number, limit: number) => Promise<readonly LoggedCommit[] | null>;

interface Sized {
  readonly size: number;
}

export class Backfill<Kept extends Sized> {
  readonly #changesAfter: ChangesAfter;
  readonly #keep: (head: Head, commit: LoggedCommit) => Kept;
  /** By the revision before. */
  readonly #kept: LRUCache<number, Kept>;
  readonly #size: number;
  #epoch = "";
  #reading: Promise<unknown> | null = null;
  /** Commits of the next read: fewer where they are large. */
  #atOnce = maxAtOnce;

  /** @param keep converts a commit to its kept form */
  constructor(changesAfter: ChangesAfter, keep: (head: Head, commit: LoggedCommit) => Kept, size = maxKeptBytes) {
    this.#changesAfter = changesAfter;
    this.#keep = keep;
    this.#size = size;
    this.#kept = new LRUCache({ max: maxKept, maxSize: size, sizeCalculation: (commit) => commit.size });
  }

  /** The commit right after that one; null: the store no longer has it. @throws unavailable */
  async after({ epoch, revision }: Head): Promise<Kept | null> {
    for (;;) {
      if (epoch !== this.#epoch) this.#begin(epoch);
      const kept = this.#kept.get(revision);
      if (kept) return kept;
      if (this.#reading === null) return this.#read({ epoch, revision });
      await this.#reading;
    }
  }

  clear(): void {
    this.#kept.clear();
  }

  #begin(epoch: string): void {
    this.#epoch = epoch;
    this.#kept.clear();
  }

  async #read({ epoch, revision }: Head): Promise<Kept | null> {
    const reading = this.#changesAfter(revision, this.#atOnce);
    this.#reading = reading;
    try {
      const read = (await reading) ?? [];
      return epoch === this.#epoch ? this.#keepAll(epoch, read) : null;
    } finally {
      this.#reading = null;
    }
  }

  /** Keeps as many as fit, oldest first, since readers need those first. Returns the oldest. */
  #keepAll(epoch: string, read: readonly LoggedCommit[]): Kept | null {
    let first: Kept | null = null;
    let size = 0;
    let count = 0;
    for (const logged of read) {
      const { revision } = logged;
      const commit = this.#keep({ epoch, revision }, logged);
      first ??= commit;
      size += commit.size;
      if (size > this.#size / 2) break;
      this.#kept.set(revision - 1, commit);
      count++;
    }
    this.#atOnce = count < read.length ? Math.max(1, count) : Math.min(maxAtOnce, this.#atOnce * 2);
    return first;
  }
}
