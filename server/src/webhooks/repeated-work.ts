/** A run that is woken is followed by another. */

/** Longest wait in milliseconds: the clock can step. */
const longestWait = 300_000;

export class RepeatedWork {
  readonly #run: () => Promise<number>;
  readonly #now: () => number;
  #running: Promise<void> | null = null;
  #isWoken = false;
  isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param run never rejects; returns when to run again, epoch ms; infinity means when it is woken */
  constructor(run: () => Promise<number>, now: () => number) {
    this.#run = run;
    this.#now = now;
  }

  wake(): void {
    this.#isWoken = true;
    if (this.isStopped || this.#running !== null) return;
    this.#running = this.#once().finally(() => {
      this.#running = null;
      if (this.#isWoken) this.wake();
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #once(): Promise<void> {
    this.#isWoken = false;
    const next = await this.#run();
    clearTimeout(this.#timer);
    if (this.isStopped || next === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(next - this.#now(), 0), longestWait)).unref();
  }
}
