/** Answers reads until the primary ends. A worker has no store, no settings and no secrets: messages bring all it needs. */

import { randomInt } from "node:crypto";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { timeText } from "drawbridge-rules/values/time-text.ts";
import { keepCompiled } from "../../bin/runtime.js";
import { type Log, openLog } from "../base/log.ts";
import { readZoneText, setTimeZones } from "../base/zone-data.ts";
import { Catalog } from "../catalog/catalog.ts";
import { clientAddress } from "../http/client-address.ts";
import { type Listener, openListener } from "../http/listener.ts";
import { createFastPath, createRequestHandler } from "../http/listener-routes.ts";
import { type LoggedAddress, loggedAddress } from "../http/logged-address.ts";
import type { ReadLimits } from "../http/read-api.ts";
import { readLimits } from "../http/read-limits.ts";
import { serverLimits } from "../limits/server-limits.ts";
import { OpenFiles } from "../metrics/open-files.ts";
import { ReadCounts } from "../metrics/read-counts.ts";
import { OpeningWatch } from "../opening.ts";
import { ReadUsage } from "../usage/read-usage.ts";
import { WorkerCatalog } from "./worker-catalog.ts";
import { WorkerCounts } from "./worker-counts.ts";
import type { FromWorker, InheritedSocket, ToWorker } from "./worker-message.ts";

/** Milliseconds. */
const handOverEvery = 2_000;
/** Milliseconds for requests in flight if the primary is gone or another program ends this process. */
const ownGrace = 5_000;

/** Takes over this process, and exits it at the end. */
export function serveReads(): void {
  const reads = new Reads();
  process.on("message", (message: ToWorker) => void reads.take(message));
  // Without the primary, content would become stale; the next primary needs the port.
  process.on("disconnect", () => void reads.stop(ownGrace));
  process.on("SIGTERM", () => void reads.stop(ownGrace));
  // A terminal signals the whole process group; the primary decides what the workers do.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
}

class Reads {
  readonly #catalog = new Catalog(undefined, new ReadUsage({ seed: randomInt(2 ** 32) }));
  readonly #copied = new WorkerCatalog(this.#catalog, tell);
  readonly #counts = new ReadCounts();
  readonly #listeners: Listener[] = [];
  #sockets: readonly InheritedSocket[] = [];
  #log: Log | null = null;
  #limits: ReadLimits | undefined;
  #loggedAddress: LoggedAddress = () => ({});
  #counted: WorkerCounts | null = null;
  #hasFastPath = false;
  #isLeaving = false;
  #isShut = false;
  #stopped: Promise<void> | null = null;

  async take(message: ToWorker): Promise<void> {
    if (message.kind === "begin") this.#begin(message);
    else if (message.kind === "listen") await this.#listen();
    else if (message.kind === "leave") this.#isLeaving = true;
    else if (message.kind === "shut") this.#shut();
    else if (message.kind === "stop") await this.stop(message.graceMs);
    else this.#copied.take(message);
  }

  /** Finishes requests in flight, hands over the counts, and exits the process. */
  stop(graceMs: number): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  #begin({ rules, sockets }: Extract<ToWorker, { kind: "begin" }>): void {
    this.#log = openLog(rules.logLevel).child({ worker: process.pid });
    const zones = rules.zones === null ? null : readZoneText(rules.zones);
    if (zones !== null) setTimeZones(zones, "primary");
    const limits = serverLimits(rules);
    this.#loggedAddress = loggedAddress(rules);
    this.#limits = readLimits({ ...limits, clientAddress: clientAddress(rules.trustedProxies) });
    const [catalog, counts, listeners] = [this.#catalog, this.#counts, this.#listeners];
    const files = new OpenFiles({ log: this.#log });
    this.#counted = new WorkerCounts({ catalog, counts, listeners, limits, files });
    new OpeningWatch({ directory: rules.data, catalog, log: this.#log, now: Date.now }).start();
    this.#hasFastPath = rules.fastPath;
    this.#sockets = sockets;
    setInterval(() => this.#handOver(), handOverEvery).unref();
    // Creates the first formatter, which takes about 30 ms, before an app waits for it.
    timeText(0, "en", "UTC");
  }

  async #listen(): Promise<void> {
    try {
      for (const socket of this.#sockets) if (!this.#isShut) this.#listeners.push(await this.#open(socket));
      if (this.#isShut) this.#shut();
      tell({ kind: "listening" });
    } catch (error) {
      if (!(error instanceof DrawbridgeError)) throw error;
      tell({ kind: "refused", message: error.message });
    }
  }

  /** A listener that opens later must stay closed. */
  #shut(): void {
    this.#isShut = true;
    for (const listener of this.#listeners) listener.endListening();
    tell({ kind: "shut" });
  }

  #open({ fd, host, port, duties: routeGroups }: InheritedSocket): Promise<Listener> {
    const [catalog, counts, readLimits] = [this.#catalog, this.#counts, this.#limits];
    const isLeaving = () => this.#isLeaving;
    const routeHandlers = { catalog, counts, readLimits, now: Date.now, admin: noAdmin, isLeaving };
    const groups = new Set(routeGroups);
    const onRequest = createRequestHandler(routeHandlers, groups);
    const fastPath = this.#hasFastPath ? createFastPath(routeHandlers, groups) : undefined;
    const [log, loggedAddress] = [this.#log ?? silent, this.#loggedAddress];
    return openListener({ address: { host, port }, fd, onRequest, fastPath, cors: true, log, loggedAddress });
  }

  async #stop(graceMs: number): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.stop(graceMs)));
    await new Promise<void>((done) => this.#handOver(done));
    keepCompiled();
    process.exit(0);
  }

  #handOver(done: () => void = () => undefined): void {
    const share = this.#counted?.take(Date.now()) ?? null;
    if (share === null) done();
    else tell({ kind: "counted", share }, done);
  }
}

/** Stands for route groups that no listener of a worker has. */
const noAdmin = {
  handle(): never {
    throw new Error("a worker process was asked for the admin API");
  },
};
const silent: Log = { error: () => undefined };

/** @param done called once the message is sent, or the primary is gone */
function tell(message: FromWorker, done: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => done());
  else done();
}
