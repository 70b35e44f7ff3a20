/** Requests that the present policies force to update, so that *Now* does not call a closed app open. */
import { defaultLockOutLimit } from "drawbridge-rules/impact/lock-out.ts";
import { isShareOver, minRequestsForGuards } from "drawbridge-rules/impact/traffic.ts";
import type { PresentShare } from "drawbridge-rules/wire/adoption.ts";
import { admin } from "../server-connection.ts";

/** Percent of the requests below which apps count as open. */
const leastPercent = 1;

/** A platform with at least 1% of its requests of the last 24 hours forced to update. */
export interface ForcedPlatform {
  readonly platform: string;
  readonly requests: number;
  readonly forced: number;
  /** More than the project's limit for a single change. */
  readonly isAboveLimit: boolean;
  /** Last change of the rules that force; null: not among the latest changes of the platform. */
  readonly changed: PresentShare["changed"];
}

/** Platforms with few requests are left out: the share of one test device says nothing. */
export async function readForced(project: string): Promise<readonly ForcedPlatform[]> {
  // The present share is of 24 hours, whatever the period: an hour is the smallest answer.
  const { platforms } = await admin.getAdoption({ project, hours: 1 });
  const forced = platforms.filter(
    ({ present }) =>
      present.requests_24h >= minRequestsForGuards && present.forced_24h * 100 >= leastPercent * present.requests_24h,
  );
  if (forced.length === 0) return [];
  const limit = (await admin.getProject({ project })).value.lock_out_limit_percent ?? defaultLockOutLimit;
  return forced.map(({ platform, present: { requests_24h: requests, forced_24h: count, changed } }) => ({
    platform,
    requests,
    forced: count,
    isAboveLimit: isShareOver(count, requests, limit),
    changed,
  }));
}
