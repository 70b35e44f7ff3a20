/** For how long an outcome holds. An answer switches at the millisecond of its transition, and nobody keeps it past that. */
import type { Moments } from "./coverage.ts";
import { isSameOutcome, type Outcome } from "./outcome.ts";

export interface Settled {
  readonly outcome: Outcome;
  /** It holds for `from ≤ now < until`; epoch ms. */
  readonly from: number;
  readonly until: number;
  /** The next instant at which the answer is another one, or one that is at least a TTL after `until` where none is near. */
  readonly transition: number;
}

/** How far ahead it is worth looking at once, so that an answer of a project without a TTL holds for a while too. Ms. */
const shortestLook = 60_000;

/**
 * Looks at the instants at which something happens, and past those at which nothing of it shows in the answer: two TTLs
 * ahead, since no max-age says more than one. In a project with thousands of windows there are thousands of them.
 * @param ttl ms
 */
export function settle(moments: Moments, now: number, ttl: number, outcomeAt: (now: number) => Outcome): Settled {
  const outcome = outcomeAt(now);
  const horizon = now + 2 * Math.max(ttl, shortestLook);
  let transition = moments.next(now);
  while (transition < horizon && isSameOutcome(outcomeAt(transition), outcome)) transition = moments.next(transition);
  const until = transition < horizon ? transition : transition - ttl;
  return { outcome, from: moments.previous(now), until, transition };
}
