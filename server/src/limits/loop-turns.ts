/**
 * How long the event loop takes for a turn, which is what every request waits for: measured from one check phase to the next,
 * with an immediate waiting, so that the loop does not sleep in between. Nothing is measured until somebody asks; while turns
 * are long it goes on by itself, and an idle process does nothing.
 */

/** Epoch of no meaning, in milliseconds, which never goes back. */
export type Monotonic = () => number;

export interface TurnWatcher {
  /** A turn that took `ms` has ended at `now`. Whether the next one is to be measured too. */
  turned(ms: number, now: number): boolean;
}

export class LoopTurns {
  readonly #watcher: TurnWatcher;
  readonly #now: Monotonic;
  /** Of the turn that is being measured, or of the immediate that waits to measure one; null: nothing is. */
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

  /** Milliseconds that a turn has lasted which is not over; 0: none is being measured. */
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
