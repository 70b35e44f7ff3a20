/**
 * Remaining requests of one client, computed from the clock on each request: no timer has to fill the bucket. It stores the debt
 * in whole numbers, so that nothing is rounded: a request adds `period`, and each millisecond pays back `count`.
 */
import type { Rate } from "../../base/rate.ts";

export class TokenBucket {
  #owed = 0;
  /** Epoch ms. */
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Takes one request: null if it passes, or the milliseconds after which to retry. Refused requests add no debt. */
  take(rate: Rate, now: number): number | null {
    this.#settle(rate, now);
    const over = this.#owed + rate.period - rate.count * rate.period;
    if (over > 0) return Math.ceil(over / rate.count);
    this.#owed += rate.period;
    return null;
  }

  /** Returns whether it is as good as unused. After a clock was set back this is unknown, and true is the kinder answer. */
  isFull({ count }: Rate, now: number): boolean {
    return now < this.#at || this.#owed <= (now - this.#at) * count;
  }

  /**
   * A clock that is set back pays nothing back and continues from its new time, so that clients need not wait until it catches
   * up.
   */
  #settle({ count }: Rate, now: number): void {
    if (now > this.#at) this.#owed = Math.max(0, this.#owed - (now - this.#at) * count);
    this.#at = now;
  }
}
