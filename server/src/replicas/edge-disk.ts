/**
 * State that an edge restores at start: its last full replica, and the commits after it. A failing disk never stops the edge
 * from answering.
 */
import { randomBytes } from "node:crypto";
import { type Log, OutageLog } from "../base/log.ts";
import { shortId } from "../base/short-id.ts";
import { readZoneText, setTimeZones } from "../base/zone-data.ts";
import type { Change, Head, Row } from "../store/store.ts";
import { CommitJournal, type JournalCommit } from "./commit-journal.ts";
import { type EdgeHeading, type EdgeReplica, edgeReplicaKind, type ReplicaState, type SavedEdge } from "./edge-replica.ts";
import { ReplicaFile, ReplicaSaver } from "./replica-file.ts";
import { ContentRefusal, type ReplicaLimits, replicaLimits } from "./row-fields.ts";

/** Answers reads from the rows of the edge. */
export interface EdgeReader {
  /**
   * Loads everything, in place of the previous rows.
   * @param changes differences from the previous rows; null means everything that was computed from them is out of date
   * @param commit id of the last commit; null means unknown
   */
  load(rows: readonly Row[], head: Head, changes: readonly Change[] | null, commit: string | null): void;
  apply(changes: readonly Change[], head: Head, commit: string | null): void;
  /** The stream now comes by another route, of which edges that follow this one must be informed. */
  rerouted(): void;
}

interface EdgeDiskServices {
  readonly directory: string;
  readonly origin: string;
  /** State in memory: loaded from the disk at start, and saved to it. */
  readonly replica: EdgeReplica;
  readonly log: Log;
  /** Epoch ms. */
  readonly now: () => number;
  readonly limits?: Partial<ReplicaLimits> | undefined;
  /** Milliseconds between a change and a new replica, at the least. */
  readonly saveAfter?: number | undefined;
}

/** @throws ContentRefusal */
export function readOriginZones(text: string): NonNullable<ReturnType<typeof readZoneText>> {
  const zones = readZoneText(text);
  if (zones === null) throw new ContentRefusal("the time zone data of the origin is damaged");
  return zones;
}

export class EdgeDisk {
  readonly #services: EdgeDiskServices;
  readonly #file: ReplicaFile<EdgeHeading>;
  readonly #journal: CommitJournal;
  readonly #saver: ReplicaSaver<EdgeHeading>;
  #edge = shortId("e_", randomBytes);
  #problem: string | null = null;
  /** The last commit that is on the disk only with a replica of it or a later one. */
  #leastHead: Head | null = null;
  readonly #outage: OutageLog;
  /** Files on the disk that could not be loaded. */
  refusals = 0;

  constructor(services: EdgeDiskServices) {
    this.#services = services;
    this.#outage = new OutageLog(services.log, {
      lost: { event: "replica.lost", text: "The edge's replica on disk cannot be used" },
      back: { event: "replica.back", text: "The edge's replica on disk is current again" },
    });
    const limits = { ...replicaLimits, ...services.limits };
    this.#file = new ReplicaFile(services.directory, edgeReplicaKind, limits);
    this.#journal = new CommitJournal(services.directory, limits.size);
    const [file, journal] = [this.#file, this.#journal];
    const reported = (problem: string | null, error?: unknown) => this.#report(problem, error);
    const saved = (head: Head) => journal.forget(head);
    const isWanted = (head: Head) => this.#isWanted(head);
    this.#saver = new ReplicaSaver({ file, saved, replica: () => this.#saved(), isWanted, reported, after: services.saveAfter });
  }

  /** Id of the edge at its origin: from the replica, or a new one. */
  get edge(): string {
    return this.#edge;
  }

  /** The fault of the disk; null means none. */
  get problem(): string | null {
    return this.#problem;
  }

  /**
   * Loads the state from the disk. Returns when it was last known to be current, epoch ms; null means nothing usable.
   * @throws errors of the file system if the directory cannot be created
   */
  read(reader: EdgeReader): number | null {
    this.#file.prepare();
    try {
      return this.#read(reader);
    } catch (error) {
      if (!(error instanceof ContentRefusal)) throw error;
      this.refusals++;
      this.#report(error.message, error);
      return null;
    }
  }

  /**
   * Resolves when the commit is durable, or cannot be written: then the replica, which lacks it, is removed, and a newer one follows.
   */
  async append(commit: JournalCommit): Promise<void> {
    try {
      await this.#journal.append(commit);
    } catch (error) {
      this.#report(
        `a commit cannot be written to the disk (${(error as NodeJS.ErrnoException).code ?? "no reason given"})`,
        error,
      );
      this.#leastHead = commit.head;
      try {
        this.#file.remove();
      } catch {
        // The disk accepts no change at all: the next start reports the age of the replica.
      }
    }
  }

  /** The state in memory differs from the disk: the next replica is written soon. */
  changed(): void {
    this.#saver.changed();
  }

  /** Resolves when the state is on the disk, or cannot be written; the edge applies it afterwards. */
  save(state: ReplicaState, rows: readonly Row[]): Promise<void> {
    return this.#saver.save(this.#savedOf(state, rows));
  }

  /** Resolves when the edge's data is on the disk, or cannot be written. */
  flush(): Promise<void> {
    return this.#saver.flush();
  }

  async close(): Promise<void> {
    await this.#saver.flush();
    await this.#journal.close();
  }

  /** @throws ContentRefusal: the state on the disk may be older than answers already given */
  #read(reader: EdgeReader): number | null {
    const { replica, now } = this.#services;
    const kept = this.#file.read();
    if (kept === null) return null;
    this.#edge = kept.edge;
    const { rows, head, commit, scope, projects, zones } = kept;
    const commits = this.#commitsAfter(head);
    if (zones !== null) setTimeZones(readOriginZones(zones), this.#services.origin);
    replica.zones = zones;
    reader.load(rows, head, replica.replace(rows, { head, commit, scope, projects }), commit);
    for (const next of commits) {
      replica.apply(next.changes, next.head, next.commit);
      reader.apply(next.changes, next.head, next.commit);
    }
    return Math.min(kept.savedAt, now());
  }

  /** The commits that were answered after the replica was written. @throws ContentRefusal */
  #commitsAfter({ epoch, revision }: Head): JournalCommit[] {
    const { commits, isWhole } = this.#journal.read();
    if (!isWhole) throw new ContentRefusal("the commits on disk are damaged: the replica may be older than earlier answers");
    // Skips commits of another epoch and older ones: a newer replica was written before they were removed.
    const later = commits.filter(({ head }) => head.epoch === epoch && head.revision > revision);
    let end = revision;
    for (const { head, after } of later) {
      if (after !== end) throw new ContentRefusal("the commits on disk do not continue the replica");
      end = head.revision;
    }
    return later;
  }

  #isWanted({ epoch, revision }: Head): boolean {
    return this.#leastHead?.epoch !== epoch || revision >= this.#leastHead.revision;
  }

  #report(problem: string | null, error?: unknown): void {
    const { now } = this.#services;
    const file = this.#file.path;
    if (problem === null) this.#outage.back(now(), { file });
    else this.#outage.lost(problem, now(), { file, err: error });
    this.#problem = problem;
  }

  #saved(): SavedEdge | null {
    const { replica } = this.#services;
    return replica.state === null ? null : this.#savedOf(replica.state, replica.rows());
  }

  #savedOf(state: ReplicaState, rows: readonly Row[]): SavedEdge {
    const { origin, replica, now } = this.#services;
    return { ...state, edge: this.#edge, origin, savedAt: now(), zones: replica.zones, rows };
  }
}
