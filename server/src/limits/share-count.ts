/** How many of something each of its holders has: what one of them may take at most is for the caller to say. */
export class ShareCount {
  readonly #counts = new Map<string, number>();

  of(holder: string): number {
    return this.#counts.get(holder) ?? 0;
  }

  add(holder: string): void {
    this.#counts.set(holder, this.of(holder) + 1);
  }

  /** One that was added. */
  remove(holder: string): void {
    const left = this.of(holder) - 1;
    if (left > 0) this.#counts.set(holder, left);
    else this.#counts.delete(holder);
  }
}
