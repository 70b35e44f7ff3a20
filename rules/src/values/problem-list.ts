/** A bounded list of problems: keeps the first ones and counts the rest. A document can have as many problems as bytes. */
import { maxProblems, type Problem, type ProblemSink } from "./errors.ts";

export class ProblemList implements ProblemSink {
  readonly #most: number;
  readonly #kept: Problem[] = [];
  #length = 0;

  constructor(most = maxProblems) {
    this.#most = most;
  }

  push(problem: Problem): void {
    if (this.#kept.length < this.#most) this.#kept.push(problem);
    this.#length++;
  }

  addAll(problems: Iterable<Problem>): void {
    for (const problem of problems) this.push(problem);
  }

  /** Counts problems without descriptions. */
  addMore(count: number): void {
    this.#length += count;
  }

  get isFull(): boolean {
    return this.#kept.length >= this.#most;
  }

  get kept(): readonly Problem[] {
    return this.#kept;
  }

  /** Number of all problems, kept or not. */
  get length(): number {
    return this.#length;
  }

  get more(): number {
    return this.#length - this.#kept.length;
  }
}
