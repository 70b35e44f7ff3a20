import type { Person } from "drawbridge-rules/people/person.ts";
import type { Kind } from "drawbridge-rules/project/kind.ts";
import type { AccountLink, Accounts } from "./accounts.ts";
import type { StoreBackup } from "./backup.ts";
import type { Nodes, StoreConnections } from "./nodes.ts";
import type { Outbox } from "./outbox.ts";
import type { LogRows } from "./tables.ts";
import type { LastUsed, Usage } from "./usage.ts";

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
  /** Random; null means written by a version without commit ids. */
  readonly id: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actor: string;
  readonly reason: string;
}

/** End of a log. */
export interface LogEnd {
  readonly head: Head;
  /** Null means the log has no commits. */
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
  /** JSON text; null deletes the resource. */
  readonly value: string | null;
}

/** The result of a request, for a retry with the same Idempotency-Key; kept 24 h beside the log, never in it. */
export interface IdempotencyRecord {
  /** Actor and client key: `<actor> <Idempotency-Key>`. */
  readonly key: string;
  /** Digest of the request; the same key with another request is a mistake of the client. */
  readonly request: string;
  /** JSON text needed to repeat the answer. Never contains a secret. */
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

/** A person, and the link to set a password. */
export interface NewAccount {
  readonly person: Person;
  readonly link: AccountLink;
}

export interface CommitInput {
  /** Random. Absent means the commit is distinguished by its time, actor and reason. */
  readonly id?: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actor: string;
  readonly reason: string;
  /** Names of the guards that were overridden. */
  readonly overridden: readonly string[];
  /** Revision whose changes the commit undoes. */
  readonly undone?: number;
  /** Revision whose configuration the commit restores. */
  readonly restored?: number;
  readonly changes: readonly Change[];
  /** The commit happens only if the last revision that touched each of these projects is still this one (0: never touched). */
  readonly expect: readonly { readonly project: string; readonly revision: number }[];
  /** Texts that must be unclaimed in the whole installation. */
  readonly claim?: readonly Claim[];
  /** Texts of released claims. */
  readonly release?: readonly string[];
  readonly idempotency?: IdempotencyRecord;
  /** Created with the commit, or not at all. */
  readonly account?: NewAccount;
  /** The commit succeeds only in a log that continues this end. */
  readonly follows?: LogEnd;
}

export interface CommittedChange extends Change {
  /** The value before, JSON text; null means the resource did not exist. */
  readonly before: string | null;
}

export interface Commit {
  readonly revision: number;
  readonly at: number;
  readonly actor: string;
  readonly reason: string;
  readonly overridden: readonly string[];
  /** Revision whose changes the commit undid; null means none. */
  readonly undone: number | null;
  /** Revision whose configuration the commit restored; null means none. */
  readonly restored: number | null;
  readonly changes: readonly CommittedChange[];
}

export interface HistoryPage {
  /** Only older revisions. */
  readonly before?: number;
  /** Only newer revisions. */
  readonly since?: number;
  /** Only commits at this instant or later, epoch ms. */
  readonly from?: number;
  readonly actor?: string;
  /** Only commits that changed a resource of this kind, with only those changes. */
  readonly kind?: Kind;
  /** The same for one resource; requires `kind`. */
  readonly id?: string;
  /** 1 to 200. */
  readonly limit: number;
}

export interface LogPage {
  /** Only commits that touched this project, with only its changes. */
  readonly project?: string;
  /** 1 to 1000. */
  readonly limit: number;
}

/** A commit with the names of its changes: enough to know what to read again. */
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
  /** The last commit. Null or absent means none, or unknown. */
  readonly last?: Pick<CommitMark, "id"> | null;
  /** In order of project, kind, id. */
  readonly rows: Row[];
}

/** A store at one moment. */
export interface WholeStore extends StoreEnd {
  /** In order of project, kind, id. */
  readonly rows: Row[];
}

/** A project at one moment of the log. */
export interface StoredProject {
  readonly head: Head;
  /** Revision of the last commit that touched the project; 0: none. */
  readonly revision: number;
  /** In order of kind, id. */
  readonly rows: Row[];
}

/** The end of a store's log. */
export interface StoreEnd extends LogEnd {
  /** The epoch that the present one replaced after commits were lost; null means none. */
  readonly renewedFrom: string | null;
}

export interface Compaction {
  /** History is complete after this revision; 0: from the beginning. */
  readonly floor: number;
  /** Superseded values that were dropped, or in a dry run would be. */
  readonly changes: number;
  /** Bytes of their texts in UTF-8. */
  readonly bytes: number;
  /** Bytes returned to the disk; null means none, or the space stays with the store for reuse. */
  readonly freed: number | null;
  /** The time limit stopped it: another call continues. */
  readonly more: boolean;
}

export interface CompactionOptions {
  /** Counts without dropping anything. */
  readonly dryRun?: boolean;
  /** Maximum milliseconds; default: unlimited. */
  readonly within?: number;
}

/** The storage port. One ordered log of resource versions and the current values beside it. */
export interface Store {
  /** People and their ways to sign in, beside the log. */
  readonly accounts: Accounts;
  /** Last use of access tokens and read keys. */
  readonly lastUsed: LastUsed;
  /** Use of read keys. */
  readonly usage: Usage;
  /** Events on their way to webhooks. */
  readonly outbox: Outbox;
  /** Rows as the tables have them, for copies outside of the store. */
  readonly log: LogRows;
  /** Nodes that share the store. Absent means it is never shared. */
  readonly nodes?: Nodes;
  /** Number of the last migration of its tables. Absent means it has none. */
  readonly format?: number;
  /** Current connections. Absent means the store needs none. */
  readonly connections?: StoreConnections;
  /** The time by the clock of the store's own machine, epoch ms. Absent means it runs on this one. @throws unavailable */
  clock?(): Promise<number>;
  /** Rows that differed from the log when the store was opened, and were rebuilt. Absent means never compared. */
  readonly rebuilt?: number;
  /** @throws unavailable */
  head(): Promise<Head>;
  /** @throws unavailable */
  end(): Promise<StoreEnd>;
  /** The commit with that revision; null means none. @throws unavailable */
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
   * One project's rows right after that revision.
   * @throws invalid (a name that no text can be), not_found (below the floor), unavailable
   */
  rowsAt(project: string, revision: number): Promise<Row[]>;
  /** Revision of the last commit that touched the project, 0 if none ever did. @throws unavailable */
  projectRevision(project: string): Promise<number>;
  /**
   * All or nothing, durable when it resolves. After `unavailable` the commit may have happened: check before retrying.
   * @throws invalid (nothing to change, one resource twice, a text that cannot be stored), conflict (an expectation does not
   * hold, or the Idempotency-Key is in use), key_in_use (a claim is taken), LogMismatch, unavailable
   */
  commit(input: CommitInput): Promise<Head>;
  /** The claim to that text; null means it is free. @throws invalid, unavailable */
  claimTo(text: string): Promise<Claim | null>;
  /** The claim of this credential; null means none. @throws invalid, unavailable */
  claimOf(project: string, id: string): Promise<Claim | null>;
  /**
   * Commits that touched the project, newest first, with only its changes. Commits at and below the floor have no changes, and
   * are not found by kind.
   * @throws invalid, unavailable
   */
  history(project: string, page: HistoryPage): Promise<Commit[]>;
  /** Commits after that revision, oldest first. Commits at and below the floor may lack changes. @throws invalid, unavailable */
  commitsAfter(revision: number, page: LogPage): Promise<CommitNames[]>;
  /** The rows of a project with the head of the same moment: the head shows whether a replica lags. @throws unavailable */
  project(project: string): Promise<StoredProject>;
  /** Every row, and the head of the same moment. @throws unavailable */
  whole(): Promise<WholeStore>;
  /**
   * Every commit after that revision, oldest first and without gaps, at most `limit` (1 to 1000), and fewer if they are large: as
   * many as begin within 16 MiB. Null means some are missing, or the store never had that revision; use `whole`.
   * @param known the last revision whose changes the caller has: commits up to it may come without changes.
   * @throws invalid, unavailable
   */
  changesAfter(revision: number, limit: number, known?: number): Promise<LoggedCommit[] | null>;
  /**
   * Rings when another process may have committed. A ring can be lost, or come without a commit: followers also poll now and
   * then. Returns the function that stops it.
   */
  watch(ring: () => void): () => void;
  /** Rejects if changes would fail, as far as can be known without one; reads may still work. @throws unavailable */
  checkWritable(): Promise<void>;
  /**
   * History is complete after this revision; at it and after it, past states can be read. 0: from the beginning.
   * @throws unavailable
   */
  floor(): Promise<number>;
  /**
   * Drops values superseded before that instant (epoch ms), in short steps between which commits and reads continue. Reads from
   * the floor on always give the original content.
   * @throws unavailable
   */
  compact(before: number, options?: CompactionOptions): Promise<Compaction>;
  /** The record of that key if it is younger than 24 h at `now`. @throws unavailable */
  recall(key: string, now: number): Promise<IdempotencyRecord | null>;
  /** A random secret of this store by name, created at first use; 32 bytes as base64url. Not in the log. @throws unavailable */
  secret(name: string): Promise<string>;
  /**
   * A checked copy of everything, made while commits continue. One at a time, until it is closed. Absent means the engine has its
   * own tools.
   * @throws conflict (another one is open), unavailable
   */
  backup?(): Promise<StoreBackup>;
  /** Releases everything that was opened. May be called twice. */
  close(): Promise<void>;
}
