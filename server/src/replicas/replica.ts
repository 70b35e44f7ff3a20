/** For a start without store or origin. A failing disk stops nothing. */
import { randomBytes } from "node:crypto";
import { statSync, utimesSync } from "node:fs";
import { type Log, OutageLog } from "../base/log.ts";
import { shortId } from "../base/short-id.ts";
import { readZoneText } from "../base/zone-data.ts";
import type { Change, CommitMark, Head, LogEnd, LoggedCommit, Row, Whole } from "../store/store.ts";
import { CommitJournal } from "./commit-journal.ts";
import { CurrentRows, type ReplicaState } from "./current-rows.ts";
import { ReplicaFile, type SavedReplica } from "./replica-file.ts";
import { asChange, ContentRefusal, type ReplicaLimits, replicaLimits } from "./row-fields.ts";

export interface ReplicaRows extends LogEnd {
  readonly rows: readonly Row[];
  /** Epoch ms: when they were last known to be current. */
  readonly checkedAt: number;
  /** For people; absent means on this node's disk. */
  readonly place?: string;
}

interface ReplicaServices {
  readonly directory: string;
  /** `databaseName` of the store, or the URL of the origin: a replica of another database is not read. */
  readonly source: string;
  /** Epoch ms: when the rows were last current; null means the source is away. */
  readonly checkedAt: () => number | null;
  readonly log: Pick<Log, "error" | "info">;
  readonly now: () => number;
  readonly limits?: Partial<ReplicaLimits> | undefined;
  readonly saveAfter?: number | undefined;
}

/** Milliseconds between two notes that the replica is still current. */
const noteEvery = 60_000;
const defaultSaveAfter = 1_000;
/** A failed write is tried again after this multiple of that minimum: by default, ten seconds. */
const retryShare = 10;
/** A replica that takes a second to write is written once a minute: the disk has the commits. */
const share = 60;

export class Replica extends CurrentRows {
  readonly journal: CommitJournal;
  /** Edges that the state passed through, this one last; each process makes up its own name. */
  via: readonly string[] = [];
  refusals = 0;
  /** An edge has it from its disk, or makes a new one. */
  id = shortId("e_", randomBytes);
  zones: string | null = null;
  /** Null means the replica is on the disk, or will be soon. */
  problem: string | null = null;
  readonly #services: ReplicaServices;
  readonly #file: ReplicaFile;
  readonly #outage: OutageLog;
  /** Null means there is no replica on the disk, or it may not be used. */
  #saved: Head | null = null;
  /** Nothing before this position is written, since the disk lacks its commit. */
  #least: Head | null = null;
  #isChanged = false;
  #writing: Promise<void> = Promise.resolve();
  #took = 0;
  #saveTimer: NodeJS.Timeout | null = null;
  #noteTimer: NodeJS.Timeout | null = null;

  constructor(services: ReplicaServices) {
    super();
    const { directory, source, log, limits } = services;
    this.#services = services;
    this.#file = new ReplicaFile(directory, { ...replicaLimits, ...limits });
    this.#outage = new OutageLog(log, {
      lost: { event: "replica.lost", text: "The replica on disk cannot be used" },
      back: { event: "replica.back", text: "The replica on disk is current again" },
    });
    this.journal = new CommitJournal({ directory, source, failed: (what, error, through) => this.#failed(what, error, through) });
  }

  /** @throws a system error */
  prepare(): void {
    this.#noteTimer ??= setInterval(() => this.#note(), noteEvery).unref();
    this.#file.prepare();
  }

  /** Null means there is no usable replica; the reason is logged. */
  read(): ReplicaRows | null {
    try {
      return this.#read();
    } catch (error) {
      this.refusals++;
      this.#report(error instanceof ContentRefusal ? error.message : "the replica on disk cannot be read", error);
      return null;
    }
  }

  override load(rows: readonly Row[], head: Head, last: CommitMark | null): void {
    try {
      this.prepare();
    } catch (error) {
      this.#report("the directory of the replica cannot be used", error);
    }
    super.load(rows, head, last);
    this.#isChanged = true;
    void this.flush();
  }

  /** Saves the rows before they are answered from. Resolves with the differences. */
  async adopt(rows: readonly Row[], state: ReplicaState): Promise<Change[]> {
    const isFirst = this.state === null;
    if (!isFirst) await this.#save(() => this.#replica(state, rows));
    await this.journal.load(rows, state);
    const changes = this.replace(rows, state);
    if (isFirst) this.#isChanged = true;
    if (isFirst) void this.flush();
    return changes;
  }

  /** The commit is in the journal. */
  override apply(changes: readonly Change[], head: Head, commit: Partial<CommitMark>): void {
    super.apply(changes, head, commit);
    this.#changed();
  }

  /** Resolves when the data is written, or cannot be. */
  async setZones(zones: string): Promise<void> {
    this.zones = zones;
    const { state } = this;
    if (state !== null) await this.#save(() => this.#replica(state, this.rows()));
  }

  async whole(): Promise<Whole> {
    if (this.state === null) throw new Error("there is no replica yet");
    return { head: this.state.head, last: this.state.last, rows: this.rows() };
  }

  /** Null means the journal no longer has them: a follower then gets the full replica. */
  async changesAfter(revision: number, limit: number): Promise<readonly LoggedCommit[] | null> {
    const { base, commits } = this.journal;
    const { epoch, revision: end } = this.state?.head ?? { epoch: null, revision: 0 };
    if (base?.head.epoch !== epoch || revision < base.head.revision || revision > end) return null;
    return commits.filter((commit) => commit.revision > revision).slice(0, limit);
  }

  /** Resolves when the replica includes the last commit, or the write failed. */
  flush(): Promise<void> {
    if (this.#saveTimer) clearTimeout(this.#saveTimer);
    this.#saveTimer = null;
    return this.#save(() => {
      const { state } = this;
      if (state === null || !this.#isChanged) return null;
      this.#isChanged = false;
      return this.#replica(state, this.rows());
    });
  }

  async close(): Promise<void> {
    if (this.#noteTimer) clearInterval(this.#noteTimer);
    this.#noteTimer = null;
    await this.flush();
    this.#note();
  }

  /** @throws ContentRefusal: the replica may be older than answers already given */
  #read(): ReplicaRows | null {
    const { source, now } = this.#services;
    const saved = this.#file.read();
    if (saved === null) return null;
    // The address of an origin can change: its epoch says whether it is another one.
    if (saved.source !== source && !(URL.canParse(source) && URL.canParse(saved.source)))
      throw new ContentRefusal("the replica on disk is of another database");
    if (saved.zones !== null && readZoneText(saved.zones) === null)
      throw new ContentRefusal("the time zone data of the replica on disk is damaged");
    const commits = this.journal
      .since(saved, saved.journal)
      ?.map((commit) => ({ ...commit, changes: commit.changes.map(asChange) }));
    if (commits === undefined)
      throw new ContentRefusal(
        "the last commits on disk are damaged or do not continue the replica: it may be older than earlier answers",
      );
    this.id = saved.id;
    this.zones = saved.zones;
    this.#saved = saved.head;
    const { scope, projects } = saved;
    this.replace(saved.rows, { head: saved.head, last: saved.last, scope, projects });
    for (const { changes, ...commit } of commits) super.apply(changes, { ...saved.head, revision: commit.revision }, commit);
    const { head, last } = this.state ?? saved;
    const notedAt = Math.floor(statSync(this.#file.path).mtimeMs);
    return { rows: this.rows(), head, last, checkedAt: Math.min(now(), Math.max(saved.savedAt, notedAt)) };
  }

  /** A commit is missing on the disk: a replica without it, there or being written, must not be used. */
  #failed(what: string, error: unknown, through?: Head): void {
    const problem = `${what} (${codeOf(error)})`;
    const isSaved = through?.epoch === this.#saved?.epoch && (through?.revision ?? 0) <= (this.#saved?.revision ?? -1);
    if (through === undefined || isSaved) {
      this.#report(problem, error);
      return;
    }
    this.#least = through;
    this.#saved = null;
    try {
      this.#file.remove();
      this.#report(`${problem}, so the replica was removed; a new one will be written`, error);
    } catch {
      this.#report(`${problem}, and the replica, which is older, cannot be removed: remove it by hand`, error);
    }
  }

  #changed(): void {
    this.#isChanged = true;
    const { saveAfter = defaultSaveAfter } = this.#services;
    this.#saveTimer ??= setTimeout(() => void this.flush(), Math.max(saveAfter, share * this.#took)).unref();
  }

  #replica(state: ReplicaState, rows: readonly Row[]): SavedReplica {
    const { source, now } = this.#services;
    return { ...state, rows, source, id: this.id, zones: this.zones, journal: this.journal.written, savedAt: now() };
  }

  /** One write at a time. @param replica called when its turn comes; null means nothing to write */
  #save(replica: () => SavedReplica | null): Promise<void> {
    this.#writing = this.#writing.then(() => {
      const saved = replica();
      return saved === null ? undefined : this.#write(saved);
    });
    return this.#writing;
  }

  async #write(replica: SavedReplica): Promise<void> {
    const { saveAfter = defaultSaveAfter } = this.#services;
    const started = performance.now();
    const { head } = replica;
    const isWanted = () => this.#least?.epoch !== head.epoch || head.revision >= this.#least.revision;
    try {
      const isWritten = await this.#file.write(replica, isWanted);
      if (!isWritten && !isWanted()) return;
      if (isWritten) {
        this.#saved = head;
        this.journal.pin(head.revision);
      }
      this.#report(isWritten ? null : "the replica on disk is newer than this process's data: another process writes it too");
    } catch (error) {
      this.#isChanged = true;
      // The disk may have room again before the next change.
      this.#saveTimer ??= setTimeout(() => void this.flush(), retryShare * saveAfter).unref();
      this.#report(`the replica cannot be written to the disk (${codeOf(error)})`, error);
    }
    this.#took = performance.now() - started;
  }

  /** For a start to know the age of the replica if no commit followed. */
  #note(): void {
    const at = this.#services.checkedAt();
    if (at === null || this.#saved === null || this.problem !== null) return;
    try {
      utimesSync(this.#file.path, new Date(at), new Date(at));
    } catch {
      // Without the note, its age counts from when it was written.
    }
  }

  #report(problem: string | null, error?: unknown): void {
    const { now } = this.#services;
    const file = this.#file.path;
    if (problem === null) this.#outage.back(now(), { file });
    else this.#outage.lost(problem, now(), { file, err: error });
    this.problem = problem;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "no reason given";
}
