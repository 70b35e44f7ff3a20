/** Counts how many of a resource each holder has; the caller decides each holder's limit. */
export class ShareCount {
  readonly #counts = new Map<string, number>();

  of(holder: string): number {
    return this.#counts.get(holder) ?? 0;
  }

  add(holder: string): void {
    this.#counts.set(holder, this.of(holder) + 1);
  }

  /** Removes one of the holder's. */
  remove(holder: string): void {
    const left = this.of(holder) - 1;
    if (left > 0) this.#counts.set(holder, left);
    else this.#counts.delete(holder);
  }
}
