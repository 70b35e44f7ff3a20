/**
 * How late the event loop is: what every request of this process waits for. Measured in windows, so that two who look do not
 * take each other's worst moment away.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Milliseconds. */
const window = 15_000;
/** A tick in each: what is between two ticks is the delay. */
const resolution = 20;

export interface LoopDelay {
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

  /** The worse of the last whole window and of the present one. */
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
    // It has the time between two ticks, of which the resolution is no delay.
    const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1e3);
    const [p50, p99] = [this.#delay.percentile(50), this.#delay.percentile(99)].map(seconds);
    return { p50: p50 ?? 0, p99: p99 ?? 0, max: seconds(this.#delay.max) };
  }
}

const nothing: LoopDelay = { p50: 0, p99: 0, max: 0 };
