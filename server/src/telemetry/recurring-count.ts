/** Counts that take long, so a scrape reports the last one and begins the next between other work. */
import type { Sample } from "../base/metrics.ts";

/** Milliseconds. */
const countEvery = 55_000;

export class RecurringCount {
  readonly #now: () => number;
  readonly #count: (now: number) => Promise<readonly Sample[]>;
  #last: readonly Sample[] = [];
  /** Epoch ms of the beginning of the last count. */
  #at = Number.NEGATIVE_INFINITY;
  #isCounting = false;

  /** @param now epoch ms */
  constructor(now: () => number, count: (now: number) => Promise<readonly Sample[]>) {
    this.#now = now;
    this.#count = count;
  }

  /** The last count. Begins another one if it is old, or the clock was set back. */
  next(): readonly Sample[] {
    const age = this.#now() - this.#at;
    if (!this.#isCounting && !(age >= 0 && age < countEvery)) void this.#begin();
    return this.#last;
  }

  async #begin(): Promise<void> {
    this.#isCounting = true;
    this.#at = this.#now();
    try {
      this.#last = await this.#count(this.#at);
    } catch {
      // A read that meets a defect in stored data logs it. An old count would hide that there is none.
      this.#last = [];
    }
    this.#isCounting = false;
  }
}
