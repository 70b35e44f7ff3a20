/** Outcomes by what makes them, so that the many apps that hear the same share the same bytes. Bounded in bytes. */
import { LRUCache } from "lru-cache";
import type { Outcome } from "./outcome.ts";

export type OutcomeMemo = (key: string, make: () => Outcome) => Outcome;

export class OutcomeStore {
  readonly #outcomes: LRUCache<string, Outcome>;

  constructor(maxBytes: number) {
    this.#outcomes = new LRUCache({ maxSize: maxBytes, sizeCalculation: (outcome, key) => outcome.cost + 2 * key.length });
  }

  get bytes(): number {
    return this.#outcomes.calculatedSize;
  }

  /** @param scope what the keys mean something in: one state of one project. */
  memoFor(scope: number): OutcomeMemo {
    return (key, make) => {
      const scoped = `${scope}\u0000${key}`;
      const known = this.#outcomes.get(scoped);
      if (known) return known;
      const made = make();
      this.#outcomes.set(scoped, made);
      return made;
    };
  }
}
