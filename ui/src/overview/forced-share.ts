/** Requests that the policies of now force to update, and since when: so that *Now* does not call a closed app open. */
import { defaultLockOutLimit } from "drawbridge-rules/impact/lock-out-limit.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import { type CountedTraffic, forcedRequests, isEnough, readTraffic } from "../adoption/counted-traffic.ts";
import { admin } from "../server-connection.ts";
import { checkPolicyDraft } from "../version-policies/policy-draft.ts";

/** Percent of the requests below which apps count as open. */
const leastPercent = 1;
/** Commits searched for the one that passed the limit. */
const maxCommits = 50;

/** A platform with at least 1% of its requests of the last 24 hours forced to update. */
export interface ForcedPlatform {
  readonly platform: string;
  readonly requests: number;
  readonly forced: number;
  readonly isAboveLimit: boolean;
  /** Commit that passed the project's limit; null: below it, or the commit is not among the latest of the platform. */
  readonly since: Pick<Commit, "at" | "actor" | "actor_name"> | null;
}

/** Platforms with few requests are left out: the share of one test device says nothing. */
export async function readForced(project: string): Promise<readonly ForcedPlatform[]> {
  const adoption = await admin.getAdoption({ project });
  const counted = adoption.platforms.flatMap(({ platform }) => {
    const traffic = readTraffic(adoption, platform);
    return traffic && isEnough(traffic) ? [{ platform, traffic }] : [];
  });
  if (counted.length === 0) return [];
  const policies = await admin.listAll("listPolicies", { project });
  const forced = counted.flatMap(({ platform, traffic }) => {
    const requests = forcedBy(
      policies.find(({ id }) => id === platform),
      traffic,
    );
    return requests * 100 < leastPercent * traffic.requests ? [] : [{ platform, traffic, forced: requests }];
  });
  if (forced.length === 0) return [];
  const limit = (await admin.getProject({ project })).value.lock_out_limit_percent ?? defaultLockOutLimit;
  return Promise.all(
    forced.map(async ({ platform, traffic, forced: requests }): Promise<ForcedPlatform> => {
      const isAboveLimit = requests * 100 > limit * traffic.requests;
      const since = isAboveLimit ? await findSince(project, platform, traffic, limit) : null;
      return { platform, requests: traffic.requests, forced: requests, isAboveLimit, since };
    }),
  );
}

/** The latest commit before which the policy forced no more of today's requests than the limit. */
async function findSince(
  project: string,
  platform: string,
  traffic: CountedTraffic,
  limit: number,
): Promise<ForcedPlatform["since"]> {
  const { commits } = await admin.getHistory({ project, kind: "platform", id: platform, limit: maxCommits });
  const passed = commits.find(({ changes }) => {
    const change = changes.find(({ kind, id }) => kind === "platform" && id === platform);
    return change && forcedBy(change.before ?? undefined, traffic) * 100 <= limit * traffic.requests;
  });
  return passed ?? null;
}

function forcedBy(policy: PolicyForm | undefined, traffic: CountedTraffic): number {
  return policy === undefined ? 0 : forcedRequests(traffic, checkPolicyDraft(policy).rules);
}
