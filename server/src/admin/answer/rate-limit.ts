/** The headers RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers) of what the admin API limits: guesses. */

/** Remaining requests of a client under one limit. */
export interface RateLimitStanding {
  /** Name of the limit. */
  readonly name: "attempts" | "invalid-tokens";
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
  readonly left: number;
  /** Whole seconds until the next request is allowed. */
  readonly wait: number;
}

export function rateLimitHeaders({ name, quota, window, left, wait }: RateLimitStanding): Readonly<Record<string, string>> {
  const reset = wait > 0 ? `;t=${wait}` : "";
  return { "ratelimit-policy": `"${name}";q=${quota};w=${window}`, ratelimit: `"${name}";r=${left}${reset}` };
}
