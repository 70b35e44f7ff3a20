/**
 * Commits that are not kept for edges any more, read again for those that missed them: once for all that want them at about the same
 * time, one reading at a time, and each as text once, so that many that come late cost the memory and the store of one.
 */
import { LRUCache } from "lru-cache";
import type { Head, LoggedCommit } from "../store/store.ts";
import { KeptCommit } from "./commit-ring.ts";

/** Commits that are read at once, at the most. */
const mostAtOnce = 100;
/** That are kept: each may have a text for each scope. */
const mostKept = 500;
/** Characters of values in those that are kept. */
const keptSize = 8 * 1024 * 1024;

/** As the store says it. */
export type ChangesAfter = (revision: number, limit: number) => Promise<readonly LoggedCommit[] | null>;

export class PastCommits {
  readonly #changesAfter: ChangesAfter;
  /** By the revision before. */
  readonly #kept: LRUCache<number, KeptCommit>;
  readonly #size: number;
  #epoch = "";
  #reading: Promise<unknown> | null = null;
  /** Less where they are large. */
  #atOnce = mostAtOnce;

  constructor(changesAfter: ChangesAfter, size = keptSize) {
    this.#changesAfter = changesAfter;
    this.#size = size;
    this.#kept = new LRUCache({ max: mostKept, maxSize: size, sizeCalculation: (commit) => commit.size });
  }

  /** The commit right after that one; null: it is not to be had. @throws unavailable */
  async after({ epoch, revision }: Head): Promise<KeptCommit | null> {
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

  async #read({ epoch, revision }: Head): Promise<KeptCommit | null> {
    const reading = this.#changesAfter(revision, this.#atOnce);
    this.#reading = reading;
    try {
      const read = (await reading) ?? [];
      return epoch === this.#epoch ? this.#keep(epoch, read) : null;
    } finally {
      this.#reading = null;
    }
  }

  /** As many as there is room for: those that come first are wanted first. Gives the first of all. */
  #keep(epoch: string, read: readonly LoggedCommit[]): KeptCommit | null {
    let first: KeptCommit | null = null;
    let size = 0;
    let count = 0;
    for (const { revision, id, changes } of read) {
      const commit = new KeptCommit({ epoch, revision }, changes, { commit: id, digests: null });
      first ??= commit;
      size += commit.size;
      if (size > this.#size / 2) break;
      this.#kept.set(revision - 1, commit);
      count++;
    }
    this.#atOnce = count < read.length ? Math.max(1, count) : Math.min(mostAtOnce, this.#atOnce * 2);
    return first;
  }
}
