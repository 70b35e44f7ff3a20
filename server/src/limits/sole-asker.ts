/**
 * Whether one address alone asks something of this process. Then it is its own work that takes long, and to turn it away would
 * protect nobody.
 */
import type { Monotonic } from "./loop-turns.ts";

/** Milliseconds without anybody else. */
const quiet = 10_000;

export interface Asker {
  /** Of the client; "" where nobody says. */
  readonly address: string;
  /** Questions of apps that this process was ever asked. */
  readonly reads: number;
}

export class SoleAsker {
  readonly #now: Monotonic;
  #last: (Asker & { readonly at: number }) | null = null;
  /** When somebody else asked last. */
  #othersAt = Number.NEGATIVE_INFINITY;

  constructor(now: Monotonic) {
    this.#now = now;
  }

  /** Takes in who asks now, and says whether nobody else has for a while. */
  isAlone(asker: Asker): boolean {
    const now = this.#now();
    const last = this.#last;
    if (last && last.address !== asker.address) this.#othersAt = last.at;
    // When apps asked since the last look is not known: it may have been a moment ago.
    if ((last?.reads ?? 0) !== asker.reads) this.#othersAt = now;
    this.#last = { ...asker, at: now };
    return now - this.#othersAt >= quiet;
  }
}
