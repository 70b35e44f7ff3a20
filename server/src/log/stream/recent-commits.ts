/** Ring buffer of the last commits, without a gap: many readers follow the log and the store is not asked. */
import type { Head } from "../../store/store.ts";

export interface BufferLimits {
  readonly commits: number;
  /** Total size of all kept commits, in the unit of their sizes. */
  readonly size: number;
}

export class RecentCommits<Kept extends { readonly size: number }> {
  readonly #limits: BufferLimits;
  /** The first is that after `from`. */
  #commits: Kept[] = [];
  #head: Head | null = null;
  #size = 0;

  constructor(limits: BufferLimits) {
    this.#limits = limits;
  }

  /** Null: no commit and no reset yet. */
  get head(): Head | null {
    return this.#head;
  }

  /** Every commit after this revision is here. */
  get from(): number {
    return (this.#head?.revision ?? 0) - this.#commits.length;
  }

  /** Begins again after that commit; null: with the next. */
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

  /** The commit right after that revision; null: none yet. `revision` must not be before `from`. */
  next(revision: number): Kept | null {
    return this.#commits[revision - this.from] ?? null;
  }

  /** The commits after that revision, oldest first; null: some are no longer here. */
  after(revision: number): readonly Kept[] | null {
    const { from } = this;
    return this.#head === null || revision < from ? null : this.#commits.slice(revision - from);
  }
}
