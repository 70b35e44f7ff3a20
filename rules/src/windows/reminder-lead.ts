/** Longest time before a window at which its reminder may start, ms. */
export const LONGEST_LEAD = 30 * 24 * 60 * 60 * 1_000;
