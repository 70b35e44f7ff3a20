/**
 * Judges a change by the requests of the last 24 hours. Read keys are public, so requests can be forged in both directions: counts
 * ask for a confirmation and inform, and decide nothing else.
 */
import type { Refusal } from "../changes/refusal.ts";
import type { Problem } from "../values/errors.ts";
import type { VersionPolicy } from "../versions/version-policy.ts";
import type { PolicyImpact } from "./policy-impact.ts";
import { formatShare, formatShareOver, isShareOver, minRequestsForGuards } from "./traffic.ts";

/** Percent of the requests, without rare versions, below which the versions that may run count as unseen. */
const unseenPercent = 1;

/** Returns whether there are enough requests for the guards. */
export function hasEnoughRequests({ day }: PolicyImpact): boolean {
  return day.requests >= minRequestsForGuards;
}

/** @param path of the platform or its step @param limit percent of requests that a change may newly force */
export function lockOutRefusals(path: string, impact: PolicyImpact, limit: number): Refusal[] {
  const { requests, forced } = impact.day;
  if (!hasEnoughRequests(impact) || !isShareOver(forced, requests, limit)) return [];
  const share = formatShareOver(forced, requests, limit);
  const message = `forces another ${share} of the requests of the last 24 hours to update; the limit is ${limit}%`;
  return [{ guard: "locks_out", path, message }];
}

/** For a policy without declared releases, by which `unseen_version` judges. */
export function unseenWarnings(path: string, impact: PolicyImpact, policy: VersionPolicy): Problem[] {
  const { requests, other, allowedBefore, allowedAfter } = impact.day;
  // Without rare versions: nothing is known of them, and where they sent most requests, no other version would count as seen.
  const counted = requests - other;
  // An edit that lets more versions run than before is a step in the right direction, even if they are still few.
  const isUnseen = allowedAfter < allowedBefore && allowedAfter * 100 < unseenPercent * counted;
  if (policy.releases || !hasEnoughRequests(impact) || !isUnseen) return [];
  const share = `${formatShare(allowedAfter, counted)} of the requests of the last 24 hours${other > 0 ? ", rare versions aside" : ""}`;
  const message = `leaves only versions that sent ${share}. Requests can be forged: check that users can update to one, and declare releases to have that checked`;
  return [{ path, message }];
}
