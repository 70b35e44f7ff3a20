/** The current UTC hour, and the 23 or 167 before it. */
export interface SpanRequests {
  readonly day: number;
  readonly week: number;
}

export interface VersionRequests extends SpanRequests {
  /** Canonical. */
  readonly version: string;
  /** Requests by `osInterval` in the last 24 hours, where they had an operating system. */
  readonly systems?: ReadonlyMap<string, number>;
}

export interface PlatformTraffic {
  /** In no order. */
  readonly versions: readonly VersionRequests[];
  readonly other: SpanRequests;
}

/** Days. */
export const keptByHour = 14;
export const keptByDay = 400;

/** Codes of a 400 that a valid key got. */
export const refusedQueryCodes = ["missing_parameter", "repeated_parameter", "unknown_platform", "invalid_version"] as const;
export type RefusedQueryCode = (typeof refusedQueryCodes)[number];

/** With fewer requests in 24 hours, one test device would cause a refusal. */
export const minRequestsForGuards = 100;

export function totalRequests({ versions, other }: PlatformTraffic): SpanRequests {
  const total = { day: other.day, week: other.week };
  for (const { day, week } of versions) {
    total.day += day;
    total.week += week;
  }
  return total;
}

export function formatShare(part: number, whole: number): string {
  return `${percentOf(part, whole)}%`;
}

/** 38, 2.5, 0.03: never rounds to 0 or 100. @param whole 0: the share is 0 */
export function percentOf(part: number, whole: number): number {
  if (part <= 0 || whole <= 0) return 0;
  if (part >= whole) return 100;
  const percent = (part / whole) * 100;
  const isNearEnd = percent < 1 || percent > 99;
  const digits = isNearEnd ? 2 : percent < 10 ? 1 : 0;
  return Math.min(99.99, Math.max(0.01, Number(percent.toFixed(digits))));
}

/** @param limit percent */
export function isShareOver(part: number, whole: number, limit: number): boolean {
  return part * 100 > limit * whole;
}

/** With as many digits as show it: 20.1 for a limit of 20. @param limit percent, less than the share */
export function percentOver(part: number, whole: number, limit: number): number {
  const usual = percentOf(part, whole);
  if (usual > limit) return usual;
  const percent = (part / whole) * 100;
  const digits = [1, 2, 3, 4, 5, 6].find((count) => Number(percent.toFixed(count)) > limit) ?? 7;
  return Number(percent.toFixed(digits));
}
