/** The last commits, for edges to be told of: each is written as text once for each scope, however many edges there are. */
import { kinds } from "drawbridge-rules/project/kind.ts";
import type { Change, Head } from "../store/store.ts";
import type { EdgeScope } from "./edge-scope.ts";
import { commitText, type StateMark } from "./edge-text.ts";
import type { Digests } from "./project-digests.ts";

export interface RingLimits {
  readonly commits: number;
  /** Of the values in them, and of the texts that were made of these, in characters. */
  readonly size: number;
}

export const ringLimits: RingLimits = { commits: 10_000, size: 16 * 1024 * 1024 };

export class KeptCommit {
  readonly head: Head;
  /** What any edge could get. */
  readonly changes: readonly Change[];
  readonly mark: StateMark;
  #size: number;
  readonly #grew: (by: number) => void;
  readonly #texts = new Map<string, Buffer>();

  /** @param grew told of what each text adds to the size */
  constructor(head: Head, changes: readonly Change[], mark: StateMark, grew: (by: number) => void = () => undefined) {
    this.head = head;
    this.mark = mark;
    this.#grew = grew;
    // Removals first: an edge of the previous version would forget a moved key if its addition to the new project came first.
    this.changes = changes
      .filter(({ kind }) => kinds[kind].travels || kind === "edge_token")
      .sort((a, b) => Number(a.value !== null) - Number(b.value !== null));
    this.#size = this.changes.reduce((sum, { id, value }) => sum + 200 + id.length + (value?.length ?? 0), 200);
  }

  get size(): number {
    return this.#size;
  }

  textOf(scope: EdgeScope): Buffer {
    const written = this.#texts.get(scope.name);
    if (written) return written;
    const text = Buffer.from(
      commitText(
        this.head,
        this.head.revision - 1,
        this.changes.filter((change) => scope.has(change)),
        { commit: this.mark.commit, digests: this.mark.digests && within(scope, this.mark.digests) },
      ),
    );
    this.#texts.set(scope.name, text);
    // There may be hundreds of scopes, each with a text of every commit.
    this.#size += text.length + 200;
    this.#grew(text.length + 200);
    return text;
  }
}

export class CommitRing {
  readonly #limits: RingLimits;
  /** Without a gap: the first is that after `from`. */
  #commits: KeptCommit[] = [];
  #head: Head | null = null;
  #size = 0;

  constructor(limits: RingLimits = ringLimits) {
    this.#limits = limits;
  }

  /** Null until it was reset for the first time. */
  get head(): Head | null {
    return this.#head;
  }

  /** Every commit after this revision is here. */
  get from(): number {
    return (this.#head?.revision ?? 0) - this.#commits.length;
  }

  /** Begins anew after that commit. */
  reset(head: Head): void {
    this.#head = head;
    this.#commits = [];
    this.#size = 0;
  }

  /** One that was there already is left out; after a gap it begins anew. */
  push(changes: readonly Change[], head: Head, mark: StateMark): void {
    const before = this.#head;
    if (before?.epoch === head.epoch && head.revision <= before.revision) return;
    if (before?.epoch !== head.epoch || head.revision !== before.revision + 1) {
      this.reset(head);
      return;
    }
    const commit = new KeptCommit(head, changes, mark, (by) => {
      this.#size += by;
    });
    this.#head = head;
    this.#commits.push(commit);
    this.#size += commit.size;
    while (this.#commits.length > this.#limits.commits || this.#size > this.#limits.size) {
      this.#size -= this.#commits.shift()?.size ?? 0;
    }
  }

  /** The commit right after that revision; null: there is none yet. Ask for none before `from`. */
  next(revision: number): KeptCommit | null {
    return this.#commits[revision - this.from] ?? null;
  }
}

function within({ projects }: EdgeScope, digests: Digests): Digests {
  if (projects === null) return digests;
  return Object.fromEntries(Object.entries(digests).filter(([project]) => projects.includes(project)));
}
