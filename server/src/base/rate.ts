/** `60/1m`: a burst of `count` requests, refilled over each period. */
import { parseDuration } from "drawbridge-rules/values/duration.ts";

export interface Rate {
  readonly count: number;
  /** Milliseconds. */
  readonly period: number;
}

export type RateLimit = Rate | "none";

export const rateForm = "none, or a number for a duration of at most a day, such as 60/1m";

/** Beyond these, the arithmetic would leave the range of exact integers. */
const maxCount = 1_000_000;
const longestPeriod = 86_400_000;

export function parseRateLimit(text: string): RateLimit | null {
  if (text === "none") return text;
  const [, digits = "", span = ""] = /^(\d{1,7})\/(.+)$/.exec(text) ?? [];
  const count = Number(digits);
  const period = parseDuration(span);
  if (period === null || period < 1_000 || period > longestPeriod || count < 1 || count > maxCount) return null;
  return { count, period };
}
