/**
 * The worker processes that answer reads: all on the same sockets, all fed by the primary, which alone has the store. A commit is
 * visible when every worker that may answer requests has it; a worker that lags for more than a second is replaced.
 */
import type { BoundSocket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { type Address, urlForAddress } from "../base/address.ts";
import type { Log } from "../base/log.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Listener } from "../http/listener.ts";
import type { RouteGroup } from "../http/listener-routes.ts";
import type { ServerLimits } from "../limits/server-limits.ts";
import type { OpenFiles } from "../metrics/open-files.ts";
import type { ReadCounts } from "../metrics/read-counts.ts";
import type { Settings } from "../settings.ts";
import { CurrentRows } from "../snapshot/current-rows.ts";
import type { Change, Head, Row } from "../store/store.ts";
import { addShares } from "../usage/usage-share.ts";
import type { Visibility } from "../visibility.ts";
import { bindReadSocket } from "./read-socket.ts";
import type { WorkerCountsShare } from "./worker-counts.ts";
import type { InheritedSocket, ReadRules } from "./worker-message.ts";
import { WorkerSlot } from "./worker-slot.ts";

/** Maximum milliseconds that a commit, or a stop, waits for all workers. */
const longestWait = 1_000;

interface WorkerPoolOptions {
  readonly count: number;
  /** The primary's own counters; those of the workers are added to them. */
  readonly catalog: Pick<Catalog, "usage" | "addLookups">;
  readonly counts: ReadCounts;
  readonly files: Pick<OpenFiles, "exhausted">;
  readonly limits: ServerLimits;
  readonly rules: ReadRules;
  readonly log: Log;
}

/** State of the workers, for `/status` and metrics. */
interface WorkersStatus {
  readonly wanted: number;
  /** Workers that answer reads and keep up. */
  readonly ready: number;
  /** Workers that may still answer without the last commit; a moment of this is normal. */
  readonly behind: number;
  /** Workers started to replace another one. */
  readonly restarts: number;
  /** True if workers keep ending: then each next one is started after a longer pause. */
  readonly isFailing: boolean;
  /** Milliseconds until every worker had the last commit, at most the time waited for it; null: no commit yet. */
  readonly lastCommitMs: number | null;
  /** Commits that were answered `local`. */
  readonly localCommits: number;
  readonly pids: readonly number[];
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  /** The rows that the workers have. */
  readonly held = new CurrentRows();
  readonly #bound: BoundSocket[] = [];
  readonly #sockets: InheritedSocket[] = [];
  readonly #slots: WorkerSlot[] = [];
  /** Requests that the workers' listeners refused, by socket and code. */
  readonly #refusals: Map<ProblemCode, number>[] = [];
  /** Commits received before `load`: without the rows, they cannot answer anything. */
  readonly #early: { readonly changes: readonly Change[]; readonly head: Head }[] = [];
  #lastCommitMs: number | null = null;
  #localCommits = 0;
  #stopped: Promise<void> | null = null;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Binds an address for the workers. Stopping the listener stops all of them. @throws AddressError, invalid */
  async open(address: Address, routeGroups: ReadonlySet<RouteGroup>): Promise<Listener> {
    const bound = await bindReadSocket(address);
    const { port } = bound.address();
    const door = this.#bound.push(bound) - 1;
    const refusals = new Map<ProblemCode, number>();
    this.#refusals.push(refusals);
    this.#sockets.push({ fd: bound.fd(), host: address.host, port, duties: [...routeGroups] });
    const url = urlForAddress({ host: address.host, port });
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

  /** Resolves when every worker accepts connections, which it answers with `not_ready`. @throws unavailable */
  async start(): Promise<void> {
    const { count, rules, log } = this.#options;
    const counted = (share: WorkerCountsShare) => this.#add(share);
    const options = { sockets: this.#sockets, rules, counted, held: this.held, log };
    for (let i = 0; i < count; i++) this.#slots.push(new WorkerSlot(options));
    await Promise.all(this.#slots.map((slot) => slot.start()));
  }

  /** Replaces all content. Resolves when every worker has it; except for the first time, after a second at most. */
  async load(rows: Iterable<Row>, head: Head): Promise<Visibility> {
    const isFirst = this.held.head === null;
    this.held.load(rows, head);
    for (const commit of this.#early.splice(0)) this.held.apply(commit.changes, commit.head);
    const copied = Promise.all(this.#slots.map((slot) => slot.load()));
    // Workers in the middle of a copy get the commits after it: the log continues without waiting for them.
    const isThere = isFirst ? await copied : await this.#inTime(copied);
    return isThere ? "everywhere" : "local";
  }

  /** Sends a commit immediately; resolves when every worker has it, or after a second. */
  async apply(changes: readonly Change[], head: Head): Promise<Visibility> {
    if (this.held.head === null) {
      this.#early.push({ changes, head });
      return "everywhere";
    }
    const begun = performance.now();
    const travelling = this.held.apply(changes, head);
    for (const slot of this.#slots) slot.commit(travelling, head);
    // The commit changes no answer.
    if (travelling.length === 0) return "everywhere";
    const isInTime = await this.#inTime(Promise.all(this.#slots.map((slot) => slot.caughtUp())));
    this.#lastCommitMs = performance.now() - begun;
    if (!isInTime) for (const slot of this.#slots) slot.replaceLate();
    // A worker that is being replaced may still answer requests.
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

  /** Every worker announces that this server is about to stop. */
  leave(): void {
    for (const slot of this.#slots) slot.leave();
  }

  /** Finishes requests in flight, collects the counts, and releases the addresses. @param graceMs as for a listener */
  stop(graceMs: number): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  async #stop(graceMs: number): Promise<void> {
    // The workers hold the sockets too: after the last one, the ports are free.
    for (const bound of this.#bound) bound.close();
    // No worker may accept connections before any worker closes its own; or the client reconnects to a worker that is about to
    // close.
    await this.#inTime(Promise.all(this.#slots.map((slot) => slot.shut())));
    await Promise.all(this.#slots.map((slot) => slot.stop(graceMs)));
  }

  #add({ usage, reads, memo, doors, limited, exhausted }: WorkerCountsShare): void {
    const { catalog, counts, limits, files } = this.#options;
    files.exhausted += exhausted;
    addShares(catalog.usage, usage, this.held);
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

  async #inTime(everyWorker: Promise<unknown>): Promise<boolean> {
    const late = Promise.withResolvers<false>();
    const timer = setTimeout(() => late.resolve(false), longestWait);
    const all = everyWorker.then(() => true);
    const found = await Promise.race([all, late.promise]);
    clearTimeout(timer);
    if (found) return true;
    // If this process lagged itself, it has not read the workers' messages yet.
    await nextTurn();
    return await Promise.race([all, Promise.resolve(false)]);
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

/** Null: reads are answered here. @param zones time zone data as text; null: the runtime's */
export function createWorkerPool(
  rules: Settings,
  zones: string | null,
  parts: Omit<WorkerPoolOptions, "count" | "rules">,
): WorkerPool | null {
  const { workers: count, data, logLevel, logAddresses, unknownKeyLimit, keyLimit, trustedProxies, fastPath } = rules;
  if (count === 0) return null;
  // Workers get no other settings: some are secrets.
  return new WorkerPool({
    ...parts,
    count,
    rules: { data, logLevel, logAddresses, unknownKeyLimit, keyLimit, trustedProxies, fastPath, zones },
  });
}
