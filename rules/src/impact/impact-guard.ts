/** Guards that judge a change by the requests of the last 24 hours. Read keys are public, so requests can be forged: guards warn. */
import type { Refusal } from "../changes/refusal.ts";
import { joinPath } from "../values/fields.ts";
import type { PolicyImpact } from "./policy-impact.ts";
import { formatShare, formatShareOver, isShareOver, minRequestsForGuards } from "./traffic.ts";

/** Percent of the requests, without rare versions, below which the versions that may run count as unseen. */
const unseenPercent = 1;

/** Returns whether there are enough requests for the guards. */
export function hasEnoughRequests({ day }: PolicyImpact): boolean {
  return day.requests >= minRequestsForGuards;
}

/** @param limit percent of requests that a change may newly force, of the project or of a step */
export function impactRefusals(platform: string, impact: PolicyImpact, limit: number): Refusal[] {
  if (!hasEnoughRequests(impact)) return [];
  const path = joinPath("platforms", platform);
  const { requests, forced, other, allowedBefore, allowedAfter } = impact.day;
  const refusals: Refusal[] = [];
  if (isShareOver(forced, requests, limit))
    refusals.push({
      guard: "locks_out",
      path,
      message: `forces another ${formatShareOver(forced, requests, limit)} of the requests of the last 24 hours to update; the limit is ${limit}%`,
    });
  // Without rare versions: nothing is known of them, and where they sent most requests, no other version would count as seen.
  const counted = requests - other;
  // An edit that lets more versions run than before is a step in the right direction, even if they are still few.
  if (allowedAfter < allowedBefore && allowedAfter * 100 < unseenPercent * counted)
    refusals.push({
      guard: "unseen_version",
      path,
      message: `leaves only versions that sent ${formatShare(allowedAfter, counted)} of the requests of the last 24 hours${other > 0 ? ", rare versions aside" : ""}: users may have nothing to update to`,
    });
  return refusals;
}
