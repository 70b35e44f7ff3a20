/** Platforms of which more requests are forced to update than the project's limit. */

import { defaultLockOutLimit } from "drawbridge-rules/impact/lock-out.ts";
import { isShareOver, minRequestsForGuards } from "drawbridge-rules/impact/traffic.ts";
import { isStepDue } from "drawbridge-rules/versions/policy-step.ts";
import type { PolicyStep } from "drawbridge-rules/versions/version-policy.ts";
import type { PresentShare } from "drawbridge-rules/wire/adoption.ts";
import { readTraffic, stepForcedRequests } from "../adoption/counted-traffic.ts";
import { queryClient } from "../query-client.ts";
import { admin } from "../server-connection.ts";
import { isAtLeast, roleIn } from "../session/session.ts";
import { formatShare, formatSince } from "../texts/formats.ts";
import { readPolicy } from "../version-policies/policy-draft.ts";
import { readStep, stepSentence } from "../version-policies/step-draft.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { stepTexts } from "../version-policies/version-policy-texts.ts";
import type { AttentionSource } from "./attention-source.ts";
import { attentionTexts } from "./overview-texts.ts";

export const forcedPlatforms: AttentionSource<readonly ForcedPlatform[]> = {
  /** Milliseconds: no commit tells that apps were updated. */
  every: 300_000,
  read: (project) => readForced(project),
  find: (platforms, { now }) => {
    return platforms
      .filter(({ isAboveLimit }) => isAboveLimit)
      .map(({ platform, requests, forced: count, changed }) => {
        const share = formatShare(count, requests);
        const text = changed
          ? attentionTexts.forcedSince(share, platform, formatSince(changed.at, now), changed.actor_name ?? changed.actor)
          : attentionTexts.forced(share, platform);
        return { key: platform, urgency: "now", text, to: "/projects/$project/versions", search: { edit: platform } };
      });
  },
};

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
async function readForced(project: string): Promise<readonly ForcedPlatform[]> {
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

interface DueStep {
  readonly platform: string;
  readonly step: PolicyStep;
  readonly forced: number;
  /** 0: none were counted. */
  readonly requests: number;
}

/** Dated steps from a day before their instant to a day after, with their share of the last day's requests. */
export const dueSteps: AttentionSource<readonly DueStep[]> = {
  /** Milliseconds: no commit tells that a step comes near, or that apps were updated. */
  every: 300_000,
  read: async (project) => {
    const policies = await queryClient.fetchQuery(policyListQuery(project));
    const due = policies.flatMap(({ id, ...form }) => {
      const step = readStep(form.step);
      return step && isStepDue(step, Date.now()) ? [{ platform: id, step, policy: readPolicy(form) }] : [];
    });
    if (due.length === 0) return [];
    const adoption = await admin.getAdoption({ project });
    return due.map(({ platform, step, policy }) => {
      const traffic = readTraffic(adoption, platform);
      return { platform, step, forced: traffic ? stepForcedRequests(traffic, policy) : 0, requests: traffic?.requests ?? 0 };
    });
  },
  find: (steps, { project, me, now }) => {
    const mayEdit = isAtLeast(roleIn(me, project), "editor");
    return steps.map(({ platform, step, forced, requests }) => {
      const share = requests === 0 ? null : formatShare(forced, requests);
      const label = stepTexts.decisions.move;
      const decision = { label, spoken: stepTexts.decisionOf(label, platform), search: { edit: platform, step: "move" } };
      return {
        key: platform,
        urgency: "soon",
        text: `${platform}: ${stepSentence(step, share, now)}`,
        to: "/projects/$project/versions",
        search: { edit: platform },
        ...(mayEdit ? { decisions: [decision] } : {}),
      };
    });
  },
};
