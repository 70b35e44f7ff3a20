/**
 * The place of one process that answers reads. Where it ends, or does not keep up, another one takes its place: that one is ready
 * before the one that is behind is ended.
 */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Log } from "../base/log.ts";
import type { HeldRows } from "../snapshot/held-rows.ts";
import type { Change, Head } from "../store/store.ts";
import { WorkerProcess, type WorkerProcessOptions } from "./worker-process.ts";

/** Milliseconds. A process that lived for so long did not fail at its start. */
const settledAfter = 60_000;
/** In which a process has a whole copy, or never will. */
const longestCopy = 30_000;
/** For which a process that is behind may still answer, where none can take its place. */
const longestBehind = 10_000;
/** Of what is in flight in a process that is behind. */
const graceBehind = 1_000;
const firstPause = 100;
const longestPause = 30_000;
/** So many failures in a row are no accident. */
const manyFailures = 3;

export interface WorkerSlotOptions extends WorkerProcessOptions {
  readonly held: HeldRows;
  readonly log: Log;
}

export class WorkerSlot {
  readonly #options: WorkerSlotOptions;
  /** All that have not ended. */
  readonly #processes = new Set<WorkerProcess>();
  /** Of those, the ones that get no more commits, and are ended as soon as another one is ready. */
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

  /** Of the process that has the place; null: none has it now. */
  get pid(): number | null {
    return this.#current?.pid ?? null;
  }

  /** Whether it answers reads, and keeps up. */
  get isReady(): boolean {
    const current = this.#current;
    if (current === null || this.#behind.has(current)) return false;
    return current.takesRequests && current.head !== null;
  }

  /** Whether processes keep ending here. */
  get isFailing(): boolean {
    return this.#failures >= manyFailures && !this.#isSettled;
  }

  get restarts(): number {
    return Math.max(0, this.#started - 1);
  }

  /** Whether somebody may be answered by a process that gets no more commits. */
  get isBehind(): boolean {
    return [...this.#behind].some((each) => each.takesRequests);
  }

  /** Those that may answer somebody without what was committed last. */
  get lagging(): number {
    return [...this.#processes].filter((each) => each.takesRequests && (this.#behind.has(each) || !each.hasAll)).length;
  }

  /** That are open in any of its processes. @param door index of a socket */
  connections(door: number): number {
    return [...this.#processes].reduce((sum, each) => sum + each.connections(door), 0);
  }

  /** Resolves when its process takes connections, which it answers with `not_ready` until it has a copy. @throws unavailable */
  async start(): Promise<void> {
    const first = this.#fork();
    this.#take(first);
    await first.listen();
    if (first.takesRequests) return;
    const how = await first.ended;
    throw new DrawbridgeError("unavailable", `A process that answers reads ended at its start (${how}). Its log says why.`);
  }

  /** Gives a whole copy to whoever is there. Resolves when that is in the place of what there was. */
  async load(): Promise<void> {
    await Promise.all([...this.#processes].map((each) => this.#copy(each)));
    await this.#raising;
  }

  commit(changes: readonly Change[], head: Head): void {
    for (const each of this.#processes) if (!this.#behind.has(each)) each.commit(changes, head);
  }

  /** Resolves when whoever answers somebody has all that was committed until now, but for those that are being replaced. */
  async caughtUp(): Promise<void> {
    const asked = [...this.#processes].filter((each) => each.takesRequests && !this.#behind.has(each));
    await Promise.all(asked.map((each) => each.caughtUp()));
  }

  /** Replaces a process that has had its time. One that is still at a copy has more. */
  replaceLate(): void {
    const current = this.#current;
    if (this.#isStopping || !current?.takesRequests || current.hasAll || current.isCopying || this.#behind.has(current)) return;
    this.#options.log.error({ pid: current.pid }, "a process that answers reads is behind, and is replaced");
    this.#behind.add(current);
    setTimeout(() => current.kill(), longestBehind).unref();
    this.#raise();
  }

  leave(): void {
    for (const each of this.#processes) each.leave();
  }

  /** Resolves when nobody here takes connections any more. A process that ends from now on is not replaced. */
  async shut(): Promise<void> {
    this.#isStopping = true;
    this.#stopping.resolve();
    await Promise.all([...this.#processes].map((each) => each.shut()));
  }

  /** Call `shut` before. @param graceMs milliseconds that requests in flight are given */
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
    if (this.#failures < manyFailures) log.error({ pid, how }, "a process that answers reads ended, and is replaced");
    else log.error({ pid, how, waitMs: this.#pauseMs }, "processes that answer reads keep ending; the next one is to wait");
  }

  #raise(): void {
    this.#raising ??= this.#raiseUntilReady().finally(() => {
      this.#raising = null;
      // It may have ended before anybody waited for its end.
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

  /** First the copy, then the connections: nobody is told that this server is starting. */
  async #prepare(fresh: WorkerProcess): Promise<boolean> {
    try {
      await this.#copy(fresh);
      await fresh.listen();
      return fresh.takesRequests;
    } catch (error) {
      this.#options.log.error({ err: error, pid: fresh.pid }, "a process that answers reads cannot listen");
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

  /** The first one that ends is replaced at once. */
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
