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
  readonly #timers = new Set<Timer>();

  constructor(time: number, deviceOffset: number) {
    this.time = time;
    this.deviceOffset = deviceOffset;
  }

  readonly deviceNow = (): number => this.time + this.deviceOffset;

  readonly schedule = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.time + Math.max(ms, 0), run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  get timers(): number {
    return this.#timers.size;
  }

  /** Ends with everything finished that the passed timers caused. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#timers.delete(next);
      this.time = next.at;
      next.run();
      await settle();
    }
    this.time = end;
  }

  #next(end: number): Timer | undefined {
    let found: Timer | undefined;
    for (const timer of this.#timers) if (timer.at <= end && (!found || timer.at < found.at)) found = timer;
    return found;
  }
}

/** Lets everything finish that needs no timer. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
