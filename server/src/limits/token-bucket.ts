/**
 * What one client has left of a rate, computed from the clock when it is asked: nothing has to fire to fill it. It holds what is
 * owed, in whole numbers: a request owes `period`, and each millisecond pays back `count`, so that nothing is ever rounded.
 */
import type { Rate } from "./rate.ts";

export class TokenBucket {
  #owed = 0;
  /** Epoch ms. */
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Lets one through: null, or the milliseconds after which one would be. Who is refused owes nothing for asking. */
  take(rate: Rate, now: number): number | null {
    this.#settle(rate, now);
    const over = this.#owed + rate.period - rate.count * rate.period;
    if (over > 0) return Math.ceil(over / rate.count);
    this.#owed += rate.period;
    return null;
  }

  /** Whether it says no more than one that was never used. Of a clock that was set back it is not known, and it is kinder to say so. */
  isFull({ count }: Rate, now: number): boolean {
    return now < this.#at || this.#owed <= (now - this.#at) * count;
  }

  /** A clock that is set back pays nothing back, and goes on from there: nobody waits until it has come to where it was. */
  #settle({ count }: Rate, now: number): void {
    if (now > this.#at) this.#owed = Math.max(0, this.#owed - (now - this.#at) * count);
    this.#at = now;
  }
}
