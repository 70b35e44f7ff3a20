/** Work that can be laid down between two steps. What it comes to does not depend on who takes them, or when: so it stays pure. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Takes every step, one after the other. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
