import type { Kind } from "drawbridge-rules/project/kind.ts";
import type { Accounts } from "./accounts.ts";
import type { StoreBackup } from "./backup.ts";
import type { StoreConnections } from "./connections.ts";
import type { LastUsed } from "./last-used.ts";
import type { Nodes } from "./nodes.ts";
import type { Usage } from "./usage.ts";

/** A point in a store's log. An older revision of another epoch says nothing about this one. */
export interface Head {
  /** Random; a restored or copied store has a new one. */
  readonly epoch: string;
  /** Only grows, by one for each commit; 0 for an empty store. */
  readonly revision: number;
}

/** Distinguishes a commit from others with its revision, in a log that went back and counted up again. */
export interface CommitMark {
  readonly revision: number;
  /** Random; null: written by a version without commit ids. */
  readonly id: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actor: string;
  readonly reason: string;
}

/** End of a log. */
export interface LogEnd {
  readonly head: Head;
  /** Null: the log has no commits. */
  readonly last: CommitMark | null;
}

/** The current value of one resource. `project` is "" for what belongs to the installation. */
export interface Row {
  readonly project: string;
  readonly kind: Kind;
  readonly id: string;
  /** Version of the value's form; readers upcast older ones. */
  readonly schema: number;
  /** JSON text: the store never looks inside. */
  readonly value: string;
  /** Revision of the commit that wrote it. */
  readonly revision: number;
}

export interface Change {
  readonly project: string;
  readonly kind: Kind;
  readonly id: string;
  readonly schema: number;
  /** JSON text, or null: the resource ends to exist. */
  readonly value: string | null;
}

/** The result of a request that may be sent twice; kept 24 h beside the log, never in it. */
export interface IdempotencyRecord {
  /** Who asked and with which key: `<actor> <Idempotency-Key>`. */
  readonly key: string;
  /** Digest of the request; the same key with another request is a mistake of the client. */
  readonly request: string;
  /** JSON text of what is needed to give the same answer again. Never a secret. */
  readonly result: string;
}

/** A text (the hash of a key or a token) held by one credential of the installation, even after the credential has ended. */
export interface Claim {
  readonly text: string;
  /** The credential's project; "" is the installation. */
  readonly project: string;
  readonly id: string;
  /** The text was imported from apps, not generated here as a secret, and can be released. */
  readonly imported: boolean;
}

export interface CommitInput {
  /** Random. Absent: the commit is distinguished by its time, actor and reason. */
  readonly id?: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actor: string;
  readonly reason: string;
  /** Names of the guards that were overridden. */
  readonly overridden: readonly string[];
  readonly changes: readonly Change[];
  /** The commit happens only if the last revision that touched each of these projects is still this one (0: never touched). */
  readonly expect: readonly { readonly project: string; readonly revision: number }[];
  /** Texts that must be unclaimed in the whole installation. */
  readonly claim?: readonly Claim[];
  /** Texts of released claims. */
  readonly release?: readonly string[];
  readonly idempotency?: IdempotencyRecord;
  /** The commit succeeds only in a log that continues this end. */
  readonly follows?: LogEnd;
}

export interface CommittedChange extends Change {
  /** The value before, JSON text, or null where the resource did not exist. */
  readonly before: string | null;
}

export interface Commit {
  readonly revision: number;
  readonly at: number;
  readonly actor: string;
  readonly reason: string;
  readonly overridden: readonly string[];
  readonly changes: readonly CommittedChange[];
}

export interface HistoryPage {
  /** Only older revisions. */
  readonly before?: number;
  /** Only newer revisions. */
  readonly since?: number;
  /** Only what was committed at this instant or later, epoch ms. */
  readonly from?: number;
  readonly actor?: string;
  /** Only commits that changed something of this kind; of them only what they changed of it. */
  readonly kind?: Kind;
  /** The same of one resource; goes with `kind`. */
  readonly id?: string;
  /** 1 to 200. */
  readonly limit: number;
}

export interface LogPage {
  /** Only what touched this project, and only that of it. */
  readonly project?: string;
  /** 1 to 1000. */
  readonly limit: number;
}

/** A commit by the names of what it changed: enough to know what to read again. */
export interface CommitNames {
  readonly revision: number;
  readonly at: number;
  readonly actor: string;
  readonly reason: string;
  readonly changes: readonly Pick<Change, "project" | "kind" | "id">[];
}

/** A commit with the values that it wrote: enough to follow the log. */
export interface LoggedCommit extends CommitMark {
  /** In order of project, kind, id. */
  readonly changes: readonly Change[];
}

/** Everything at one moment. */
export interface Whole {
  readonly head: Head;
  /** The last commit. Null or absent: none, or unknown. */
  readonly last?: Pick<CommitMark, "id"> | null;
  /** In order of project, kind, id. */
  readonly rows: Row[];
}

/** One damaged resource. */
export interface Damage {
  /** "" is the installation. */
  readonly project: string;
  /** Null: the project as a whole. */
  readonly kind: string | null;
  readonly id: string;
  /** For people, after the name of the resource: `differs from its log`. */
  readonly how: string;
}

export interface DamagedProject {
  /** For people, since a damaged name can be anything: bounded, and printable. "" is the installation. */
  readonly project: string;
  /** For people: a sentence, with what to do. */
  readonly what: string;
}

/** A store at one moment. */
export interface WholeStore extends StoreEnd {
  /** In order of project, kind, id. */
  readonly rows: Row[];
  /** Resources that the engine found damaged, and that are not among the rows. Absent: none. */
  readonly damages?: readonly Damage[];
}

/** A project at one moment of the log. */
export interface StoredProject {
  readonly head: Head;
  /** Of the last commit that touched the project; 0: none did. */
  readonly revision: number;
  /** In order of kind, id. */
  readonly rows: Row[];
}

/** Where the log of a store ends. */
export interface StoreEnd extends LogEnd {
  /** The epoch that the present one replaced after commits were lost; null: none. */
  readonly renewedFrom: string | null;
}

export interface WholeOptions {
  /** The caller answers from the result, so that its damage replaces what `damaged` says. False by default. */
  readonly isLoad?: boolean;
}

export interface Compaction {
  /** History is whole after this revision; 0: it always was. */
  readonly floor: number;
  /** Superseded values that went, or in a dry run would. */
  readonly changes: number;
  /** Of their texts, in UTF-8. */
  readonly bytes: number;
  /** Bytes that the disk has back; null: nothing went, or the space stays with the store, which fills it again. */
  readonly freed: number | null;
  /** It had no time for all of it: asked again, it goes on. */
  readonly more: boolean;
}

export interface CompactionOptions {
  /** Counts, and drops nothing. */
  readonly dryRun?: boolean;
  /** Milliseconds after which it stops where it is; unless said, it goes on to the end. */
  readonly within?: number;
}

/** The storage port. One ordered log of resource versions and the current values beside it. */
export interface Store {
  /** People and how they come in, beside the log. */
  readonly accounts: Accounts;
  /** Of access tokens and read keys. */
  readonly lastUsed: LastUsed;
  /** Of read keys. */
  readonly usage: Usage;
  /** Who else has it. Absent: nobody ever has. */
  readonly nodes?: Nodes;
  /** As they are now. Absent: it is reached without any. */
  readonly connections?: StoreConnections;
  /** The time by the clock of the store's own machine, epoch ms. Absent: it runs on this one. @throws unavailable */
  clock?(): Promise<number>;
  /** Projects whose stored values are damaged, as last read. Absent: never checked. */
  readonly damaged?: readonly DamagedProject[];
  /** @throws unavailable */
  head(): Promise<Head>;
  /** @throws unavailable */
  end(): Promise<StoreEnd>;
  /** The commit with that revision; null: none. @throws unavailable */
  commitAt(revision: number): Promise<CommitMark | null>;
  /**
   * Gives the store that epoch if it is in the epoch of `known` and its log does not continue it: its head is below, or that
   * revision has another commit. If several nodes ask at the same time, only one succeeds. Returns whether this one did.
   * @throws unavailable: also if the store is read-only
   */
  renewEpoch(known: LogEnd, epoch: string): Promise<boolean>;
  /** All current rows, or one project's, in order of project, kind, id. @throws unavailable */
  rows(project?: string): Promise<Row[]>;
  /**
   * One project's rows as they were right after that revision. @throws invalid (a name no text can be), not_found (below the
   * floor), unavailable
   */
  rowsAt(project: string, revision: number): Promise<Row[]>;
  /** Revision of the last commit that touched the project, 0 if none ever did. @throws unavailable */
  projectRevision(project: string): Promise<number>;
  /**
   * All of it or nothing, durable when it resolves. After `unavailable` it may have happened: look before doing it again.
   * @throws invalid (nothing to change, one resource twice, text that is none), conflict (an expectation does not hold, or
   * the Idempotency-Key is alive), key_in_use (a claim is taken), AnotherLog, unavailable
   */
  commit(input: CommitInput): Promise<Head>;
  /**
   * The claim to that text. Null: the text is free, or an older version claimed it without recording the holder. @throws invalid,
   * unavailable
   */
  claimTo(text: string): Promise<Claim | null>;
  /** The claim of this credential; null: none. @throws invalid, unavailable */
  claimOf(project: string, id: string): Promise<Claim | null>;
  /**
   * Commits that touched the project, with its changes alone, newest first. Those at and below the floor are without changes,
   * and are not found by a kind. @throws invalid, unavailable
   */
  history(project: string, page: HistoryPage): Promise<Commit[]>;
  /** Commits after that revision, oldest first. Those at and below the floor may lack changes. @throws invalid, unavailable */
  commitsAfter(revision: number, page: LogPage): Promise<CommitNames[]>;
  /** The rows of a project with the head of the same moment: a read of a late replica shows. @throws unavailable */
  project(project: string): Promise<StoredProject>;
  /** Every row, and the head of the very same moment. @throws unavailable */
  whole(options?: WholeOptions): Promise<WholeStore>;
  /**
   * Every commit after that revision, oldest first and without a gap, at most `limit` (1 to 1000) of them, and fewer where they are
   * large: as many as begin within 16 MiB. Null: they are not all there any more, or the store has never been there; `whole` is.
   * @param known the last revision whose changes the caller has: commits up to it may come without. @throws invalid, unavailable
   */
  changesAfter(revision: number, limit: number, known?: number): Promise<LoggedCommit[] | null>;
  /**
   * Rings when another process may have committed. A ring can be lost, and one that says nothing may come: whoever follows looks
   * now and then without being rung for. Gives how to end it.
   */
  watch(ring: () => void): () => void;
  /** Rejects if changes would fail, as far as that shows without one, while reads may still work. @throws unavailable */
  checkWritable(): Promise<void>;
  /** History is whole after this revision, and from it on the past can be read as it was; 0: always. @throws unavailable */
  floor(): Promise<number>;
  /**
   * Drops values that were superseded before that instant (epoch ms). Takes its time in short steps, so that commits and reads
   * go on meanwhile; whatever comes between, nothing from the floor on is ever read otherwise than it was. @throws unavailable
   */
  compact(before: number, options?: CompactionOptions): Promise<Compaction>;
  /** The record of that key if it is younger than 24 h at `now`. @throws unavailable */
  recall(key: string, now: number): Promise<IdempotencyRecord | null>;
  /** A random secret of this store by name, made at its first use; 32 bytes as base64url. Not in the log. @throws unavailable */
  secret(name: string): Promise<string>;
  /**
   * A copy of everything, made while commits go on, and checked. One at a time: until it is closed there is no other. Absent: the
   * engine has tools of its own for that. @throws conflict (there is one), unavailable
   */
  backup?(): Promise<StoreBackup>;
  /** Lets go of everything that was opened. May be called twice. */
  close(): Promise<void>;
}
