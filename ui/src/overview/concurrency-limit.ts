/** Limits concurrency: a screen with a hundred projects does not keep the server from other work. */

export class ConcurrencyLimit {
  readonly #atOnce: number;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs `work` when it is its turn, first come, first served. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside >= this.#atOnce) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#inside++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place is handed on, and never free in between.
      if (next) next();
      else this.#inside--;
    }
  }
}
