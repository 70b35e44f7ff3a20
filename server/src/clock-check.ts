/**
 * Checks the clock of this process against another source (decision 0047). Reads and edits never need it. Deleting ended windows
 * does, since a clock that is years ahead would delete maintenance that is still planned.
 */
import type { Store } from "./store/store.ts";

export interface ClockStatus {
  /** Epoch ms of the last check by the clock that was checked; null: none yet. */
  readonly checkedAt: number | null;
  /** Why the clock is not trusted, for people; null: it is, or was not checked yet. */
  readonly problem: string | null;
}

export interface ClockCheckWorkings {
  readonly store: Pick<Store, "end" | "commitAt" | "clock">;
  /** Epoch ms. */
  readonly now: () => number;
  /** Milliseconds by a monotonic clock. */
  readonly elapsed: () => number;
}

export interface CheckedClock {
  /** Epoch ms by the checked clock. */
  readonly at: number;
  /** Epoch ms up to which the time is confirmed; null: the clock is not trusted. */
  readonly confirmed: number | null;
  readonly problem: string | null;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Disagreement of two machines that is no fault. */
const tolerance = MINUTE;
/** Days without a commit that may as well be a clock set ahead, and days of commits that show it was not. */
const longestGap = 40;

const stays = "Ended windows are not deleted meanwhile. Nothing else depends on this.";

export class ClockCheck {
  readonly #workings: ClockCheckWorkings;
  /** Difference between the clock (epoch ms) and the monotonic clock at the start. */
  readonly #offset: number;

  constructor(workings: ClockCheckWorkings) {
    this.#workings = workings;
    this.#offset = workings.now() - workings.elapsed();
  }

  /** Costs a few lookups in the store. @throws unavailable */
  async check(): Promise<CheckedClock> {
    const { store } = this.#workings;
    if (store.clock) return this.#compare(store.clock.bind(store));
    const now = this.#workings.now();
    const problem = await this.#logProblem(now);
    if (problem !== null) return { at: now, confirmed: null, problem };
    // A clock that is set ahead while the process runs confirms nothing.
    const confirmed = Math.min(now, this.#offset + this.#workings.elapsed());
    const ahead = Math.floor((now - confirmed) / DAY);
    return { at: now, confirmed, problem: ahead < 1 ? null : aheadText(ahead, confirmed) };
  }

  /** Against a database on another machine, whose answer takes some time. */
  async #compare(clock: () => Promise<number>): Promise<CheckedClock> {
    const asked = this.#workings.now();
    const began = this.#workings.elapsed();
    const there = await clock();
    const now = this.#workings.now();
    // The clock can be set while the database answers, so its own difference says nothing of how long that took.
    const took = this.#workings.elapsed() - began;
    const isNear = Math.abs(there - asked) <= tolerance + took && Math.abs(there - now) <= tolerance + took;
    if (isNear) return { at: now, confirmed: now, problem: null };
    const problem =
      `This server's clock says ${timeText(now)}, and the database's ${timeText(there)}. ${stays} ` +
      "Set the clocks so that they agree within a minute.";
    return { at: now, confirmed: null, problem };
  }

  /**
   * Follows the log back for 40 days. The last commit alone confirms nothing: it may come from this very clock, so a gap is in
   * doubt until commits without one reach back as far. A commit later than those after it came from another clock and is skipped.
   */
  async #logProblem(now: number): Promise<string | null> {
    const { store } = this.#workings;
    const { last } = await store.end();
    if (last === null) return null;
    if (last.at > now + tolerance) {
      return `The last commit is from ${timeText(last.at)}, and this server's clock says ${timeText(now)}. ${stays} Check the clock.`;
    }
    let known = { revision: last.revision + 1, at: now };
    // Steps over many commits, to look at few: the gaps within a step are no longer than the step.
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
}

function aheadText(days: number, confirmed: number): string {
  return (
    `This server's clock moved ahead by ${days} ${days === 1 ? "day" : "days"} while it was running. ` +
    `Ended windows are deleted as of ${timeText(confirmed)} until it is started again. Nothing else depends on this.`
  );
}

function gapText(from: number, to: number, isLast: boolean): string {
  const days = Math.floor((to - from) / DAY);
  const until = isLast
    ? `If it is right, deleting resumes ${longestGap} days after the next change`
    : `If it is right, deleting resumes on ${dateText(to + longestGap * DAY)}`;
  return (
    `By this server's clock there was no commit for ${days} days, from ${dateText(from)} to ${dateText(to)}: the clock may be ahead. ` +
    `${stays} Check the clock. ${until}.`
  );
}

function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function dateText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
