/** Answers by question. One that is used at least once a minute keeps its place, however many clients invent versions. */
import type { GateAnswer } from "../core/gate-answer.ts";

export interface CachedAnswer {
  /** Null means Drawbridge rejects the question, so that requests pass. */
  readonly answer: GateAnswer | null;
  readonly etag: string | null;
  /** Milliseconds that the server's clock is ahead. */
  readonly clockOffset: number;
  /** Epoch ms; from then on a new answer is requested. */
  readonly freshUntil: number;
  /** Epoch ms; from then on the answer is not used. */
  readonly usableUntil: number;
}

/** Milliseconds without a use, after which an answer makes room. */
const idleMs = 60_000;

export class AnswerCache {
  readonly #max: number;
  /** Least recently used first. */
  readonly #places = new Map<string, { answer: CachedAnswer; usedAt: number }>();

  constructor(max: number) {
    this.#max = max;
  }

  find(question: string, now: number): CachedAnswer | null {
    const place = this.#places.get(question);
    if (!place) return null;
    place.usedAt = now;
    this.#places.delete(question);
    this.#places.set(question, place);
    return place.answer;
  }

  /** Returns false if there is no room: every answer was used within a minute. */
  set(question: string, answer: CachedAnswer, now: number): boolean {
    const place = this.#places.get(question);
    const [oldest] = this.#places;
    if (place) place.answer = answer;
    else if (oldest && this.#places.size >= this.#max) {
      if (now - oldest[1].usedAt < idleMs) return false;
      this.#places.delete(oldest[0]);
    }
    if (!place) this.#places.set(question, { answer, usedAt: now });
    return true;
  }

  delete(question: string): void {
    this.#places.delete(question);
  }
}
