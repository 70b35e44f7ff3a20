/** Problems in a bounded number: the first are kept, the rest is counted. A document can have as many as it has bytes. */
import type { Problem, ProblemSink } from "./errors.ts";

/** More than people read, and all that one answer lists. */
export const mostProblems = 500;

export class ProblemList implements ProblemSink {
  readonly #most: number;
  readonly #kept: Problem[] = [];
  #length = 0;

  constructor(most = mostProblems) {
    this.#most = most;
  }

  push(problem: Problem): void {
    if (this.#kept.length < this.#most) this.#kept.push(problem);
    this.#length++;
  }

  addAll(problems: Iterable<Problem>): void {
    for (const problem of problems) this.push(problem);
  }

  /** Counts problems that are not described. */
  addMore(count: number): void {
    this.#length += count;
  }

  get isFull(): boolean {
    return this.#kept.length >= this.#most;
  }

  get kept(): readonly Problem[] {
    return this.#kept;
  }

  /** Of all, kept or not. */
  get length(): number {
    return this.#length;
  }

  /** Problems that were not kept. */
  get more(): number {
    return this.#length - this.#kept.length;
  }
}
