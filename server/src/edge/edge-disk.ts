/** What an edge has on its disk to start from: the last whole copy, and the commits after it. A disk that fails keeps nobody from being told. */
import { randomBytes } from "node:crypto";
import type { Log } from "../base/log.ts";
import { OutageLog } from "../base/outage-log.ts";
import { shortId } from "../base/short-id.ts";
import { ContentRefusal } from "../snapshot/content-refusal.ts";
import { type CopyLimits, copyLimits } from "../snapshot/row-fields.ts";
import { SnapshotFile } from "../snapshot/snapshot-file.ts";
import { SnapshotSaver } from "../snapshot/snapshot-saver.ts";
import type { Change, Head, Row } from "../store/store.ts";
import { CommitJournal, type JournalCommit } from "./commit-journal.ts";
import { type EdgeHeading, type EdgeSnapshot, edgeSnapshot } from "./edge-snapshot.ts";
import type { HeldCopy, HeldState } from "./held-copy.ts";

/** Who answers from what the edge has. */
export interface EdgeReader {
  /**
   * Loads everything, in place of the previous rows.
   * @param changes differences from the previous rows
   * @param commit id of the last commit; null: unknown
   */
  load(rows: readonly Row[], head: Head, changes: readonly Change[], commit: string | null): void;
  apply(changes: readonly Change[], head: Head, commit: string | null): void;
  /** From now on it comes another way, which whoever follows this edge has to know. */
  rerouted(): void;
}

export interface EdgeDiskWorkings {
  readonly directory: string;
  readonly origin: string;
  /** What the edge has: it is filled from the disk, and brought there. */
  readonly held: HeldCopy;
  readonly log: Log;
  /** Epoch ms. */
  readonly now: () => number;
  readonly limits?: Partial<CopyLimits> | undefined;
  /** Milliseconds between a change and a new copy, at the least. */
  readonly saveAfter?: number | undefined;
}

export class EdgeDisk {
  readonly #workings: EdgeDiskWorkings;
  readonly #file: SnapshotFile<EdgeHeading>;
  readonly #journal: CommitJournal;
  readonly #saver: SnapshotSaver<EdgeHeading>;
  #edge = shortId("e_", randomBytes);
  #problem: string | null = null;
  /** The last commit that is on the disk only with a copy of it or a later one. */
  #leastHead: Head | null = null;
  readonly #outage: OutageLog;
  /** What was there and could not be taken in. */
  refusals = 0;

  constructor(workings: EdgeDiskWorkings) {
    this.#workings = workings;
    this.#outage = new OutageLog(workings.log, {
      lost: "the edge's copy on disk is not as it should be",
      back: "the edge's copy on disk is current again",
    });
    const limits = { ...copyLimits, ...workings.limits };
    this.#file = new SnapshotFile(workings.directory, edgeSnapshot, limits);
    this.#journal = new CommitJournal(workings.directory, limits.size);
    const [file, journal] = [this.#file, this.#journal];
    const told = (problem: string | null, error?: unknown) => this.#says(problem, error);
    const saved = (head: Head) => journal.forget(head);
    const isWanted = (head: Head) => this.#isWanted(head);
    this.#saver = new SnapshotSaver({ file, saved, snapshot: () => this.#kept(), isWanted, told, after: workings.saveAfter });
  }

  /** What the edge is called, told to its origin: by its copy, or anew. */
  get edge(): string {
    return this.#edge;
  }

  /** What is wrong with it; null: nothing. */
  get problem(): string | null {
    return this.#problem;
  }

  /**
   * Takes in what is there. Gives when it was last known to be current, epoch ms; null: there is nothing good.
   * @throws what the file system says of a directory that cannot be made
   */
  read(reader: EdgeReader): number | null {
    this.#file.prepare();
    try {
      return this.#read(reader);
    } catch (error) {
      if (!(error instanceof ContentRefusal)) throw error;
      this.refusals++;
      this.#says(error.message, error);
      return null;
    }
  }

  /** Resolves when the commit is there for good, or cannot be: then the copy, which lacks it, is removed, and a newer one follows. */
  async append(commit: JournalCommit): Promise<void> {
    try {
      await this.#journal.append(commit);
    } catch (error) {
      this.#says(`a commit cannot be written to the disk (${(error as NodeJS.ErrnoException).code ?? "no reason given"})`, error);
      this.#leastHead = commit.head;
      try {
        this.#file.remove();
      } catch {
        // Nothing can be changed on that disk: the next start says how old the copy is.
      }
    }
  }

  /** What the edge has is another than what is there: a copy of it is written before long. */
  changed(): void {
    this.#saver.changed();
  }

  /** Resolves when that is there, or cannot be: before the edge has it. */
  save(state: HeldState, rows: readonly Row[]): Promise<void> {
    return this.#saver.save(this.#keptOf(state, rows));
  }

  /** Resolves when what the edge has is there, or cannot be. */
  flush(): Promise<void> {
    return this.#saver.flush();
  }

  async close(): Promise<void> {
    await this.#saver.flush();
    await this.#journal.close();
  }

  /** @throws ContentRefusal: what is there may be older than what was answered */
  #read(reader: EdgeReader): number | null {
    const { held, now } = this.#workings;
    const kept = this.#file.read();
    if (kept === null) return null;
    this.#edge = kept.edge;
    const { rows, head, commit, scope, projects } = kept;
    const commits = this.#commitsAfter(head);
    reader.load(rows, head, held.replace(rows, { head, commit, scope, projects }), commit);
    for (const next of commits) {
      held.apply(next.changes, next.head, next.commit);
      reader.apply(next.changes, next.head, next.commit);
    }
    return Math.min(kept.savedAt, now());
  }

  /** The commits that were answered after the copy was written. @throws ContentRefusal */
  #commitsAfter({ epoch, revision }: Head): JournalCommit[] {
    const { commits, isWhole } = this.#journal.read();
    if (!isWhole)
      throw new ContentRefusal("the commits on disk are damaged, so that the copy may be older than what was answered");
    // Skips commits of another epoch and older ones: a newer copy was written before they were removed.
    const later = commits.filter(({ head }) => head.epoch === epoch && head.revision > revision);
    let end = revision;
    for (const { head, after } of later) {
      if (after !== end) throw new ContentRefusal("the commits on disk do not follow the copy");
      end = head.revision;
    }
    return later;
  }

  #isWanted({ epoch, revision }: Head): boolean {
    return this.#leastHead?.epoch !== epoch || revision >= this.#leastHead.revision;
  }

  #says(problem: string | null, error?: unknown): void {
    const { now } = this.#workings;
    const file = this.#file.path;
    if (problem === null) this.#outage.back(now(), { file });
    else this.#outage.lost(problem, now(), { file, err: error });
    this.#problem = problem;
  }

  #kept(): EdgeSnapshot | null {
    const { held } = this.#workings;
    return held.state === null ? null : this.#keptOf(held.state, held.rows());
  }

  #keptOf(state: HeldState, rows: readonly Row[]): EdgeSnapshot {
    const { origin, now } = this.#workings;
    return { ...state, edge: this.#edge, origin, savedAt: now(), rows };
  }
}
