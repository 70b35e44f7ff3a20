/** Decides whether a dated step of a policy may take place, by the requests of the last 24 hours before it. */
import { sameValue } from "../changes/document-diff.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import type { Steps } from "../values/steps.ts";
import { policyAfterStep, policyBeforeStep, stepInstant } from "../versions/policy-step.ts";
import type { PolicyStep } from "../versions/version-policy.ts";
import { hasEnoughRequests } from "./impact-guard.ts";
import { defaultLockOutLimit } from "./lock-out-limit.ts";
import { policyImpact } from "./policy-impact.ts";
import { isShareOver, type PlatformTraffic } from "./traffic.ts";

/**
 * Milliseconds before a step at which the server begins to hold it: long enough for several attempts, and for a commit to reach the
 * edges; short enough that the counts are of the day before.
 */
export const heldAhead = 60_000;

/** A step that is still ahead and not held. */
export interface StepAhead {
  readonly platform: string;
  readonly step: PolicyStep;
  /** Epoch ms. */
  readonly at: number;
}

/** Steps after `now`, epoch ms. */
export function stepsAhead(state: ProjectState, now: number): StepAhead[] {
  if (!findProject(state)) return [];
  return [...state.platform].flatMap(([platform, { value }]) => {
    const at = stepInstant(value.policy);
    return value.policy.step && at !== null && at > now ? [{ platform, step: value.policy.step, at }] : [];
  });
}

export interface StepJudgment {
  /** Requests of the last 24 hours, and those that the step would newly force. */
  readonly requests: number;
  readonly forced: number;
  /** Percent. */
  readonly limit: number;
  /** False also for fewer requests than guards judge by. */
  readonly isOverLimit: boolean;
}

export function* judgeStep(state: ProjectState, { platform, step }: StepAhead, traffic: PlatformTraffic): Steps<StepJudgment> {
  const limit = step.limit ?? findProject(state)?.lockOutLimit ?? defaultLockOutLimit;
  const policy = state.platform.get(platform)?.value.policy;
  if (!policy) return { requests: 0, forced: 0, limit, isOverLimit: false };
  const impact = yield* policyImpact(policyBeforeStep(policy), policyAfterStep(policy), traffic);
  const { requests, forced } = impact.day;
  return { requests, forced, limit, isOverLimit: hasEnoughRequests(impact) && isShareOver(forced, requests, limit) };
}

/**
 * Holds the step if it is unchanged since it was judged, and still ahead: a step that took place is never reverted.
 * @param now epoch ms
 */
export function holdEdits(state: ProjectState, { platform, step, at }: StepAhead, now: number): Edit[] {
  const value = state.platform.get(platform)?.value;
  if (!value || now >= at || !sameValue(value.policy.step, step)) return [];
  return [{ kind: "platform", id: platform, value: { ...value, policy: { ...value.policy, step: { ...step, held: true } } } }];
}
