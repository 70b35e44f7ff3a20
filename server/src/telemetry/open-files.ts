/**
 * Open file descriptors of this process. When none is free, Node closes new connections unanswered and reports nothing
 * (libuv accepts and closes them), so a descriptor is tried every second.
 */
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { type Log, OutageLog } from "../base/log.ts";

/** Milliseconds between two attempts. */
const every = 1_000;
/** Milliseconds without a failure until it counts as over: else each spike would be two log lines. */
const overAfter = 60_000;

const problem =
  "no file descriptor is free: raise the limit (ulimit -n, LimitNOFILE), or look for clients that keep connections open";

interface OpenFilesOptions {
  readonly log: Pick<Log, "error" | "info">;
  /** Opens a file and closes it. @throws a system error */
  readonly attempt?: () => void;
}

export class OpenFiles {
  /** Seconds in which none was free, here and in the processes that answer reads. */
  exhausted = 0;
  readonly #attempt: () => void;
  readonly #outage: OutageLog;
  readonly #timer: NodeJS.Timeout;
  /** Monotonic clock. */
  #lastFailure = Number.NEGATIVE_INFINITY;

  constructor({ log, attempt = openNothing }: OpenFilesOptions) {
    this.#attempt = attempt;
    this.#outage = new OutageLog(log, {
      lost: "new connections are closed unanswered",
      back: "connections are accepted again",
    });
    this.#timer = setInterval(() => this.look(performance.now()), every).unref();
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

  /** How many are open; null: the system does not say. */
  get open(): number | null {
    if (!isLinux) return null;
    try {
      // One of them reads the directory.
      return readdirSync("/proc/self/fd").length - 1;
    } catch (error) {
      return isExhaustion(error) ? this.limit : null;
    }
  }

  /** How many can be open; null: the system does not say. */
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

function openNothing(): void {
  closeSync(openSync("/dev/null", "r"));
}

/** `ENFILE`: of the whole machine. */
function isExhaustion(error: unknown): boolean {
  return ["EMFILE", "ENFILE"].includes((error as NodeJS.ErrnoException).code ?? "");
}
