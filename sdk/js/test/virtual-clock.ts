/** A clock for tests: time passes only when it is advanced, and timers run in their order. */

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

export class VirtualClock {
  /** Epoch ms of the server. */
  time: number;
  /** ms by which the device is ahead. */
  deviceOffset: number;
  /** In the order in which they run: thousands of clients can share a clock. */
  readonly #timers: Timer[] = [];

  constructor(time: number, deviceOffset: number) {
    this.time = time;
    this.deviceOffset = deviceOffset;
  }

  readonly deviceNow = (): number => this.time + this.deviceOffset;

  readonly schedule = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.time + Math.max(ms, 0), run };
    const later = this.#timers.findLastIndex(({ at }) => at <= timer.at) + 1;
    this.#timers.splice(later, 0, timer);
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  };

  get timers(): number {
    return this.#timers.length;
  }

  /** Ends with everything finished that the passed timers caused. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (let next = this.#takeUntil(end); next; next = this.#takeUntil(end)) {
      this.time = next.at;
      next.run();
      await settle();
    }
    this.time = end;
  }

  #takeUntil(end: number): Timer | undefined {
    const [first] = this.#timers;
    return first && first.at <= end ? this.#timers.shift() : undefined;
  }
}

/** Lets everything finish that needs no timer. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
