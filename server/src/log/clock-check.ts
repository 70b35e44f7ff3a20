/**
 * Operators learn when the clock jumps: windows, steps and expiries follow it (`ClockWatch`). A clock that is years ahead would
 * delete planned maintenance, so deletion needs a confirmed one (`confirmClock`, decision 0047).
 */
import { uptime } from "node:os";
import type { Log } from "../base/log.ts";
import type { Store } from "../store/store.ts";

export interface ClockStatus {
  /** Epoch ms of the last check for the daily cleanup, by the checked clock; null means none yet, or an edge. */
  readonly checkedAt: number | null;
  /** Milliseconds ahead of the other source that differs most; negative if behind. */
  readonly offset: number;
  /** Why the clock is not trusted, for people. */
  readonly problem: string | null;
}

export interface CheckedClock {
  /** Epoch ms by the checked clock. */
  readonly at: number;
  readonly isConfirmed: boolean;
  /** Words of the log against it. `ClockWatch` reports the rest. */
  readonly problem: string | null;
}

/** Milliseconds, including those in which the machine slept, where the system counts them. */
export function elapsed(): number {
  return process.platform === "linux" ? uptime() * 1_000 : performance.now();
}

interface ClockWatchServices {
  readonly now: () => number;
  /** Milliseconds by a monotonic clock. */
  readonly elapsed: () => number;
  readonly log: Log;
  /** Epoch ms. @throws unavailable */
  readonly database?: (() => Promise<number>) | undefined;
  /** Milliseconds between two looks; 10 seconds unless given. */
  readonly every?: number | undefined;
}

/** Milliseconds. */
const maxOffset = 5_000;

/** Compares the clock with the time since the start, and with the database's clock. */
export class ClockWatch {
  readonly #services: ClockWatchServices;
  readonly #start: number;
  readonly #timer: NodeJS.Timeout;
  #aheadOfDatabase = 0;
  #isWrong = false;

  constructor(services: ClockWatchServices) {
    this.#services = services;
    this.#start = services.now() - services.elapsed();
    this.#timer = setInterval(() => void this.look(), services.every ?? 10_000).unref();
  }

  get status(): Omit<ClockStatus, "checkedAt"> {
    const { now, elapsed } = this.#services;
    const moved = beyondNoise(now() - elapsed() - this.#start);
    const isMoved = Math.abs(moved) > maxOffset;
    if (isMoved && Math.abs(moved) >= Math.abs(this.#aheadOfDatabase)) return { offset: moved, problem: movedText(moved) };
    const offset = this.#aheadOfDatabase || moved;
    return { offset, problem: Math.abs(offset) > maxOffset ? databaseText(offset) : null };
  }

  /** @throws unavailable */
  async check(): Promise<number> {
    const { database } = this.#services;
    try {
      if (database) this.#aheadOfDatabase = await this.#compare(database);
    } catch (error) {
      this.#aheadOfDatabase = 0;
      throw error;
    }
    return this.status.offset;
  }

  /** Logs the beginning and the end of a problem. Never rejects. */
  async look(): Promise<void> {
    await this.check().catch(() => undefined);
    const { log } = this.#services;
    const { offset, problem } = this.status;
    if (problem !== null && !this.#isWrong) log.warn?.({ event: "clock.wrong", offset_ms: offset }, problem);
    if (problem === null && this.#isWrong) log.info?.({ event: "clock.right", offset_ms: offset }, "The clock is right again");
    this.#isWrong = problem !== null;
  }

  /** A difference within the time that the answer took counts as none. */
  async #compare(database: () => Promise<number>): Promise<number> {
    const { now, elapsed } = this.#services;
    const began = elapsed();
    const there = await database();
    const offset = beyondNoise(now() - there);
    return Math.abs(offset) <= elapsed() - began ? 0 : offset;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Less than a second is the resolution of clocks and the time between two calls. */
function beyondNoise(ms: number): number {
  return Math.abs(ms) < 1_000 ? 0 : Math.round(ms);
}

const affects = "Windows, dated steps and the expiry of keys follow it";

function movedText(ms: number): string {
  const by = `${Math.round(Math.abs(ms) / 1_000)} s ${ms > 0 ? "ahead" : "back"}`;
  return `This machine's clock moved ${by} while the process was running. ${affects}: synchronize it (NTP). If it is right now, restart the process.`;
}

function databaseText(ms: number): string {
  const by = `${Math.round(Math.abs(ms) / 1_000)} s ${ms > 0 ? "ahead of" : "behind"}`;
  return `This machine's clock is ${by} the database's. ${affects}: synchronize both (NTP).`;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const tolerance = MINUTE;
/** Days without a commit that may be a clock set ahead; commits over as many days show that it is not. */
const longestGap = 40;

const stays = "Until this is resolved, ended windows are not deleted. Nothing else is affected.";

type CommitLog = Pick<Store, "end" | "commitAt" | "clock">;

/** Asks the watch, and without a database server the log of the store. @throws unavailable */
export async function confirmClock(watch: ClockWatch, store: CommitLog, now: () => number): Promise<CheckedClock> {
  const offset = await watch.check();
  const at = now();
  if (Math.abs(offset) > tolerance) return { at, isConfirmed: false, problem: null };
  const problem = store.clock ? null : await findLogProblem(store, at);
  return { at, isConfirmed: problem === null, problem };
}

/**
 * A single commit may come from this very clock: a gap is in doubt until commits without one reach back as far. A commit later
 * than those after it came from another clock and is skipped.
 */
async function findLogProblem(store: CommitLog, now: number): Promise<string | null> {
  const { last } = await store.end();
  if (last === null) return null;
  if (last.at > now + tolerance) {
    return `The last commit is from ${timeText(last.at)}, and this server's clock says ${timeText(now)}. ${stays} Check the clock.`;
  }
  let known = { revision: last.revision + 1, at: now };
  // Gaps within a step are no longer than the step, so few commits are read.
  for (let step = 1; known.at > now - longestGap * DAY; ) {
    const commit = await store.commitAt(known.revision - step);
    const isFar = commit === null || commit.at > known.at || known.at - commit.at >= longestGap * DAY;
    if (isFar && step > 1) step >>= 1;
    else if (commit === null) return null;
    else if (commit.at > known.at) known = { ...known, revision: commit.revision };
    else if (isFar) return gapText(commit.at, known.at, known.revision > last.revision);
    else {
      known = commit;
      step *= 2;
    }
  }
  return null;
}

function gapText(from: number, to: number, isLast: boolean): string {
  const days = Math.floor((to - from) / DAY);
  const until = isLast
    ? `If it is right, deleting resumes ${longestGap} days after the next change`
    : `If it is right, deleting resumes on ${dateText(to + longestGap * DAY)}`;
  return (
    `According to this server's clock, there was no commit for ${days} days, from ${dateText(from)} to ${dateText(to)}: the clock may be ahead. ` +
    `${stays} Check the clock. ${until}.`
  );
}

function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
