/** A drill takes too long for a test. Its file has the name that is typed: `npm run drills -- NAME`. */
export interface Drill {
  /** Unless `--rounds` says another number. */
  readonly rounds: number;
  /** @param random from 0 up to 1, the same numbers for the same seed @returns the result in a sentence */
  run(rounds: number, random: () => number): Promise<string>;
}

/** Numbers from 0 up to 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
