/** Answers reads for as long as the primary is there. It knows no store, no settings and no secret: it is told all it needs. */

import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { timeText } from "drawbridge-rules/values/time-text.ts";
import { keepCompiled } from "../../bin/runtime.js";
import { type Log, openLog } from "../base/log.ts";
import { Catalog } from "../catalog/catalog.ts";
import { clientAddress } from "../http/client-address.ts";
import { routed } from "../http/duty.ts";
import { type Listener, openListener } from "../http/listener.ts";
import { type LoggedAddress, loggedAddress } from "../http/logged-address.ts";
import type { ReadLimits } from "../http/read-api.ts";
import { readLimits } from "../http/read-limits.ts";
import { serverLimits } from "../limits/server-limits.ts";
import { OpenFiles } from "../metrics/open-files.ts";
import { ReadCounts } from "../metrics/read-counts.ts";
import { CopiedCatalog } from "./copied-catalog.ts";
import { WorkerCounts } from "./worker-counts.ts";
import type { FromWorker, InheritedSocket, ToWorker } from "./worker-message.ts";

/** Milliseconds. */
const handOverEvery = 2_000;
/** Of requests in flight, where the primary is gone or somebody else ends this process. */
const ownGrace = 5_000;

/** Takes over this process, and ends it. */
export function serveReads(): void {
  const reads = new Reads();
  process.on("message", (message: ToWorker) => void reads.take(message));
  // Nothing changes any more, and the port is to be free for the primary that comes next.
  process.on("disconnect", () => void reads.stop(ownGrace));
  process.on("SIGTERM", () => void reads.stop(ownGrace));
  // A terminal sends these to everybody; the primary says what becomes of it.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
}

class Reads {
  readonly #catalog = new Catalog();
  readonly #copied = new CopiedCatalog(this.#catalog, tell);
  readonly #counts = new ReadCounts();
  readonly #listeners: Listener[] = [];
  #sockets: readonly InheritedSocket[] = [];
  #log: Log | null = null;
  #limits: ReadLimits | undefined;
  #loggedAddress: LoggedAddress = () => ({});
  #counted: WorkerCounts | null = null;
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

  /** Finishes what is in flight, hands over what was counted, and ends the process. */
  stop(graceMs: number): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  #begin({ rules, sockets }: Extract<ToWorker, { kind: "begin" }>): void {
    this.#log = openLog(rules.logLevel).child({ worker: process.pid });
    const limits = serverLimits(rules);
    this.#loggedAddress = loggedAddress(rules);
    this.#limits = readLimits({ ...limits, clientAddress: clientAddress(rules.trustedProxies) });
    const [catalog, counts, listeners] = [this.#catalog, this.#counts, this.#listeners];
    const files = new OpenFiles({ log: this.#log });
    this.#counted = new WorkerCounts({ catalog, counts, listeners, limits, files });
    this.#sockets = sockets;
    setInterval(() => this.#handOver(), handOverEvery).unref();
    // The first formatter of a process costs some 30 ms, which no app's start is to wait for.
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

  /** Whatever is asked of it later, it does not listen again. */
  #shut(): void {
    this.#isShut = true;
    for (const listener of this.#listeners) listener.endListening();
    tell({ kind: "shut" });
  }

  #open({ fd, host, port, duties }: InheritedSocket): Promise<Listener> {
    const [catalog, counts, readLimits] = [this.#catalog, this.#counts, this.#limits];
    const isLeaving = () => this.#isLeaving;
    const onRequest = routed({ catalog, counts, readLimits, now: Date.now, admin: nobody, isLeaving }, new Set(duties));
    const [log, loggedAddress] = [this.#log ?? silent, this.#loggedAddress];
    return openListener({ address: { host, port }, fd, onRequest, cors: true, log, loggedAddress });
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

/** No listener here has that duty. */
const nobody = {
  handle(): never {
    throw new Error("a process that answers reads was asked for the admin API");
  },
};
const silent: Log = { error: () => undefined };

/** @param done when it is on its way, or there is nobody any more to tell */
function tell(message: FromWorker, done: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => done());
  else done();
}
