import type { Kind } from "drawbridge-rules/project/kind.ts";
import type { StoreBackup } from "./backup.ts";
import type { Nodes, StoreConnections } from "./nodes.ts";
import type { Accounts, NewAccount } from "./sql/sql-accounts.ts";
import type { LogRows } from "./sql/sql-log-rows.ts";
import type { Outbox } from "./sql/sql-outbox.ts";
import type { LastUsed, Usage } from "./sql/sql-usage.ts";

/** Revisions compare only within one epoch. */
export interface Head {
  /** Random; a restored or copied store has a new one. */
  readonly epoch: string;
  /** Only grows, by one for each commit; 0 for an empty store. */
  readonly revision: number;
}

/** Distinguishes commits with one revision, in a log that went back and counted on. */
export interface CommitMark {
  readonly revision: number;
  /** Random; null means written by a version without commit ids. */
  readonly id: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly actor: string;
  readonly reason: string;
}

export interface LogEnd {
  readonly head: Head;
  /** Null means the log has no commits. */
  readonly last: CommitMark | null;
}

/** `project` is "" for what belongs to the installation. */
export interface Change {
  readonly project: string;
  readonly kind: Kind;
  readonly id: string;
  /** Version of the value's form; readers upcast older ones. */
  readonly schema: number;
  /** JSON text: the store never looks inside. Null deletes the resource. */
  readonly value: string | null;
}

export interface Row extends Change {
  readonly value: string;
  readonly revision: number;
}

/** For a retry with the same Idempotency-Key; kept 24 h beside the log, never in it. */
export interface IdempotencyRecord {
  /** `<actor> <Idempotency-Key>`. */
  readonly key: string;
  /** Digest of the request; the same key with another request is a mistake of the client. */
  readonly request: string;
  /** JSON text needed to repeat the answer. Never contains a secret. */
  readonly result: string;
}

/** The hash of a key or a token, held by one credential, even after that has ended. */
export interface Claim {
  readonly text: string;
  readonly project: string;
  readonly id: string;
  /** The text was imported from apps, and can be released. */
  readonly imported: boolean;
}

export interface CommitInput {
  /** Random. Without it, time, actor and reason distinguish commits. */
  readonly id?: string;
  readonly at: number;
  readonly actor: string;
  readonly reason: string;
  readonly overridden: readonly string[];
  readonly undone?: number;
  readonly restored?: number;
  readonly changes: readonly Change[];
  /** The last revision that touched each project must still be this one (0: never touched). */
  readonly expect: readonly { readonly project: string; readonly revision: number }[];
  /** Texts that must be unclaimed in the whole installation. */
  readonly claim?: readonly Claim[];
  readonly release?: readonly string[];
  readonly idempotency?: IdempotencyRecord;
  readonly account?: NewAccount;
  readonly follows?: LogEnd;
}

export interface CommittedChange extends Change {
  /** JSON text; null means the resource did not exist. */
  readonly before: string | null;
}

export interface Commit extends Omit<CommitMark, "id"> {
  readonly overridden: readonly string[];
  readonly undone: number | null;
  readonly restored: number | null;
  readonly changes: readonly CommittedChange[];
}

export interface HistoryPage {
  /** Exclusive, like `since`. */
  readonly before?: number;
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

/** Enough to know what to read again. */
export interface CommitNames extends Omit<CommitMark, "id"> {
  readonly changes: readonly Pick<Change, "project" | "kind" | "id">[];
}

/** Enough to follow the log. */
export interface LoggedCommit extends CommitMark {
  /** In order of project, kind, id. */
  readonly changes: readonly Change[];
}

export interface Whole {
  readonly head: Head;
  /** Null or absent means none, or unknown. */
  readonly last?: Pick<CommitMark, "id"> | null;
  /** In order of project, kind, id. */
  readonly rows: Row[];
}

export interface WholeStore extends StoreEnd {
  /** In order of project, kind, id. */
  readonly rows: Row[];
}

export interface StoredProject {
  readonly head: Head;
  /** Revision of the last commit that touched the project; 0: none. */
  readonly revision: number;
  readonly rows: Row[];
}

export interface StoreEnd extends LogEnd {
  /** The epoch that the present one replaced after commits were lost. */
  readonly renewedFrom: string | null;
}

export interface Compaction {
  /** History is complete after this revision; 0: from the beginning. */
  readonly floor: number;
  /** Superseded values that were dropped, or in a dry run would be. */
  readonly changes: number;
  readonly bytes: number;
  /** Bytes returned to the disk; null means none, or the space stays with the store for reuse. */
  readonly freed: number | null;
  /** The time limit stopped it: another call continues. */
  readonly more: boolean;
}

export interface CompactionOptions {
  readonly dryRun?: boolean;
  /** Maximum milliseconds; default: unlimited. */
  readonly within?: number;
}

/** One ordered log of resource versions, and the current values beside it. All methods but `watch` throw `unavailable`. */
export interface Store {
  readonly accounts: Accounts;
  readonly lastUsed: LastUsed;
  readonly usage: Usage;
  readonly outbox: Outbox;
  readonly log: LogRows;
  /** Absent means the store is never shared. */
  readonly nodes?: Nodes;
  /** Number of the last migration; absent means it has none. */
  readonly format?: number;
  /** Absent means the store needs none. */
  readonly connections?: StoreConnections;
  /** Epoch ms. Absent means the store runs on this machine. */
  clock?(): Promise<number>;
  /** Rows rebuilt at the opening because they differed from the log; absent means never compared. */
  readonly rebuilt?: number;
  head(): Promise<Head>;
  end(): Promise<StoreEnd>;
  commitAt(revision: number): Promise<CommitMark | null>;
  /**
   * Sets that epoch if the log, in the epoch of `known`, does not continue it: its head is below, or that revision has another
   * commit. Returns whether this call did: of several nodes, only one succeeds.
   */
  renewEpoch(known: LogEnd, epoch: string): Promise<boolean>;
  /** In order of project, kind, id. */
  rows(project?: string): Promise<Row[]>;
  /** Right after that revision. @throws invalid (a name that no text can be), not_found (below the floor) */
  rowsAt(project: string, revision: number): Promise<Row[]>;
  /** 0 means the project was never touched. */
  projectRevision(project: string): Promise<number>;
  /**
   * All or nothing, durable when it resolves. After `unavailable` the commit may have happened: check before retrying.
   * @throws invalid (nothing to change, one resource twice, a text that cannot be stored), conflict (an expectation does not
   * hold, or the Idempotency-Key is in use), key_in_use (a claim is taken), LogMismatch
   */
  commit(input: CommitInput): Promise<Head>;
  /** @throws invalid */
  claimTo(text: string): Promise<Claim | null>;
  /** @throws invalid */
  claimOf(project: string, id: string): Promise<Claim | null>;
  /** Newest first, with the changes of the project. At and below the floor, commits have none, and no kind finds them. @throws invalid */
  history(project: string, page: HistoryPage): Promise<Commit[]>;
  /** Commits after that revision, oldest first. Commits at and below the floor may lack changes. @throws invalid */
  commitsAfter(revision: number, page: LogPage): Promise<CommitNames[]>;
  /** The head of the same moment shows whether a replica lags. */
  project(project: string): Promise<StoredProject>;
  whole(): Promise<WholeStore>;
  /**
   * Oldest first without gaps, at most `limit` (1 to 1000), and as many as begin within 16 MiB. Null means some are missing, or
   * the store never had that revision; use `whole`.
   * @param known commits up to this revision may come without changes. @throws invalid
   */
  changesAfter(revision: number, limit: number, known?: number): Promise<LoggedCommit[] | null>;
  /** Rings when another process may have committed; rings can be lost. Returns the function that stops it. */
  watch(ring: () => void): () => void;
  /** Rejects if a change would fail, as far as is known without one. */
  checkWritable(): Promise<void>;
  /** History is complete after this revision, and past states from it on can be read. 0: from the beginning. */
  floor(): Promise<number>;
  /**
   * Drops values superseded before that instant (epoch ms), in short steps. Reads from the floor on give the original content.
   */
  compact(before: number, options?: CompactionOptions): Promise<Compaction>;
  /** The record of that key if it is younger than 24 h at `now`. */
  recall(key: string, now: number): Promise<IdempotencyRecord | null>;
  /** 32 random bytes as base64url, created at first use. Not in the log. */
  secret(name: string): Promise<string>;
  /** A checked copy, made while commits continue. Absent means the engine has tools. @throws conflict (another one is open) */
  backup?(): Promise<StoreBackup>;
  /** May be called twice. */
  close(): Promise<void>;
}
