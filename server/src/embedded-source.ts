/** The store of this machine as a source: only this process writes to it, so what is in memory is all there is. */
import type { SourceStatus } from "./source-status.ts";
import type { Head } from "./store/store.ts";

export interface EmbeddedSourceWorkings {
  readonly kind: SourceStatus["kind"];
  /** Null: nothing was read of it yet. */
  readonly head: () => Head | null;
  /** Epoch ms. */
  readonly now: () => number;
}

export class EmbeddedSource {
  readonly #workings: EmbeddedSourceWorkings;
  readonly #startedAt: number;
  #loadedAt: number | null = null;

  constructor(workings: EmbeddedSourceWorkings) {
    this.#workings = workings;
    this.#startedAt = workings.now();
  }

  /** The catalog has been filled from it. */
  loaded(): void {
    this.#loadedAt = this.#workings.now();
  }

  status(): SourceStatus {
    const { kind, head, now } = this.#workings;
    const { epoch = null, revision = null } = head() ?? {};
    const state = this.#loadedAt === null ? "starting" : "following";
    const checkedAt = this.#loadedAt === null ? null : now();
    return { name: "store", kind, state, since: this.#loadedAt ?? this.#startedAt, epoch, revision, checkedAt, problem: null };
  }
}
