/** Bounded in bytes for the process. */
import { LRUCache } from "lru-cache";
import type { FinishedAnswer } from "./finished-answer.ts";

export type Answers = (name: string, finish: () => FinishedAnswer) => FinishedAnswer;

export class AnswerStore {
  readonly #answers: LRUCache<string, FinishedAnswer>;
  readonly lookups = { hits: 0, misses: 0 };

  constructor(maxBytes: number) {
    this.#answers = new LRUCache({ maxSize: maxBytes, sizeCalculation: (answer, name) => answer.cost + 2 * name.length });
  }

  get bytes(): number {
    return this.#answers.calculatedSize;
  }

  /** @param generation one state of one project: its answers have names of their own */
  answersOf(generation: number): Answers {
    return (name, finish) => {
      const scoped = `${generation} ${name}`;
      const known = this.#answers.get(scoped);
      if (known) {
        this.lookups.hits++;
        return known;
      }
      this.lookups.misses++;
      const finished = finish();
      this.#answers.set(scoped, finished);
      return finished;
    };
  }
}
