/** Answers by question: the least recently used one makes room for a new one. */
import type { GateAnswer } from "../core/gate-answer.ts";

export interface CachedAnswer {
  /** Null: Drawbridge rejects the question, so that requests pass. */
  readonly answer: GateAnswer | null;
  readonly etag: string | null;
  /** Milliseconds that the server's clock is ahead. */
  readonly clockOffset: number;
  /** Epoch ms; from then on a new answer is requested. */
  readonly freshUntil: number;
  /** Epoch ms; from then on the answer is not used. */
  readonly usableUntil: number;
}

export class AnswerCache {
  readonly #max: number;
  readonly #answers = new Map<string, CachedAnswer>();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#answers.size;
  }

  find(question: string): CachedAnswer | null {
    const found = this.#answers.get(question);
    if (!found) return null;
    this.#answers.delete(question);
    this.#answers.set(question, found);
    return found;
  }

  set(question: string, answer: CachedAnswer): void {
    this.#answers.delete(question);
    this.#answers.set(question, answer);
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#max) return;
      this.#answers.delete(oldest);
    }
  }

  delete(question: string): void {
    this.#answers.delete(question);
  }
}
