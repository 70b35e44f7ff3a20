/**
 * Event-loop lag, which delays every request of this process. Measured in windows, so that two scrapers do not reset each other's
 * maximum.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Milliseconds. */
const window = 15_000;
/** Interval of the ticks; time between two ticks beyond it is delay. */
const resolution = 20;

interface LoopDelay {
  /** Seconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export class EventLoop {
  readonly #delay = monitorEventLoopDelay({ resolution });
  readonly #timer: NodeJS.Timeout;
  #last: LoopDelay | null = null;

  constructor() {
    this.#delay.enable();
    this.#timer = setInterval(() => this.#next(), window).unref();
  }

  /** The worse of the last complete window and the current one. */
  get delay(): LoopDelay {
    const [a, b] = [this.#present(), this.#last ?? nothing];
    return { p50: Math.max(a.p50, b.p50), p99: Math.max(a.p99, b.p99), max: Math.max(a.max, b.max) };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }

  #next(): void {
    this.#last = this.#present();
    this.#delay.reset();
  }

  #present(): LoopDelay {
    const { count } = this.#delay;
    if (count === 0) return nothing;
    // The histogram holds the time between two ticks, which includes the interval itself.
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1e3);
    const [p50, p99] = [this.#delay.percentile(50), this.#delay.percentile(99)].map(seconds);
    return { p50: p50 ?? 0, p99: p99 ?? 0, max: seconds(this.#delay.max) };
  }
}

const nothing: LoopDelay = { p50: 0, p99: 0, max: 0 };
