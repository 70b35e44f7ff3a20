/** Requests of a platform by version of the app, as the server counted them. */

/** Requests in the last 24 hours and 7 days: the current UTC hour, and the 23 or 167 before it. */
export interface SpanRequests {
  readonly day: number;
  readonly week: number;
}

export interface VersionRequests extends SpanRequests {
  /** Canonical. */
  readonly version: string;
}

export interface PlatformTraffic {
  /** Versions that are counted separately, in no order. */
  readonly versions: readonly VersionRequests[];
  /** All other versions together. */
  readonly other: SpanRequests;
}

/**
 * Requests in 24 hours from which guards judge a change. Of fewer, the share of one test device or one curious developer would
 * refuse a change.
 */
export const minRequestsForGuards = 100;

export function totalRequests({ versions, other }: PlatformTraffic): SpanRequests {
  const total = { day: other.day, week: other.week };
  for (const { day, week } of versions) {
    total.day += day;
    total.week += week;
  }
  return total;
}

/**
 * A share in percent with enough digits for small ones: `38%`, `2.5%`, `0.03%`. Never rounds to 0% or 100% what is neither.
 * @param whole 0: there is no share, and the text is 0%
 */
export function formatShare(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return "0%";
  if (part >= whole) return "100%";
  const percent = (part / whole) * 100;
  const isNearEnd = percent < 1 || percent > 99;
  const digits = isNearEnd ? 2 : percent < 10 ? 1 : 0;
  return `${Math.min(99.99, Math.max(0.01, Number(percent.toFixed(digits))))}%`;
}

/**
 * A share that exceeds a limit, with as many digits as show it: `20.1%` for a limit of 20.
 * @param limit percent, less than the share
 */
export function formatShareOver(part: number, whole: number, limit: number): string {
  const usual = formatShare(part, whole);
  if (Number.parseFloat(usual) > limit) return usual;
  const percent = (part / whole) * 100;
  const digits = [1, 2, 3, 4, 5, 6].find((count) => Number(percent.toFixed(count)) > limit) ?? 7;
  return `${percent.toFixed(digits)}%`;
}
