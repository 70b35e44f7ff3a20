/** Pauses requests to Drawbridge after a failure: one is sent per interval, and no request of an app waits for it. */

/** Milliseconds. */
const shortestDelay = 5_000;
const longestDelay = 60_000;
/** Longest `Retry-After` that is followed. */
const longestRetryAfter = 3_600_000;

export class Backoff {
  readonly #random: () => number;
  #failures = 0;
  #until = 0;
  #isProbing = false;
  /** Changes with every failure and success: requests sent before do not fail again. */
  #period = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  /** Passed to `fail` by the request that is sent now. */
  get period(): number {
    return this.#period;
  }

  /** Returns whether a request can be sent now; true counts as sent. */
  admits(now: number): boolean {
    if (!this.isFailing) return true;
    if (this.#isProbing || now < this.#until) return false;
    this.#isProbing = true;
    return true;
  }

  /** Returns the milliseconds until the next request; null means a request of the same period failed before. */
  fail(period: number, now: number, retryAfter = 0): number | null {
    if (period !== this.#period) return null;
    const delay = Math.min(shortestDelay * 2 ** this.#failures, longestDelay);
    const wait = Math.max(delay * (1 + this.#random() / 10), Math.min(retryAfter, longestRetryAfter));
    this.#failures++;
    this.#until = now + wait;
    this.#isProbing = false;
    this.#period++;
    return wait;
  }

  succeed(): void {
    if (!this.isFailing) return;
    this.#failures = 0;
    this.#isProbing = false;
    this.#period++;
  }
}
