/** The last commits, without a gap: many readers follow the log and the store is not asked. */

import { LRUCache } from "lru-cache";
import type { Head, LoggedCommit } from "../../store/store.ts";

export interface BufferLimits {
  readonly commits: number;
  /** In the unit of the commits' sizes. */
  readonly size: number;
}

export class RecentCommits<Kept extends { readonly size: number }> {
  readonly #limits: BufferLimits;
  #commits: Kept[] = [];
  #head: Head | null = null;
  #size = 0;

  constructor(limits: BufferLimits) {
    this.#limits = limits;
  }

  /** Null means no commit and no reset yet. */
  get head(): Head | null {
    return this.#head;
  }

  /** Every commit after this revision is here. */
  get from(): number {
    return (this.#head?.revision ?? 0) - this.#commits.length;
  }

  /** Null begins with the next commit. */
  reset(head: Head | null): void {
    this.#head = head;
    this.#commits = [];
    this.#size = 0;
  }

  /** Ignores a known commit; starts over at one that leaves a gap. */
  push(head: Head, commit: Kept): void {
    const { epoch, revision } = head;
    const before = this.#head;
    if (before?.epoch === epoch && revision <= before.revision) return;
    if (before?.epoch !== epoch || revision !== before.revision + 1) this.reset(head);
    this.#head = head;
    this.#commits.push(commit);
    this.#size += commit.size;
    while (this.#commits.length > this.#limits.commits || this.#size > this.#limits.size) {
      this.#size -= this.#commits.shift()?.size ?? 0;
    }
  }

  /** A kept commit has become larger: the next one pushes out more. */
  grow(by: number): void {
    this.#size += by;
  }

  /** `revision` must not be before `from`. Null means there is no commit after it yet. */
  next(revision: number): Kept | null {
    return this.#commits[revision - this.from] ?? null;
  }

  /** Oldest first; null means some are no longer here. */
  after(revision: number): readonly Kept[] | null {
    const { from } = this;
    return this.#head === null || revision < from ? null : this.#commits.slice(revision - from);
  }
}

const maxAtOnce = 100;
const maxKept = 500;
const maxKeptBytes = 8 * 1024 * 1024;

export type ChangesAfter = (revision: number, limit: number) => Promise<readonly LoggedCommit[] | null>;

/**
 * Reads dropped commits for late readers: one read at a time, each commit encoded once, at the memory and store load of one
 * reader.
 */
export class Backfill<Kept extends { readonly size: number }> {
  readonly #changesAfter: ChangesAfter;
  readonly #keep: (head: Head, commit: LoggedCommit) => Kept;
  /** By the revision before. */
  readonly #kept: LRUCache<number, Kept>;
  readonly #size: number;
  #epoch = "";
  #reading: Promise<unknown> | null = null;
  /** Fewer where the commits are large. */
  #atOnce = maxAtOnce;

  constructor(changesAfter: ChangesAfter, keep: (head: Head, commit: LoggedCommit) => Kept, size = maxKeptBytes) {
    this.#changesAfter = changesAfter;
    this.#keep = keep;
    this.#size = size;
    this.#kept = new LRUCache({ max: maxKept, maxSize: size, sizeCalculation: (commit) => commit.size });
  }

  /** Null means the store no longer has it. @throws unavailable */
  async after({ epoch, revision }: Head): Promise<Kept | null> {
    for (;;) {
      if (epoch !== this.#epoch) this.clear();
      this.#epoch = epoch;
      const kept = this.#kept.get(revision);
      if (kept) return kept;
      if (this.#reading === null) return this.#read({ epoch, revision });
      await this.#reading;
    }
  }

  clear(): void {
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

  /** Keeps as many as fit, oldest first, as readers need them. Returns the oldest. */
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
