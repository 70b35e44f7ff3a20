/**
 * The replica of a node on its disk: the rows that answer reads, for a start while the store is away. Together with the last commits
 * (`known-log.ts`) it covers everything that this node answered from. Otherwise, or for another database, it is not read.
 */
import { statSync, utimesSync } from "node:fs";
import { kinds } from "drawbridge-rules/project/kind.ts";
import type { Log } from "../base/log.ts";
import { nodeReplicaName } from "../store/sqlite/lost-volume.ts";
import type { Change, CommitMark, Head, LogEnd, Row } from "../store/store.ts";
import type { KnownLog } from "./known-log.ts";
import { ReplicaFile, type ReplicaKind, ReplicaSaver, type SavedReplica } from "./replica-file.ts";
import { asChange, asCommit, asCount, asFields, asText, ContentRefusal } from "./row-fields.ts";

interface NodeHeading {
  /** `databaseName` of the store. */
  readonly database: string;
  readonly last: CommitMark | null;
  /** Epoch ms. */
  readonly savedAt: number;
}

const nodeReplicaKind: ReplicaKind<NodeHeading> = {
  name: nodeReplicaName,
  print: ({ database, last, savedAt }) => ({ database, last, saved_at: new Date(savedAt).toISOString() }),
  parse(fields) {
    const savedAt = Date.parse(asText(fields.saved_at, "its time", 40));
    return {
      database: asText(fields.database, "its database", 2_000),
      last: fields.last === null ? null : asMark(fields.last),
      savedAt: Number.isNaN(savedAt) ? 0 : savedAt,
    };
  },
};

/** Rows that a node can answer from without its store. */
export interface ReplicaRows extends LogEnd {
  /** Rows of the kinds that travel, in the newest form. */
  readonly rows: readonly Row[];
  /** Epoch ms: when they were last known to be current. */
  readonly checkedAt: number;
  /** Where they are, for people; absent means on the disk of this node. */
  readonly place?: string;
}

interface NodeReplicaServices {
  readonly directory: string;
  /** `databaseName` of the store: a replica of another database is not read. */
  readonly database: string;
  readonly known: Pick<KnownLog, "since" | "pin">;
  /** Source of the rows that are written; it receives each commit before this replica does. */
  readonly current: Pick<CurrentRows, "head" | "rows">;
  /** Epoch ms: when the rows were last known to be current; null means the store is away. */
  readonly checkedAt: () => number | null;
  readonly log: Pick<Log, "error">;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Milliseconds between two notes that the replica is still current. */
const noteEvery = 60_000;
/** A replica that takes a second to write is written once a minute: the commits since then are on the disk anyway. */
const share = 60;

export class NodeReplica {
  readonly #services: NodeReplicaServices;
  readonly #file: ReplicaFile<NodeHeading>;
  readonly #saver: ReplicaSaver<NodeHeading>;
  /** Position of the rows; null means nothing may be written. */
  #end: LogEnd | null = null;
  /** Nothing up to this position is written, since the disk lacks a later commit. */
  #removedAt: Head | null = null;
  #timer: NodeJS.Timeout | null = null;
  #problem: string | null = null;

  constructor(services: NodeReplicaServices) {
    this.#services = services;
    this.#file = new ReplicaFile(services.directory, nodeReplicaKind);
    this.#saver = new ReplicaSaver({
      file: this.#file,
      saved: ({ revision }) => services.known.pin(revision),
      replica: () => this.#replica(),
      isWanted: (head) => this.#isWanted(head),
      share,
      reported: (problem, error) => this.#report(problem, error),
    });
  }

  /** Everything that this node answered from; null means there is no usable replica; the reason is logged. */
  read(): ReplicaRows | null {
    try {
      return this.#read();
    } catch (error) {
      const reason = error instanceof ContentRefusal ? error.message : "the replica on disk cannot be read";
      this.#report(`${reason}: it is not used`, error);
      return null;
    }
  }

  /** Records the position of a loaded store, and saves the replica soon. */
  load(_rows: readonly Row[], head: Head, last: CommitMark | null): void {
    this.#end = { head, last };
    this.#prepare();
    this.#timer ??= setInterval(() => this.#note(), noteEvery).unref();
    this.#saver.changed();
    void this.#saver.flush();
  }

  /** Records the position of a commit. */
  apply(
    _changes: readonly Change[],
    head: Head,
    { id = null, at, actor, reason }: Omit<CommitMark, "revision" | "id"> & { readonly id?: string | null },
  ): void {
    this.#end = { head, last: { revision: head.revision, id, at, actor, reason } };
    this.#saver.changed();
  }

  /** A commit is missing on the disk: the replica there, or the one being written, must not be used. A newer one follows. */
  remove(): void {
    this.#removedAt = this.#end?.head ?? this.#removedAt;
    this.#end = null;
    try {
      this.#file.remove();
      this.#report("a commit could not be written to the disk, so the replica was removed; a new one will be written");
    } catch (error) {
      this.#report("the replica on disk is older than this node's answers and cannot be removed: remove it by hand", error);
    }
  }

  /** Null means the replica is on the disk, or will be soon. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Resolves when the replica includes the last commit, or the write failed. */
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#saver.flush();
    this.#note();
  }

  #read(): ReplicaRows | null {
    const { database, known, now } = this.#services;
    const kept = this.#file.read();
    if (kept === null) return null;
    if (kept.database !== database) throw new ContentRefusal("the replica on disk is of another database");
    const commits = known.since(kept);
    if (commits === null)
      throw new ContentRefusal(
        "the last commits on disk are damaged or do not continue the replica: it may be older than earlier answers",
      );
    const current = new CurrentRows();
    current.load(kept.rows, kept.head);
    for (const { revision, changes } of commits) {
      const travelling = changes.filter((change) => kinds[change.kind]?.travels !== false).map(asChange);
      current.apply(travelling, { ...kept.head, revision });
    }
    const { changes: _, ...last } = commits.at(-1) ?? { changes: [], ...kept.last };
    const head = { ...kept.head, revision: commits.at(-1)?.revision ?? kept.head.revision };
    const notedAt = statSync(this.#file.path).mtimeMs;
    const checkedAt = Math.min(now(), Math.max(kept.savedAt, Math.floor(notedAt)));
    return { rows: current.rows(), head, last: "at" in last ? (last as CommitMark) : null, checkedAt };
  }

  #replica(): SavedReplica<NodeHeading> | null {
    const { database, current, now } = this.#services;
    if (this.#end === null) return null;
    const { head, last } = this.#end;
    // A commit that could not be applied everywhere is followed by a reload of the whole store.
    if (current.head?.epoch !== head.epoch || current.head.revision !== head.revision) return null;
    return { head, last, database, savedAt: now(), rows: current.rows() };
  }

  #isWanted({ epoch, revision }: Head): boolean {
    return this.#removedAt?.epoch !== epoch || revision > this.#removedAt.revision;
  }

  /** Notes until when the replica was current, so that a start knows its age if no commit followed. */
  #note(): void {
    const at = this.#services.checkedAt();
    if (at === null || this.#end === null || this.#problem !== null) return;
    try {
      utimesSync(this.#file.path, new Date(at), new Date(at));
    } catch {
      // Without the note, its age counts from when it was written.
    }
  }

  #prepare(): void {
    try {
      this.#file.prepare();
    } catch (error) {
      this.#report("the directory of the replica cannot be used", error);
    }
  }

  #report(problem: string | null, error?: unknown): void {
    if (problem !== null && problem !== this.#problem)
      this.#services.log.error(
        { event: "replica.failed", file: this.#file.path, reason: problem, err: error },
        "This node's replica on the disk cannot be used",
      );
    this.#problem = problem;
  }
}

function asMark(value: unknown): CommitMark {
  const { revision, id, at, actor, reason } = asFields(value, "its last commit");
  return {
    revision: asCount(revision, "its last revision"),
    id: asCommit(id),
    at: asCount(at, "the time of its last commit"),
    actor: asText(actor, "the actor of its last commit", 10_000),
    reason: asText(reason, "the reason of its last commit", 100_000),
  };
}

/** The current rows of the kinds that travel. The catalog shares the texts, so this costs only a map of pointers. */
export class CurrentRows {
  readonly #rows = new Map<string, Row>();
  #head: Head | null = null;

  /** Null until loaded. */
  get head(): Head | null {
    return this.#head;
  }

  /** Replaces all rows. */
  load(rows: Iterable<Row>, head: Head): void {
    this.#rows.clear();
    for (const row of rows) if (kinds[row.kind].travels) this.#rows.set(nameOf(row), row);
    this.#head = head;
  }

  apply(changes: readonly Change[], head: Head): void {
    for (const { project, kind, id, schema, value } of changes) {
      if (!kinds[kind].travels) continue;
      const name = nameOf({ project, kind, id });
      if (value === null) this.#rows.delete(name);
      else this.#rows.set(name, { project, kind, id, schema, value, revision: head.revision });
    }
    this.#head = head;
  }

  /** The rows at this moment. */
  rows(): Row[] {
    return [...this.#rows.values()];
  }
}

/** Neither a project nor a kind has a space in it. */
function nameOf({ project, kind, id }: Pick<Row, "project" | "kind" | "id">): string {
  return `${project} ${kind} ${id}`;
}
