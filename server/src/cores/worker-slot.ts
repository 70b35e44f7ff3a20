/** The slot of one worker process. If it ends or lags, another takes its place; the new one is ready before the old one ends. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Log } from "../base/log.ts";
import type { CurrentRows } from "../snapshot/current-rows.ts";
import type { Change, Head } from "../store/store.ts";
import { WorkerProcess, type WorkerProcessOptions } from "./worker-process.ts";

/** Milliseconds. A process that lived this long did not fail at its start. */
const settledAfter = 60_000;
/** Milliseconds within which a process must have a whole copy. */
const longestCopy = 30_000;
/** Milliseconds that a lagging process may keep answering if it cannot be replaced. */
const longestBehind = 10_000;
/** Milliseconds for requests in flight in a lagging process. */
const graceBehind = 1_000;
const firstPause = 100;
const longestPause = 30_000;
/** This many failures in a row are no accident. */
const manyFailures = 3;

interface WorkerSlotOptions extends WorkerProcessOptions {
  readonly held: CurrentRows;
  readonly log: Log;
}

export class WorkerSlot {
  readonly #options: WorkerSlotOptions;
  /** All processes that have not ended. */
  readonly #processes = new Set<WorkerProcess>();
  /** Processes that get no more commits, and end as soon as another one is ready. */
  readonly #behind = new Set<WorkerProcess>();
  readonly #stopping = Promise.withResolvers<void>();
  #isStopping = false;
  #current: WorkerProcess | null = null;
  #currentSince = 0;
  #raising: Promise<void> | null = null;
  #failures = 0;
  #started = 0;

  constructor(options: WorkerSlotOptions) {
    this.#options = options;
  }

  /** Id of the current process; null: none. */
  get pid(): number | null {
    return this.#current?.pid ?? null;
  }

  /** True if the slot answers reads and keeps up. */
  get isReady(): boolean {
    const current = this.#current;
    if (current === null || this.#behind.has(current)) return false;
    return current.takesRequests && current.head !== null;
  }

  /** True if processes keep ending in this slot. */
  get isFailing(): boolean {
    return this.#failures >= manyFailures && !this.#isSettled;
  }

  get restarts(): number {
    return Math.max(0, this.#started - 1);
  }

  /** True if a process that gets no more commits may still answer requests. */
  get isBehind(): boolean {
    return [...this.#behind].some((each) => each.takesRequests);
  }

  /** Processes that may answer without the last commit. */
  get lagging(): number {
    return [...this.#processes].filter((each) => each.takesRequests && (this.#behind.has(each) || !each.hasAll)).length;
  }

  /** Open connections of all its processes. @param door index of a socket */
  connections(door: number): number {
    return [...this.#processes].reduce((sum, each) => sum + each.connections(door), 0);
  }

  /** Resolves when its process accepts connections, which it answers with `not_ready` until it has a copy. @throws unavailable */
  async start(): Promise<void> {
    const first = this.#fork();
    this.#take(first);
    await first.listen();
    if (first.takesRequests) return;
    const how = await first.ended;
    throw new DrawbridgeError("unavailable", `A worker process ended while it was starting (${how}). Its log has the reason.`);
  }

  /** Sends every process a whole copy. Resolves when the copy has replaced all earlier content. */
  async load(): Promise<void> {
    await Promise.all([...this.#processes].map((each) => this.#copy(each)));
    await this.#raising;
  }

  commit(changes: readonly Change[], head: Head): void {
    for (const each of this.#processes) if (!this.#behind.has(each)) each.commit(changes, head);
  }

  /** Resolves when every process that answers requests has all commits so far, except processes being replaced. */
  async caughtUp(): Promise<void> {
    const asked = [...this.#processes].filter((each) => each.takesRequests && !this.#behind.has(each));
    await Promise.all(asked.map((each) => each.caughtUp()));
  }

  /** Replaces a lagging process, unless it is still receiving a copy. */
  replaceLate(): void {
    const current = this.#current;
    if (this.#isStopping || !current?.takesRequests || current.hasAll || current.isCopying || this.#behind.has(current)) return;
    this.#options.log.error({ pid: current.pid }, "a worker process lags, and is replaced");
    this.#behind.add(current);
    setTimeout(() => current.kill(), longestBehind).unref();
    this.#raise();
  }

  leave(): void {
    for (const each of this.#processes) each.leave();
  }

  /** Resolves when no process of the slot accepts connections. Processes that end from now on are not replaced. */
  async shut(): Promise<void> {
    this.#isStopping = true;
    this.#stopping.resolve();
    await Promise.all([...this.#processes].map((each) => each.shut()));
  }

  /** Call `shut` first. @param graceMs milliseconds for requests in flight */
  async stop(graceMs: number): Promise<void> {
    await Promise.all([...this.#processes].map((each) => each.stop(this.#behind.has(each) ? graceBehind : graceMs)));
    await this.#raising;
  }

  get #isSettled(): boolean {
    return this.#current !== null && performance.now() - this.#currentSince >= settledAfter;
  }

  #fork(): WorkerProcess {
    const fresh = new WorkerProcess(this.#options);
    this.#started++;
    this.#processes.add(fresh);
    void fresh.ended.then((how) => this.#ended(fresh, how));
    return fresh;
  }

  #take(fresh: WorkerProcess): void {
    this.#current = fresh;
    this.#currentSince = performance.now();
  }

  #ended(one: WorkerProcess, how: string): void {
    this.#processes.delete(one);
    if (one === this.#current) {
      if (this.#isSettled) this.#failures = 0;
      this.#current = null;
      if (!this.#behind.has(one)) this.#failed(one, how);
      this.#raise();
    }
    this.#behind.delete(one);
  }

  #failed({ pid }: WorkerProcess, how: string): void {
    if (this.#isStopping) return;
    this.#failures++;
    const { log } = this.#options;
    if (this.#failures < manyFailures) log.error({ pid, how }, "a worker process ended, and is replaced");
    else log.error({ pid, how, waitMs: this.#pauseMs }, "worker processes keep ending; the next one starts after a pause");
  }

  #raise(): void {
    this.#raising ??= this.#raiseUntilReady().finally(() => {
      this.#raising = null;
      // The process may have ended before this listener was added.
      if (this.#current === null && !this.#isStopping) this.#raise();
    });
  }

  async #raiseUntilReady(): Promise<void> {
    for (;;) {
      await this.#pause();
      if (this.#isStopping) return;
      const fresh = this.#fork();
      if (await this.#prepare(fresh)) return this.#replace(fresh);
      fresh.kill();
      this.#failed(fresh, await fresh.ended);
    }
  }

  /** The copy comes before the connections, so that no client gets `not_ready`. */
  async #prepare(fresh: WorkerProcess): Promise<boolean> {
    try {
      await this.#copy(fresh);
      await fresh.listen();
      return fresh.takesRequests;
    } catch (error) {
      this.#options.log.error({ err: error, pid: fresh.pid }, "a worker process cannot listen");
      return false;
    }
  }

  #replace(fresh: WorkerProcess): void {
    const before = this.#current;
    this.#take(fresh);
    if (before) void before.stop(graceBehind);
  }

  async #copy(one: WorkerProcess): Promise<void> {
    const late = setTimeout(() => one.kill(), longestCopy);
    await one.copy(this.#options.held);
    clearTimeout(late);
  }

  /** The first process that ends is replaced immediately. */
  get #pauseMs(): number {
    return this.#failures < 2 ? 0 : Math.min(longestPause, firstPause * 2 ** (this.#failures - 2));
  }

  async #pause(): Promise<void> {
    const pause = Promise.withResolvers<void>();
    const timer = setTimeout(pause.resolve, this.#pauseMs);
    await Promise.race([pause.promise, this.#stopping.promise]);
    clearTimeout(timer);
  }
}
