/** What an edge has on its disk to start from: the last whole copy, and the commits after it. A disk that fails keeps nobody from being told. */
import { randomBytes } from "node:crypto";
import { shortId } from "../http/admin/short-id.ts";
import type { Row } from "../store/store.ts";
import { CommitJournal, type JournalCommit } from "./commit-journal.ts";
import { CopyFile, type KeptCopy } from "./copy-file.ts";
import { type CopyLimits, copyLimits } from "./copy-rows.ts";
import { CopySaver } from "./copy-saver.ts";
import type { EdgeLog, EdgeReader } from "./edge-follower.ts";
import { EdgeRefusal } from "./edge-refusal.ts";
import type { HeldCopy, HeldState } from "./held-copy.ts";

export interface EdgeDiskWorkings {
  readonly directory: string;
  readonly origin: string;
  /** What the edge has: it is filled from the disk, and brought there. */
  readonly held: HeldCopy;
  readonly log: EdgeLog;
  /** Epoch ms. */
  readonly now: () => number;
  readonly limits?: Partial<CopyLimits> | undefined;
  /** Milliseconds between a change and a new copy, at the least. */
  readonly saveAfter?: number | undefined;
}

export class EdgeDisk {
  readonly #workings: EdgeDiskWorkings;
  readonly #file: CopyFile;
  readonly #journal: CommitJournal;
  readonly #saver: CopySaver;
  #edge = shortId("e_", randomBytes);
  #problem: string | null = null;
  /** What was there and could not be taken in. */
  refusals = 0;

  constructor(workings: EdgeDiskWorkings) {
    this.#workings = workings;
    const limits = { ...copyLimits, ...workings.limits };
    this.#file = new CopyFile(workings.directory, limits);
    this.#journal = new CommitJournal(workings.directory, limits.size);
    const [file, journal] = [this.#file, this.#journal];
    const told = (problem: string | null, error?: unknown) => this.#says(problem, error);
    this.#saver = new CopySaver({ file, journal, copy: () => this.#kept(), told }, workings.saveAfter);
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
    let savedAt: number | null = null;
    try {
      savedAt = this.#readCopy(reader);
      if (savedAt !== null) this.#readJournal(reader);
    } catch (error) {
      if (!(error instanceof EdgeRefusal)) throw error;
      this.refusals++;
      this.#says(error.message, error);
    }
    return savedAt;
  }

  /** Resolves when the commit is there for good, or cannot be. */
  async append(commit: JournalCommit): Promise<void> {
    try {
      await this.#journal.append(commit);
    } catch (error) {
      this.#says(`a commit cannot be written to the disk (${(error as NodeJS.ErrnoException).code ?? "no reason given"})`, error);
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

  /** @throws EdgeRefusal */
  #readCopy(reader: EdgeReader): number | null {
    const { held, now } = this.#workings;
    const kept = this.#file.read();
    if (kept === null) return null;
    this.#edge = kept.edge;
    const { rows, head, commit, scope, projects } = kept;
    reader.load(rows, head, held.replace(rows, { head, commit, scope, projects }), commit);
    return Math.min(kept.savedAt, now());
  }

  /** What was told after the copy was written. @throws EdgeRefusal */
  #readJournal(reader: EdgeReader): void {
    const { held } = this.#workings;
    const { commits, isWhole } = this.#journal.read();
    for (const { head, commit, after, changes } of commits) {
      const here = held.state?.head;
      // Of another epoch, or older: a copy took its place before it was taken out.
      if (here === undefined || head.epoch !== here.epoch || head.revision <= here.revision) continue;
      if (after !== here.revision) throw new EdgeRefusal("the commits on disk do not follow the copy");
      held.apply(changes, head, commit);
      reader.apply(changes, head, commit);
    }
    if (!isWhole) throw new EdgeRefusal("the commits on disk are damaged: this edge may be behind what it has told");
  }

  #says(problem: string | null, error?: unknown): void {
    if (problem !== null && problem !== this.#problem)
      this.#workings.log.error({ file: this.#file.path, problem, err: error }, "the edge's copy on disk is not as it should be");
    this.#problem = problem;
  }

  #kept(): KeptCopy | null {
    const { held } = this.#workings;
    return held.state === null ? null : this.#keptOf(held.state, held.rows());
  }

  #keptOf(state: HeldState, rows: readonly Row[]): KeptCopy {
    const { origin, now } = this.#workings;
    return { ...state, edge: this.#edge, origin, savedAt: now(), rows };
  }
}
