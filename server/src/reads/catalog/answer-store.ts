/** Finished answers of all projects by everything that they depend on. Bounded in bytes for the process. */
import { LRUCache } from "lru-cache";
import type { FinishedAnswer } from "./finished-answer.ts";

/** Finds an answer for one state of a project, or finishes it. */
export type Answers = (name: string, finish: () => FinishedAnswer) => FinishedAnswer;

export class AnswerStore {
  readonly #answers: LRUCache<string, FinishedAnswer>;
  #hits = 0;
  #misses = 0;

  constructor(maxBytes: number) {
    this.#answers = new LRUCache({ maxSize: maxBytes, sizeCalculation: (answer, name) => answer.cost + 2 * name.length });
  }

  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  get lookups(): { readonly hits: number; readonly misses: number } {
    return { hits: this.#hits, misses: this.#misses };
  }

  /** @param generation one state of one project: its answers have names of their own */
  answersOf(generation: number): Answers {
    return (name, finish) => {
      const scoped = `${generation} ${name}`;
      const known = this.#answers.get(scoped);
      if (known) {
        this.#hits++;
        return known;
      }
      this.#misses++;
      const finished = finish();
      this.#answers.set(scoped, finished);
      return finished;
    };
  }
}
