/**
 * Event-loop lag: the duration of a turn, which every request waits for. Measured from one check phase to the next with a pending
 * immediate, so that the loop does not sleep in between. Measures only on request, and continues while turns are long; an idle
 * process does nothing.
 */

/** Monotonic clock in milliseconds, with an arbitrary origin. */
export type Monotonic = () => number;

interface TurnWatcher {
  /** Called when a turn that took `ms` ends at `now`; returns whether to measure the next one too. */
  turned(ms: number, now: number): boolean;
}

export class EventLoopLag {
  readonly #watcher: TurnWatcher;
  readonly #now: Monotonic;
  /** Start of the turn being measured, or of the wait for it; null: nothing is measured. */
  #since: number | null = null;

  constructor(watcher: TurnWatcher, now: Monotonic) {
    this.#watcher = watcher;
    this.#now = now;
  }

  /** Measures the turn after this one. */
  measure(): void {
    if (this.#since !== null) return;
    this.#since = this.#now();
    setImmediate(() => this.#begin());
  }

  /** Milliseconds since the start of the current turn; 0: none is measured. */
  soFar(now: number): number {
    return this.#since === null ? 0 : now - this.#since;
  }

  #begin(): void {
    const begun = this.#now();
    this.#since = begun;
    setImmediate(() => this.#end(begun));
  }

  #end(begun: number): void {
    const now = this.#now();
    this.#since = null;
    if (!this.#watcher.turned(now - begun, now)) return;
    this.#since = now;
    setImmediate(() => this.#end(now));
  }
}
