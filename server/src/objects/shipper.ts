/** Commits are in both logs within a second of their answer, and changes beside the log within three. */
import { hash } from "node:crypto";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { type Log, OutageLog } from "../base/log.ts";
import type { LostLog } from "../log/log-follower.ts";
import type { ObjectsStatus } from "../log/source-status.ts";
import { publicMark } from "../replicas/current-rows.ts";
import { ContentRefusal } from "../replicas/row-fields.ts";
import type { Head, LogEnd, Store, StoreEnd } from "../store/store.ts";
import { readCommitSegment } from "./full-lines.ts";
import { fullContent, type LogContent, publicContent } from "./log-content.ts";
import type { LogHead } from "./log-head.ts";
import { LogShipper, type LogShipperServices, ShippingRefusal, Superseded } from "./log-shipper.ts";
import { ObjectLog } from "./object-log.ts";
import { type ObjectStore, ObjectStoreError } from "./object-store.ts";
import { readSegmentsAfter } from "./read-segments.ts";

export interface ShipperServices extends Pick<LogShipperServices, "isShared" | "now" | "elapsed" | "random"> {
  readonly objects: ObjectStore;
  /** 32 bytes; null means that objects are not encrypted. */
  readonly key: Buffer | null;
  readonly store: Store;
  /** Number of the store's last migration; null means that it is not open. */
  readonly format: () => number | null;
  readonly log: Pick<Log, "error" | "info">;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly newEpoch: () => string;
  /** Called when the store has another epoch and lacks commits that the object store has. */
  readonly onLost: (lost: LostLog) => void;
  readonly limit?: (ms: number) => AbortSignal;
}

/** Milliseconds between two looks for something to ship, at the store and at the heads. */
const tickEvery = 1_000;
const storeEvery = 2_000;
const checkEvery = 5_000;
/** Segments whose lost commits are reported. */
const mostLost = 100;
/** At a stop: a log that has just begun needs several. */
const cyclesAtEnd = 4;
/** Milliseconds without an answer that are a problem. */
const longestWait = 6_000;

export class Shipper {
  readonly #services: ShipperServices;
  readonly #logs: readonly LogShipper[];
  readonly #outage: OutageLog;
  #installation: string | null = null;
  #latest: Head | null = null;
  /** When it answered from the first commit that the logs lack, by `elapsed`. */
  #lacksSince: number | null = null;
  #problem: string | null = null;
  #isSuperseded = false;
  #runningSince: number | null = null;
  #running: Promise<void> | null = null;
  #nextCycle = 0;
  #nextCheck = 0;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(services: ShipperServices) {
    this.#services = services;
    const { objects, key, store, format, randomBytes, limit = AbortSignal.timeout } = services;
    const writer = Buffer.from(randomBytes(9)).toString("base64url");
    const shipperOf = (content: LogContent, more: Pick<LogShipperServices, "leader"> = {}) => {
      const log = new ObjectLog({ store: objects, name: content.name, key, randomBytes });
      const own = { content, log, writer, limit, lost: this.#lost, installation: () => this.#ownInstallation() };
      return new LogShipper({ ...services, ...own, ...more });
    };
    const full = shipperOf(fullContent(store, format));
    this.#logs = [full, shipperOf(publicContent(store), { leader: () => full.head })];
    this.#outage = new OutageLog(services.log, {
      lost: { event: "objects.lost", text: "The object store cannot be used: changes are not shipped to it" },
      back: { event: "objects.back", text: "The object store is back" },
    });
  }

  /** The first call starts the shipping. */
  load(_rows: unknown, head: Head): void {
    this.apply([], head);
    if (!this.#isStopped) this.#timer ??= setInterval(() => void this.tick(), tickEvery).unref();
  }

  apply(_changes: unknown, head: Head): void {
    this.#latest = head;
    if (head.revision > this.#revision) this.#lacksSince ??= this.#services.elapsed();
  }

  status(): ObjectsStatus {
    const { objects, elapsed } = this.#services;
    const behind = this.#lacksSince === null ? 0 : Math.max(0, elapsed() - this.#lacksSince);
    const isStuck = this.#runningSince !== null && elapsed() - this.#runningSince > longestWait;
    const problem = this.#problem ?? (isStuck ? `${objects.place} has not answered for ${longestWait / 1_000} s.` : null);
    return { place: objects.place, revision: this.#revision < 0 ? null : this.#revision, behind, problem };
  }

  /** Never rejects. @param isNow ships even if it is not time to */
  tick(isNow = false): Promise<void> {
    this.#running ??= this.#cycle(isNow).finally(() => {
      this.#running = null;
      this.#runningSince = null;
    });
    return this.#running;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#logs.map((log) => log.snapshots.settled()));
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#isStopped = true;
    await this.#running;
    for (let left = cyclesAtEnd; left > 0 && this.#timer && !this.#isSuperseded; left--) {
      await this.tick(true);
      if (this.#lacksSince === null || this.#problem !== null) break;
      await this.settled();
    }
    await Promise.all(this.#logs.map((log) => log.snapshots.stop()));
    this.#services.objects.close();
  }

  /** Last revision in both logs; -1 means that one of them has no log of this epoch. */
  get #revision(): number {
    const epoch = this.#latest?.epoch;
    return Math.min(...this.#logs.map(({ head }) => (head?.epoch === epoch ? (head?.revision ?? -1) : -1)));
  }

  async #cycle(isNow: boolean): Promise<void> {
    const began = this.#services.elapsed();
    const isCheck = began >= this.#nextCheck;
    const isBehind = this.#lacksSince !== null && this.#problem === null;
    if (!isNow && !isCheck && !isBehind && began < this.#nextCycle) return;
    if (isCheck) this.#nextCheck = began + checkEvery;
    this.#nextCycle = began + storeEvery;
    this.#runningSince = began;
    const latest = this.#latest?.revision ?? 0;
    let problem: unknown = null;
    for (const log of this.#logs) {
      // The next cycle continues where one without success ended.
      const failure = await log.cycle(isCheck).then(
        (isDone) => (isDone ? null : log.problem),
        (error: unknown) => error,
      );
      problem ??= failure ?? log.problem;
    }
    if (this.#revision >= (this.#latest?.revision ?? 0)) this.#lacksSince = null;
    else if (this.#revision >= latest) this.#lacksSince = began;
    this.#report(problem);
  }

  #report(problem: unknown): void {
    const { objects, now, log } = this.#services;
    const place = objects.place;
    if (problem === null) {
      this.#problem = null;
      this.#outage.back(now(), { place, revision: this.#revision });
      return;
    }
    const text = this.#textOf(problem);
    this.#problem = text ?? `Changes could not be shipped to ${place}; the log has the error.`;
    if (problem instanceof Superseded) {
      if (!this.#isSuperseded) log.error({ event: "objects.superseded", place }, problem.message);
      this.#isSuperseded = true;
      return;
    }
    this.#outage.lost(this.#problem, now(), { place, ...(text === null ? { err: problem } : {}) });
  }

  /** Null means a defect. */
  #textOf(problem: unknown): string | null {
    if (typeof problem === "string") return problem;
    const isExpected = [ObjectStoreError, ShippingRefusal, DrawbridgeError].some((kind) => problem instanceof kind);
    if (isExpected) return (problem as Error).message;
    if (problem instanceof ContentRefusal) return `${problem.message}.`;
    const isTimeout = problem instanceof DOMException && problem.name === "TimeoutError";
    return isTimeout ? `${this.#services.objects.place} does not answer.` : null;
  }

  async #ownInstallation(): Promise<string> {
    this.#installation ??= hash("sha256", await this.#services.store.secret("objects"), "hex").slice(0, 16);
    return this.#installation;
  }

  readonly #lost = async (head: LogHead, log: ObjectLog, { head: present, last }: StoreEnd): Promise<void> => {
    const { store, newEpoch, onLost } = this.#services;
    const revision = Math.min(present.revision, head.revision - 1);
    // Unreadable commits are left out, and those of the log `public`, which has no authors.
    const commits =
      (await readSegmentsAfter({ log, head, revision, most: mostLost, parse: readCommitSegment }).catch(() => null)) ?? [];
    const mark = publicMark(head.revision, head.commit, head.at);
    const end: LogEnd = { head: { epoch: head.epoch, revision: head.revision }, last: mark };
    const epoch = newEpoch();
    if (!(await store.renewEpoch(end, epoch))) return;
    const isBefore = present.revision < (commits[0]?.revision ?? head.revision);
    onLost({ end, commits, base: isBefore ? { head: present, last } : null, epoch });
  };
}
