/**
 * How a process hears of every commit, its own and those of others, each once and in order. The log is the truth: it is looked at
 * when the store rings, and now and then in any case, since a ring can be lost. While the store is away everything that was heard
 * goes on being answered.
 */
import { DrawbridgeError } from "./domain/errors.ts";
import type { Log } from "./http/traffic.ts";
import type { Follower } from "./publisher.ts";
import type { SourceStatus } from "./source-status.ts";
import type { Change, Head, LoggedCommit, Row, Store } from "./store/store.ts";
import type { Visibility } from "./visibility.ts";

/** What keeps something of the log in memory. */
export interface Following {
  /** Takes in a whole store, in place of whatever it has. Absent: there is nothing to take in. */
  load?(rows: readonly Row[], head: Head): unknown;
  /** Takes in a commit, which comes right after the one before. */
  apply(...commit: Parameters<Follower>): unknown;
}

export interface LogFollowerWorkings {
  readonly store: Pick<Store, "head" | "whole" | "changesAfter" | "watch">;
  readonly kind: SourceStatus["kind"];
  /** Each commit is heard by all of them, in this order. */
  readonly followings: readonly Following[];
  /** Milliseconds between two looks; null: nobody else commits, and it is never looked. */
  readonly pollEvery: number | null;
  /** Epoch ms. */
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log?: Pick<Log, "error">;
}

/** Commits that are read at once. */
const batch = 200;

type Told = Parameters<Follower>[2];

export class LogFollower {
  readonly #workings: LogFollowerWorkings;
  #head: Head | null = null;
  #state: SourceStatus["state"] = "starting";
  #since: number;
  #checkedAt: number | null = null;
  #problem: string | null = null;
  #looking: Promise<void> | null = null;
  #isAskedAgain = false;
  #timer: NodeJS.Timeout | null = null;
  #endWatch: (() => void) | null = null;
  #isStopped = false;
  /** Of what was taken in last. */
  #visible: Visibility = "everywhere";
  /** What it was that came last; null: a whole store. */
  #last: Told | null = null;
  /** What is here may be none of the states that the store had: nothing but the whole of it helps. */
  #isTorn = false;

  constructor(workings: LogFollowerWorkings) {
    this.#workings = workings;
    this.#since = workings.now();
  }

  /** Takes in the whole store, and follows it from there; gives what was taken in. @throws unavailable */
  async start(): Promise<readonly Row[]> {
    const { store, pollEvery } = this.#workings;
    // Before the first look: what is committed after it rings.
    this.#endWatch = store.watch(() => void this.catchUp());
    const { head, rows } = await store.whole();
    await this.#load(rows, head);
    await this.catchUp();
    if (pollEvery !== null) this.#poll(pollEvery);
    return rows;
  }

  /** Hears of a commit of this process; resolves when everybody here has taken it in, or has had its time for that. */
  async committed(changes: readonly Change[], head: Head, commit: Told): Promise<Visibility> {
    // Who cannot take it in has the whole store taken in anew, by the look that follows.
    await this.#apply(changes, head, commit).catch((error) => this.#lost(error));
    if (head.revision === this.#head?.revision && this.#isAnother(commit)) this.#isTorn = true;
    // What others committed in between is not here yet, and comes first.
    if (!this.#has(head) && !this.#isStopped) await this.catchUp();
    return this.#has(head) ? this.#visible : "local";
  }

  /** Resolves when what the store had at this moment is here, or it is known to be away. */
  catchUp(): Promise<void> {
    // At the start the whole store is read first, and then it is looked.
    if (this.#head === null) return Promise.resolve();
    if (this.#looking !== null) {
      this.#isAskedAgain = true;
      return this.#looking;
    }
    this.#looking = this.#lookUntilQuiet();
    return this.#looking;
  }

  /** Whether everything up to there was taken in, and nothing that the store has lost since. */
  has(head: Head): boolean {
    return this.#head !== null && this.#has(head);
  }

  status(): SourceStatus {
    const { kind, pollEvery, now } = this.#workings;
    return {
      name: "store",
      kind,
      state: this.#state,
      since: this.#since,
      epoch: this.#head?.epoch ?? null,
      revision: this.#head?.revision ?? null,
      checkedAt: pollEvery === null && this.#head !== null ? now() : this.#checkedAt,
      problem: this.#problem,
    };
  }

  /** Ends the watch. What is under way is waited for. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endWatch?.();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
  }

  async #lookUntilQuiet(): Promise<void> {
    do {
      this.#isAskedAgain = false;
      try {
        await this.#look();
        this.#found();
      } catch (error) {
        this.#lost(error);
      }
    } while (this.#isAskedAgain && !this.#isStopped);
    // At once: whoever rings from here on is not told to wait for a look that is over.
    this.#looking = null;
  }

  async #look(): Promise<void> {
    const { store } = this.#workings;
    for (;;) {
      const known = this.#head;
      if (known === null) return;
      const head = await store.head();
      this.#refuseGoneBack(head);
      if (this.#isTorn) return this.#loadAnew();
      if (head.epoch === known.epoch && head.revision === known.revision) return;
      const commits = head.epoch === known.epoch ? await this.#after(known.revision) : null;
      if (commits === null || commits.length === 0) return this.#loadAnew();
      // A store that was put in another's place between the two questions has another epoch now.
      if ((await store.head()).epoch !== known.epoch) return this.#loadAnew();
      for (const commit of commits) await this.#applyLogged(known.epoch, commit);
    }
  }

  /** Null: they are not all there any more, or they do not follow upon what is here. */
  async #after(revision: number): Promise<LoggedCommit[] | null> {
    const { store } = this.#workings;
    // With the one that came last: a database that went back has counted on from there with others.
    const commits = this.#last === null ? null : await store.changesAfter(revision - 1, batch);
    const [first, ...others] = commits ?? [];
    if (first === undefined) return store.changesAfter(revision, batch);
    if (this.#isAnother(first)) return null;
    // It can be as large as what is told at once.
    return others.length > 0 ? others : store.changesAfter(revision, batch);
  }

  /** Whether a commit of the revision that is here is not the one that was taken in. */
  #isAnother({ at, actor, reason }: Told): boolean {
    const last = this.#last;
    return last !== null && (last.at !== at || last.actor !== actor || last.reason !== reason);
  }

  async #loadAnew(): Promise<void> {
    const { head, rows } = await this.#workings.store.whole();
    this.#refuseGoneBack(head);
    await this.#load(rows, head);
  }

  /** @throws unavailable */
  #refuseGoneBack({ epoch, revision }: Head): void {
    const known = this.#head;
    if (known === null || epoch !== known.epoch || revision >= known.revision) return;
    // Should it count the same revisions again, they are others.
    this.#isTorn = true;
    throw new DrawbridgeError(
      "unavailable",
      `The database has gone back from revision ${known.revision} to ${revision}, so that commits are lost. This node goes on answering from what it has. Bring the commits back, or give the database a new epoch with \`drawbridge copy\`, and restart.`,
    );
  }

  async #load(rows: readonly Row[], head: Head): Promise<void> {
    this.#head = head;
    this.#last = null;
    this.#isTorn = false;
    this.#saw(await this.#tell((following) => following.load?.(rows, head)));
  }

  async #tell(what: (following: Following) => unknown): Promise<unknown[]> {
    try {
      return await Promise.all(this.#workings.followings.map(what));
    } catch (error) {
      this.#isTorn = true;
      throw error;
    }
  }

  #applyLogged(epoch: string, { revision, at, actor, reason, changes }: LoggedCommit): Promise<void> {
    return this.#apply(changes, { epoch, revision }, { at, actor, reason });
  }

  /** Takes in the commit that comes next; any other has been taken in, or will be. */
  async #apply(changes: readonly Change[], head: Head, commit: Told): Promise<void> {
    const known = this.#head;
    if (known === null || this.#isTorn || head.epoch !== known.epoch || head.revision !== known.revision + 1) return;
    this.#head = head;
    this.#last = { at: commit.at, actor: commit.actor, reason: commit.reason };
    this.#saw(await this.#tell((following) => following.apply(changes, head, commit)));
  }

  #saw(seen: readonly unknown[]): void {
    this.#visible = seen.includes("local") ? "local" : "everywhere";
  }

  #has(head: Head): boolean {
    const known = this.#head;
    return known === null || (!this.#isTorn && known.epoch === head.epoch && known.revision >= head.revision);
  }

  #found(): void {
    this.#enter("following");
    this.#checkedAt = this.#workings.now();
    this.#problem = null;
  }

  #lost(error: unknown): void {
    this.#enter("interrupted");
    this.#problem = error instanceof DrawbridgeError ? error.message : "What was committed could not be taken in: see the log.";
    if (!(error instanceof DrawbridgeError)) this.#workings.log?.error({ err: error }, this.#problem);
  }

  #enter(state: SourceStatus["state"]): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#since = this.#workings.now();
  }

  /** Nodes that started together do not ask together for ever. */
  #poll(every: number): void {
    if (this.#isStopped) return;
    const wait = every * (0.9 + 0.1 * this.#workings.random());
    this.#timer = setTimeout(async () => {
      await this.catchUp();
      this.#poll(every);
    }, wait).unref();
  }
}
