/**
 * The processes that answer reads: all on the same sockets, all fed by the primary, which alone has the store. A commit is over when
 * whoever may be asked has it; who has not within a second is replaced.
 */
import type { BoundSocket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { type Address, urlOf } from "../base/address.ts";
import type { Log } from "../base/log.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Duty } from "../http/duty.ts";
import type { Listener } from "../http/listener.ts";
import type { ServerLimits } from "../limits/server-limits.ts";
import type { OpenFiles } from "../metrics/open-files.ts";
import type { ReadCounts } from "../metrics/read-counts.ts";
import { HeldRows } from "../snapshot/held-rows.ts";
import type { Change, Head, Row } from "../store/store.ts";
import { addShares } from "../usage/usage-share.ts";
import type { Visibility } from "../visibility.ts";
import { bindReadSocket } from "./read-socket.ts";
import type { WorkerCountsShare } from "./worker-counts.ts";
import type { InheritedSocket, ReadRules } from "./worker-message.ts";
import { WorkerSlot } from "./worker-slot.ts";

/** Milliseconds that a commit, or a stop, waits for every process. */
const longestWait = 1_000;

export interface WorkerPoolOptions {
  readonly count: number;
  /** What the processes counted is added to these: to what this process would have counted, had it answered. */
  readonly catalog: Pick<Catalog, "usage" | "addLookups">;
  readonly counts: ReadCounts;
  readonly files: Pick<OpenFiles, "exhausted">;
  readonly limits: ServerLimits;
  readonly rules: ReadRules;
  readonly log: Log;
}

/** For whoever watches. */
export interface WorkersStatus {
  readonly wanted: number;
  /** That answer reads and keep up. */
  readonly ready: number;
  /** That may answer somebody without the last commit: now, which for a moment is no defect. */
  readonly behind: number;
  /** That were started in the place of another one. */
  readonly restarts: number;
  /** Whether processes keep ending: then the next one is started later and later. */
  readonly isFailing: boolean;
  /** Milliseconds until every process had the last commit, at most the time for which it was waited; null: none yet. */
  readonly lastCommitMs: number | null;
  /** Commits that were answered `local`. */
  readonly localCommits: number;
  readonly pids: readonly number[];
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  /** The rows that the processes have. */
  readonly held = new HeldRows();
  readonly #bound: BoundSocket[] = [];
  readonly #sockets: InheritedSocket[] = [];
  readonly #slots: WorkerSlot[] = [];
  /** What the processes refused by themselves, by socket and code. */
  readonly #refusals: Map<ProblemCode, number>[] = [];
  /** Commits that came before `load`: alone they are nothing to answer from. */
  readonly #early: { readonly changes: readonly Change[]; readonly head: Head }[] = [];
  #lastCommitMs: number | null = null;
  #localCommits = 0;
  #stopped: Promise<void> | null = null;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Binds an address that the processes answer on. Stopping it stops them all. @throws unavailable, invalid */
  async open(address: Address, duties: ReadonlySet<Duty>): Promise<Listener> {
    const bound = await bindReadSocket(address);
    const { port } = bound.address();
    const door = this.#bound.push(bound) - 1;
    const refusals = new Map<ProblemCode, number>();
    this.#refusals.push(refusals);
    this.#sockets.push({ fd: bound.fd(), host: address.host, port, duties: [...duties] });
    const url = urlOf({ host: address.host, port });
    const connections = () => sum(this.#slots.map((slot) => slot.connections(door)));
    return {
      url,
      port,
      get connections() {
        return connections();
      },
      refusals,
      endListening: () => undefined,
      stop: (graceMs) => this.stop(graceMs),
    };
  }

  /** Resolves when every process takes connections, and answers `not_ready`. @throws unavailable */
  async start(): Promise<void> {
    const { count, rules, log } = this.#options;
    const counted = (share: WorkerCountsShare) => this.#add(share);
    const options = { sockets: this.#sockets, rules, counted, held: this.held, log };
    for (let i = 0; i < count; i++) this.#slots.push(new WorkerSlot(options));
    await Promise.all(this.#slots.map((slot) => slot.start()));
  }

  /** Takes the place of all that there was. Resolves when every process has it; but for the first time, after a second. */
  async load(rows: Iterable<Row>, head: Head): Promise<Visibility> {
    const isFirst = this.held.head === null;
    this.held.load(rows, head);
    for (const commit of this.#early.splice(0)) this.held.apply(commit.changes, commit.head);
    const copied = Promise.all(this.#slots.map((slot) => slot.load()));
    // Who is at a copy gets the commits after it: the log goes on without them.
    const isThere = isFirst ? await copied : await this.#inTime(copied);
    return isThere ? "everywhere" : "local";
  }

  /** Sends a commit at once; resolves when every process has it, or after a second. */
  async apply(changes: readonly Change[], head: Head): Promise<Visibility> {
    if (this.held.head === null) {
      this.#early.push({ changes, head });
      return "everywhere";
    }
    const begun = performance.now();
    const travelling = this.held.apply(changes, head);
    for (const slot of this.#slots) slot.commit(travelling, head);
    // Nobody is answered otherwise by it.
    if (travelling.length === 0) return "everywhere";
    const isInTime = await this.#inTime(Promise.all(this.#slots.map((slot) => slot.caughtUp())));
    this.#lastCommitMs = performance.now() - begun;
    if (!isInTime) for (const slot of this.#slots) slot.replaceLate();
    // Also one that is being replaced already may still be asked.
    const visible = isInTime && !this.#slots.some((slot) => slot.isBehind) ? "everywhere" : "local";
    if (visible === "local") this.#localCommits++;
    return visible;
  }

  status(): WorkersStatus {
    const slots = this.#slots;
    return {
      wanted: this.#options.count,
      ready: slots.filter((slot) => slot.isReady).length,
      behind: sum(slots.map((slot) => slot.lagging)),
      restarts: sum(slots.map((slot) => slot.restarts)),
      isFailing: slots.some((slot) => slot.isFailing),
      lastCommitMs: this.#lastCommitMs,
      localCommits: this.#localCommits,
      pids: slots.flatMap((slot) => slot.pid ?? []),
    };
  }

  /** Every process says that it is not to be sent anybody new. */
  leave(): void {
    for (const slot of this.#slots) slot.leave();
  }

  /** Finishes what is in flight, takes in what was counted, and lets go of the addresses. @param graceMs as a listener has it */
  stop(graceMs: number): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  async #stop(graceMs: number): Promise<void> {
    // The processes hold the sockets too: with the last of them, nobody listens any more.
    for (const bound of this.#bound) bound.close();
    // First nobody takes connections, and only then somebody is told to ask elsewhere: else he is here again, and is hung up on.
    await this.#inTime(Promise.all(this.#slots.map((slot) => slot.shut())));
    await Promise.all(this.#slots.map((slot) => slot.stop(graceMs)));
  }

  #add({ usage, reads, memo, doors, limited, exhausted }: WorkerCountsShare): void {
    const { catalog, counts, limits, files } = this.#options;
    files.exhausted += exhausted;
    addShares(catalog.usage, usage, (project, key) => this.held.has(project, "read_key", key));
    catalog.addLookups(memo);
    counts.add(reads);
    for (const [door, { refusals }] of doors.entries()) {
      const all = this.#refusals[door];
      for (const [code, count] of refusals) all?.set(code, (all.get(code) ?? 0) + count);
    }
    limits.unknownKeys?.addRefused(limited.unknownKeys);
    limits.keys?.addRefused(limited.keys);
    limits.shedding.addShed("unknown keys", limited.shed);
  }

  async #inTime(everybody: Promise<unknown>): Promise<boolean> {
    const late = Promise.withResolvers<false>();
    const timer = setTimeout(() => late.resolve(false), longestWait);
    const all = everybody.then(() => true);
    const found = await Promise.race([all, late.promise]);
    clearTimeout(timer);
    if (found) return true;
    // Where it is this process that was held up, what they said is still to be read.
    await nextTurn();
    return await Promise.race([all, Promise.resolve(false)]);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
