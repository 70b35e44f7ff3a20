import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Log, OutageLog } from "../base/log.ts";
import { freeBytes } from "../store/disk-space.ts";

/** Milliseconds. */
const window = 15_000;
/** Milliseconds; longer intervals between ticks are delay. */
const resolution = 20;

interface LoopDelay {
  /** Seconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** In windows, so that two scrapers do not reset each other's maximum. */
export class EventLoop {
  readonly #delay = monitorEventLoopDelay({ resolution });
  readonly #timer: NodeJS.Timeout;
  #last: LoopDelay | null = null;

  constructor() {
    this.#delay.enable();
    this.#timer = setInterval(() => this.#next(), window).unref();
  }

  get delay(): LoopDelay {
    const [a, b] = [this.#present(), this.#last ?? nothing];
    return { p50: Math.max(a.p50, b.p50), p99: Math.max(a.p99, b.p99), max: Math.max(a.max, b.max) };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }

  #next(): void {
    this.#last = this.#present();
    this.#delay.reset();
  }

  #present(): LoopDelay {
    const { count } = this.#delay;
    if (count === 0) return nothing;
    // The histogram holds the time between two ticks, which includes the interval itself.
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1e3);
    const [p50, p99] = [this.#delay.percentile(50), this.#delay.percentile(99)].map(seconds);
    return { p50: p50 ?? 0, p99: p99 ?? 0, max: seconds(this.#delay.max) };
  }
}

const nothing: LoopDelay = { p50: 0, p99: 0, max: 0 };

/** Milliseconds. */
const tryEvery = 1_000;
/** Milliseconds without a failure: otherwise each spike would be two log lines. */
const overAfter = 60_000;

const problem =
  "no file descriptor is free: raise the limit (ulimit -n, LimitNOFILE), or look for clients that keep connections open";

/** Without a free file descriptor, Node closes new connections unanswered, so one is tried every second. */
export class OpenFiles {
  /** Seconds. */
  exhausted = 0;
  readonly #attempt: () => void;
  readonly #outage: OutageLog;
  readonly #timer: NodeJS.Timeout;
  /** Monotonic clock. */
  #lastFailure = Number.NEGATIVE_INFINITY;

  /** @param attempt throws a system error */
  constructor(log: Pick<Log, "error" | "info">, attempt = () => closeSync(openSync("/dev/null", "r"))) {
    this.#attempt = attempt;
    this.#outage = new OutageLog(log, {
      lost: { event: "connections.closed", text: "New connections are closed unanswered" },
      back: { event: "connections.accepted", text: "Connections are accepted again" },
    });
    this.#timer = setInterval(() => this.look(performance.now()), tryEvery).unref();
  }

  /** @param now monotonic milliseconds */
  look(now: number): void {
    try {
      this.#attempt();
      if (now - this.#lastFailure >= overAfter) this.#outage.back(now, {});
    } catch (error) {
      if (!isExhaustion(error)) return;
      this.exhausted++;
      this.#lastFailure = now;
      this.#outage.lost(problem, now, { limit: this.limit });
    }
  }

  /** Null means the system does not say. */
  get open(): number | null {
    if (!isLinux) return null;
    try {
      // One of them reads the directory.
      return readdirSync("/proc/self/fd").length - 1;
    } catch (error) {
      return isExhaustion(error) ? this.limit : null;
    }
  }

  get limit(): number | null {
    return isLinux ? limit : null;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

const isLinux = existsSync("/proc/self/fd");
/** Read once: with no descriptor free, it could not be read. */
const limit = isLinux ? readLimit() : null;

function readLimit(): number | null {
  const found = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return found === undefined ? null : Number(found);
}

/** `ENFILE`: of the whole machine. */
function isExhaustion(error: unknown): boolean {
  return ["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException).code ?? "");
}

/** Milliseconds. */
const lookEvery = 10_000;

export class ProcessWatch {
  readonly loop = new EventLoop();
  readonly files: OpenFiles;
  /** Bytes for this process on the disk of the data directory; null means the file system does not report them. */
  freeSpace: number | null = null;
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(data: string, log: Log) {
    this.files = new OpenFiles(log);
    this.#timer = setInterval(() => void this.#look(data), lookEvery).unref();
    void this.#look(data);
  }

  /** A network drive that hangs must not block a scrape. */
  async #look(directory: string): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.freeSpace = await freeBytes(directory);
    this.#isLooking = false;
  }

  stop(): void {
    this.loop.stop();
    this.files.stop();
    clearInterval(this.#timer);
  }
}
