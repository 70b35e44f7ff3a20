/**
 * Delivers every commit, those of other nodes too, each once and in order. The log is read on each notification and at intervals,
 * since notifications can be lost. While the store is away, the last known state answers. A store that has lost answered commits
 * gets a new epoch, and is loaded again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { DrawbridgeError, errorText, storeProblemOf, UnusableStore } from "drawbridge-rules/values/errors.ts";
import { type Log, OutageLog } from "../base/log.ts";
import { CommitJournal } from "../replicas/commit-journal.ts";
import type { ReplicaRows } from "../replicas/replica.ts";
import { continuesLog, hasLostCommits, isSameCommit } from "../store/commit-rules.ts";
import type {
  Change,
  CommitInput,
  CommitMark,
  Head,
  LogEnd,
  LoggedCommit,
  Row,
  Store,
  StoreEnd,
  WholeStore,
} from "../store/store.ts";
import type { LostStatus, SourceStatus } from "./source-status.ts";

/** Called for each commit, in order. The answer and the next commit wait for it. */
export type Follower = (
  changes: readonly Change[],
  head: Head,
  commit: Pick<CommitInput, "at" | "actor" | "reason" | "follows"> & { readonly id?: string | null },
) => unknown;

export interface Following {
  /** Replaces everything; absent means there is nothing to load. */
  load?(rows: readonly Row[], head: Head, last: CommitMark | null): unknown;
  apply(...commit: Parameters<Follower>): unknown;
}

export interface LogFollowerServices {
  readonly store: Pick<
    Store,
    "end" | "whole" | "changesAfter" | "commitAt" | "renewEpoch" | "watch" | "checkWritable" | "connections" | "rebuilt"
  >;
  readonly kind: SourceStatus["kind"];
  /** All of them receive each commit, in this order. */
  readonly followings: readonly Following[];
  /** Only followings that answer reads receive a replica. */
  readonly readers?: readonly Following[];
  /** Milliseconds between two polls; null means never. */
  readonly pollEvery: number | null;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log?: Pick<Log, "error" | "info">;
  readonly newEpoch: () => string;
  /** The log followed before the start; empty by default. */
  readonly known?: CommitJournal;
  /** Called after loading a store that lost commits. */
  readonly onLost?: (lost: LostLog) => void;
  /** Called with the last commit of a store not followed before. */
  readonly onOther?: (last: CommitMark | null) => void;
  readonly lostStatus?: () => LostStatus | null;
  readonly replicaProblem?: () => string | null;
  /** Commits after that end from another place, asked while the store is away. */
  readonly readAhead?: (end: LogEnd) => Promise<readonly LoggedCommit[]>;
}

/** A log that has lost its last commits, as known here. */
export interface LostLog {
  readonly end: LogEnd;
  /** The last commits received, oldest first, and the end of the log before them. */
  readonly commits: readonly LoggedCommit[];
  readonly base: LogEnd | null;
  readonly epoch: string;
}

const batch = 200;

const maxInconsistentReads = 10;
/** Milliseconds between checks while the database's reads lag at a start. */
const laggingReplicaRetryMs = 250;

type CommitDetails = Parameters<Follower>[2];

export class LogFollower {
  readonly #services: LogFollowerServices;
  readonly #known: CommitJournal;
  #isLoaded = false;
  #state: SourceStatus["state"] = "starting";
  #since: number;
  #checkedAt: number | null = null;
  /** Position of the replica, before the store is read. */
  #restored: LogEnd | null = null;
  #restoring: Promise<unknown> = Promise.resolve();
  #problem: string | null = null;
  /** Why the store must not be used, although it can be read. */
  #unusable: UnusableStore | EmptyStore | null = null;
  #polling: Promise<void> | null = null;
  #queuedPoll: Promise<void> | null = null;
  /** The epoch of the store changed since the last poll. */
  #mustPollAgain = false;
  #isReadingAhead = false;
  #delivery: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #endWatch: (() => void) | null = null;
  #isStopped = false;
  /** The content in memory may match no state of the store: only a load helps. */
  #isTorn = false;
  readonly #outage: OutageLog;

  constructor(services: LogFollowerServices) {
    this.#services = services;
    this.#known = services.known ?? new CommitJournal({ directory: null });
    this.#since = services.now();
    this.#outage = new OutageLog(services.log ?? noLog, {
      lost: {
        event: "store.lost",
        text: "The connection to the store is lost: changes fail, and reads are answered from memory",
      },
      back: { event: "store.back", text: "The store is back" },
    });
  }

  /** @throws unavailable */
  async start(): Promise<readonly Row[]> {
    const { store, pollEvery } = this.#services;
    // Before the first poll: later commits ring.
    this.#endWatch ??= store.watch(() => void this.catchUp());
    for (;;) {
      const rows = await this.#loadWhole().catch((error) => this.#awaitPrimary(error));
      if (rows === null) continue;
      await this.catchUp();
      if (pollEvery !== null) this.#schedulePoll(pollEvery);
      return rows;
    }
  }

  async restore({ rows, head, last, checkedAt }: ReplicaRows, problem: unknown): Promise<void> {
    if (this.#isLoaded) return;
    this.#restored = { head, last };
    this.#checkedAt = checkedAt;
    this.#enter("interrupted");
    this.#problem = errorText(problem);
    this.#unusable = problem instanceof UnusableStore ? problem : null;
    this.#restoring = Promise.all((this.#services.readers ?? []).map((reader) => reader.load?.(rows, head, last)));
    await this.#restoring;
  }

  applyRestored(changes: readonly Change[], head: Head, last: CommitMark): void {
    if (this.#isLoaded) return;
    this.#restored = { head, last };
    this.#checkedAt = last.at;
    for (const reader of this.#services.readers ?? []) reader.apply(changes, head, last);
  }

  /** Null means none, or the store has been read since. */
  get restored(): LogEnd | null {
    return this.#isLoaded ? null : this.#restored;
  }

  /** Why the store was not read yet; null means it was. */
  get awaited(): DrawbridgeError | null {
    if (this.#isLoaded) return null;
    return this.#unusable ?? new DrawbridgeError("unavailable", this.#problem ?? "The service is starting; try again.");
  }

  /** Why the store must not be used: unread, replaced by an empty one, or migrated by a newer program. */
  get unusable(): DrawbridgeError | null {
    return this.awaited ?? this.#unusable;
  }

  away(problem: unknown): void {
    if (!this.#isLoaded) this.#failed(problem);
  }

  /** A commit of this process must follow it. @throws unavailable */
  end(): LogEnd {
    const { end } = this.#known;
    if (end === null || !this.#isLoaded) throw new DrawbridgeError("unavailable", "The store has not been read yet; try again.");
    return end;
  }

  /** Resolves when this process follows the store again. @throws unavailable */
  async follow(): Promise<void> {
    await this.catchUp();
    if (this.#problem !== null) throw new DrawbridgeError("unavailable", this.#problem);
  }

  /** Resolves when all followers have applied the commit. @throws unavailable: this process does not answer from it */
  async committed(changes: readonly Change[], head: Head, commit: CommitDetails): Promise<void> {
    // The next revision is its own only if it follows the log known here. A failed follower makes the next poll load everything.
    if (commit.follows === undefined || commit.follows === this.#known.end)
      await this.#apply(changes, head, commit).catch((error) => this.#failed(error));
    if (this.#isLast(head, commit)) {
      // A poll may have applied it first, and still be delivering it.
      await this.#delivery.catch(() => undefined);
      // The store accepted a change again, which is otherwise unknown before the next poll.
      if (this.#state === "interrupted") void this.catchUp();
      if (!this.#isTorn) return;
    }
    // Commits of other nodes in between come first, and so do lost commits of the store.
    await this.catchUp();
    if (await this.#hasApplied(head, commit)) return this.#delivery.catch(() => undefined);
    throw new DrawbridgeError(
      "unavailable",
      `The change was committed as revision ${head.revision}, but this node does not answer from it yet. ${this.#problem ?? ""}`.trim(),
    );
  }

  /** Resolves after the first poll that starts after this call: all that the store had is applied, or the store is away. */
  catchUp(): Promise<void> {
    // At the start, the whole store is read before any poll.
    if (this.#head === null || this.#isStopped) return Promise.resolve();
    if (this.#polling === null) return this.#startPoll();
    this.#queuedPoll ??= this.#polling.then(() => this.#polling ?? this.#startPoll());
    return this.#queuedPoll;
  }

  /** Everything up to that end was applied, and no commit that the store has lost since. */
  has({ head, last }: StoreEnd): boolean {
    const { end } = this.#known;
    if (!this.#isLoaded || end === null || this.#isTorn) return false;
    if (end.head.epoch !== head.epoch || end.head.revision < head.revision) return false;
    return end.head.revision > head.revision || last === null || end.last === null || isSameCommit(last, end.last);
  }

  status(): SourceStatus {
    const { store, kind, pollEvery, now, replicaProblem } = this.#services;
    return {
      name: "store",
      kind,
      state: this.#state,
      since: this.#since,
      epoch: this.#answered?.epoch ?? null,
      revision: this.#answered?.revision ?? null,
      // Only nodes that share a database can miss commits of others.
      checkedAt: (pollEvery === null || kind === "sqlite") && this.#head !== null ? now() : this.#checkedAt,
      problem: this.#problem ?? store.connections?.problem ?? replicaProblem?.() ?? null,
      code: storeProblemOf(this.#unusable),
      lost: this.#services.lostStatus?.() ?? null,
      rebuilt: store.rebuilt ?? 0,
    };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endWatch?.();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#polling;
  }

  #startPoll(): Promise<void> {
    this.#queuedPoll = null;
    this.#polling = this.#pollUntilSettled();
    return this.#polling;
  }

  async #pollUntilSettled(): Promise<void> {
    try {
      do {
        this.#mustPollAgain = false;
        try {
          await this.#readNext();
          await this.#services.store.checkWritable();
          this.#succeeded();
        } catch (error) {
          this.#failed(error);
          void this.#readAhead();
        }
      } while (this.#mustPollAgain && !this.#isStopped);
    } finally {
      // Before this resolves: a caller from here on needs another poll.
      this.#polling = null;
    }
  }

  /** Runs beside the polls: each skips what the other has applied. Never rejects. */
  async #readAhead(): Promise<void> {
    const { readAhead } = this.#services;
    const { end } = this.#known;
    if (!readAhead || this.#isReadingAhead || this.#head === null || end === null || this.#unusable !== null) return;
    this.#isReadingAhead = true;
    try {
      for (const commit of await readAhead(end)) await this.#applyLogged(end.head.epoch, commit);
    } catch {
      // The status of the object store has the problem.
    } finally {
      this.#isReadingAhead = false;
    }
  }

  async #readNext(): Promise<void> {
    const { store } = this.#services;
    let wanted: Head | null = null;
    for (let inconsistent = 0; ; ) {
      const known = this.#head;
      // The next poll reads commits made since this one began.
      if (known === null || (wanted !== null && known.epoch === wanted.epoch && known.revision >= wanted.revision)) return;
      const end = await store.end();
      const { head } = end;
      if (!(await this.#isConsistent(end))) {
        // Several databases answer in turn, and disagree.
        if (++inconsistent > maxInconsistentReads) throw new ReadsAreBehind(head, known);
        continue;
      }
      if (this.#isTorn) return this.#reload();
      wanted = head;
      if (head.epoch === known.epoch && head.revision === known.revision) return;
      const commits = head.epoch === known.epoch ? await this.#readCommitsAfter(known.revision) : null;
      if (commits === null || commits.length === 0) return this.#reload();
      // If another store replaced it between the two calls, its epoch is different now.
      if ((await store.end()).head.epoch !== known.epoch) return this.#reload();
      await this.#known.append(known.epoch, commits);
      for (const commit of commits) await this.#applyLogged(known.epoch, commit);
    }
  }

  /** If the store has lost answered commits, renews its epoch, and the caller must read it again. @throws unavailable */
  async #isConsistent(end: StoreEnd): Promise<boolean> {
    const { store, newEpoch } = this.#services;
    const loss = await this.#findLoss(end);
    if (loss === null) return true;
    const epoch = newEpoch();
    if (await store.renewEpoch(loss, epoch)) {
      const fields = { event: "store.epoch_renewed", left: end.head, known: this.#known.end?.head, epoch } as const;
      this.#services.log?.error(fields, "The store has lost commits that this node had answered from, and has a new epoch");
      return false;
    }
    // Another node has renewed the epoch, or a lagging replica was read; the primary has everything.
    const again = await store.end();
    if ((await this.#findLoss(again)) !== null) throw new ReadsAreBehind(again.head, loss.head);
    return false;
  }

  async #findLoss({ head, last }: StoreEnd): Promise<LogEnd | null> {
    // An epoch that this node has left is a loss of everything that came after it.
    if (this.#known.hasLeft(head.epoch)) return { head: { epoch: head.epoch, revision: Number.MAX_SAFE_INTEGER }, last: null };
    const end = this.restored ?? this.#known.end;
    if (end === null || end.head.epoch !== head.epoch) return null;
    const { revision } = end.head;
    const here =
      revision === head.revision ? last : revision > head.revision ? null : await this.#services.store.commitAt(revision);
    return hasLostCommits(head, here, end) ? end : null;
  }

  /** Null means some are missing, or they do not follow the last known commit. */
  async #readCommitsAfter(revision: number): Promise<LoggedCommit[] | null> {
    const { store } = this.#services;
    const last = this.#known.end?.last ?? null;
    if (last === null || last.revision !== revision) return store.changesAfter(revision, batch);
    // Starts with the last known commit: a database that went back may have reused later revisions.
    const [first, ...others] = (await store.changesAfter(revision - 1, batch, revision)) ?? [];
    if (first === undefined) return store.changesAfter(revision, batch);
    if (!isSameCommit(first, last)) return null;
    // The last known commit can be as large as a whole batch.
    return others.length > 0 ? others : store.changesAfter(revision, batch);
  }

  async #reload(): Promise<void> {
    // Null means the epoch has changed since the last poll.
    if ((await this.#loadWhole()) === null) this.#mustPollAgain = true;
  }

  /** Null means it must be read again. @throws unavailable */
  async #loadWhole(): Promise<readonly Row[] | null> {
    const { store } = this.#services;
    const whole = await store.whole();
    if (!(await this.#isConsistent(whole))) return null;
    const { end } = this.#known;
    const isSame = end !== null && continuesLog(whole.head, await store.commitAt(end.head.revision), end);
    if (!isSame) this.#refuseEmpty(whole);
    await this.#load(whole);
    return whole.rows;
  }

  /** A database that was lost and recreated is more likely than one whose projects were all deleted. @throws unavailable */
  #refuseEmpty({ head, rows }: WholeStore): void {
    if (!this.#known.hasProjects || rows.some(({ kind }) => kind === "project")) return;
    throw new EmptyStore(
      `The store has no project (epoch ${head.epoch}), but this node had some (epoch ${this.#known.end?.head.epoch}). The node does not use it. ` +
        "Restore the right database. To begin with an empty one, stop the node and delete its replica (replica* in its data directory).",
    );
  }

  /** @throws any error except lagging reads */
  async #awaitPrimary(error: unknown): Promise<null> {
    if (!(error instanceof ReadsAreBehind) || this.#isStopped) throw error;
    this.#problem = error.message;
    await sleep(laggingReplicaRetryMs);
    return null;
  }

  async #load({ rows, head, last, renewedFrom }: WholeStore): Promise<void> {
    const { commits, base } = this.#known;
    const end = this.restored ?? this.#known.end;
    // The new position counts before any follower has loaded the rows.
    this.#isTorn = true;
    await this.#known.load(rows, { head, last });
    const rebuilt = this.#isLoaded ? 0 : (this.#services.store.rebuilt ?? 0);
    await this.#restoring.catch(() => undefined);
    this.#isLoaded = true;
    this.#isTorn = false;
    await this.#deliver((following) => following.load?.(rows, head, last));
    if (rebuilt > 0)
      this.#services.log?.error(
        { event: "store.rows_rebuilt", rows: rebuilt },
        "Rows differed from the log and were rebuilt from it: check the disk and the memory",
      );
    if (end?.head.epoch === head.epoch) return;
    this.#services.onOther?.(last);
    if (end !== null && renewedFrom === end.head.epoch) this.#services.onLost?.({ end, commits, base, epoch: head.epoch });
  }

  async #deliver(what: (following: Following) => unknown): Promise<void> {
    try {
      this.#delivery = Promise.all(this.#services.followings.map(what)).then(() => undefined);
      await this.#delivery;
    } catch (error) {
      this.#isTorn = true;
      throw error;
    }
  }

  #applyLogged(epoch: string, { changes, ...commit }: LoggedCommit): Promise<void> {
    return this.#apply(changes, { epoch, revision: commit.revision }, commit);
  }

  get #answered(): Head | null {
    return this.#head ?? this.#restored?.head ?? null;
  }

  get #head(): Head | null {
    return this.#isLoaded ? (this.#known.end?.head ?? null) : null;
  }

  /** Applies the next commit; any other has been applied, or will be. */
  async #apply(changes: readonly Change[], head: Head, commit: CommitDetails): Promise<void> {
    if (!this.#follows(head)) return;
    const last = markOf(head, commit);
    await this.#known.append(head.epoch, [{ ...last, changes }]);
    // A poll may have applied it in the meantime.
    if (!this.#follows(head)) return;
    this.#known.advance({ head, last });
    await this.#deliver((following) => following.apply(changes, head, commit));
  }

  #follows({ epoch, revision }: Head): boolean {
    const known = this.#head;
    return known !== null && !this.#isTorn && epoch === known.epoch && revision === known.revision + 1;
  }

  #isLast(head: Head, commit: CommitDetails): boolean {
    if (!this.#isLoaded) return true;
    const last = this.#known.end?.last ?? null;
    return !this.#isTorn && last !== null && isSameCommit(last, markOf(head, commit));
  }

  async #hasApplied(head: Head, commit: CommitDetails): Promise<boolean> {
    if (this.#isLast(head, commit)) return true;
    const { end } = this.#known;
    if (this.#isTorn || this.#problem !== null || end === null || end.head.revision < head.revision) return false;
    // Even in another epoch: commits between the loss and its discovery stay.
    const there = await this.#services.store.commitAt(head.revision).catch(() => null);
    return there !== null && isSameCommit(there, markOf(head, commit));
  }

  #succeeded(): void {
    const { kind, now } = this.#services;
    this.#enter("following");
    this.#checkedAt = now();
    this.#problem = null;
    this.#unusable = null;
    this.#outage.back(this.#checkedAt, { store: kind, ...this.#head });
  }

  #failed(error: unknown): void {
    const { kind, now } = this.#services;
    this.#enter("interrupted");
    const isExpected = error instanceof DrawbridgeError;
    this.#unusable = error instanceof UnusableStore || error instanceof EmptyStore ? error : null;
    this.#problem = isExpected ? error.message : "A commit could not be applied; the log has the error.";
    const asOf = this.#checkedAt === null ? {} : { checked_at: new Date(this.#checkedAt).toISOString() };
    const head = this.#answered;
    const code = storeProblemOf(this.#unusable);
    const fields = {
      store: kind,
      ...head,
      ...asOf,
      ...(code === null ? {} : { code }),
      ...(isExpected ? {} : { err: error }),
    };
    const text = head === null ? "The store cannot be read, and this node has no replica to answer from" : undefined;
    this.#outage.lost(this.#problem, now(), fields, text);
  }

  #enter(state: SourceStatus["state"]): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#since = this.#services.now();
  }

  /** Jitter keeps nodes that started together from polling together. */
  #schedulePoll(every: number): void {
    if (this.#isStopped) return;
    const wait = every * (0.9 + 0.1 * this.#services.random());
    this.#timer = setTimeout(async () => {
      await this.catchUp();
      this.#schedulePoll(every);
    }, wait).unref();
  }
}

function markOf({ revision }: Head, { id = null, at, actor, reason }: CommitDetails): CommitMark {
  return { revision, id, at, actor, reason };
}

const noLog: Pick<Log, "error"> = { error: () => undefined };

class EmptyStore extends DrawbridgeError {
  constructor(message: string) {
    super("unavailable", message);
  }
}

/** The primary has the known commits, but reads from it do not. */
class ReadsAreBehind extends DrawbridgeError {
  constructor(read: Head, known: Head) {
    super(
      "unavailable",
      `Reads of the database come from a replica that is behind: revision ${read.revision} of epoch ${read.epoch}, after ` +
        `${known.epoch === read.epoch && known.revision < Number.MAX_SAFE_INTEGER ? `revision ${known.revision}` : "a later epoch"}. ` +
        "This node keeps answering from memory. Set DRAWBRIDGE_DATABASE_URL to the primary.",
    );
  }
}
