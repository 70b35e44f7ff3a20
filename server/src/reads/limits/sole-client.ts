/**
 * Tells whether only one address sends requests to this process. Then the slow work is its own, and refusing it would protect no other
 * client.
 */
import type { Monotonic } from "./event-loop-lag.ts";

/** Milliseconds without other clients. */
const quiet = 10_000;

export interface ClientActivity {
  /** The client's address; "" if unknown. */
  readonly address: string;
  /** Number of app reads that this process ever received. */
  readonly reads: number;
}

export class SoleClient {
  readonly #now: Monotonic;
  #last: (ClientActivity & { readonly at: number }) | null = null;
  /** Time of the last request from another client. */
  #othersAt = Number.NEGATIVE_INFINITY;

  constructor(now: Monotonic) {
    this.#now = now;
  }

  /** Records a request, and returns whether no other client has sent one for a while. */
  isAlone(client: ClientActivity): boolean {
    const now = this.#now();
    const last = this.#last;
    if (last && last.address !== client.address) this.#othersAt = last.at;
    // The time of the last app read is unknown: it may have been a moment ago.
    if ((last?.reads ?? 0) !== client.reads) this.#othersAt = now;
    this.#last = { ...client, at: now };
    return now - this.#othersAt >= quiet;
  }
}
