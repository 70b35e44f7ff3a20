/** The impact of a plan on the counted requests, with the refusals that follow from it. */

import { sameValue } from "../changes/document-diff.ts";
import type { Plan } from "../changes/plan.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import type { Steps } from "../values/steps.ts";
import { emptyPolicy } from "../versions/platform.ts";
import { policyAfterStep, policyAt, policyBeforeStep, stepInstant } from "../versions/policy-step.ts";
import type { VersionPolicy } from "../versions/version-policy.ts";
import { impactRefusals } from "./impact-guard.ts";
import { defaultLockOutLimit } from "./lock-out-limit.ts";
import { type PlatformImpact, policyImpact } from "./policy-impact.ts";
import type { PlatformTraffic } from "./traffic.ts";

interface PolicyChange {
  readonly platform: string;
  readonly before: VersionPolicy;
  readonly after: VersionPolicy;
  /** Instant of a step ahead, epoch ms; null: now. */
  readonly at: number | null;
}

/**
 * Version policies that differ, sorted by platform: those of the instant, and what a step ahead changes. A new project has no
 * requests yet, and the apps of a deleted one get 401, which forces no update.
 * @param now epoch ms
 */
export function changedPolicies(before: ProjectState, after: ProjectState, now: number): PolicyChange[] {
  if (!findProject(before) || !findProject(after)) return [];
  return before.platform.differingFrom(after.platform).flatMap((platform) => {
    const [was, is] = [before, after].map((state) => state.platform.get(platform)?.value.policy ?? emptyPolicy);
    if (!was || !is || sameValue(was, is)) return [];
    const present: PolicyChange = { platform, before: policyAt(was, now), after: policyAt(is, now), at: null };
    const at = stepInstant(is);
    const step: PolicyChange = { platform, before: policyBeforeStep(is), after: policyAfterStep(is), at };
    return [...(sameValue(present.before, present.after) ? [] : [present]), ...(at !== null && at > now ? [step] : [])];
  });
}

/** @param traffic of each changed platform */
export function* withImpact(
  plan: Plan,
  state: ProjectState,
  changes: readonly PolicyChange[],
  traffic: ReadonlyMap<string, PlatformTraffic>,
): Steps<Plan> {
  // The limit before the change: otherwise, a manifest could raise its own.
  const limit = findProject(state)?.lockOutLimit ?? defaultLockOutLimit;
  const impact: PlatformImpact[] = [];
  for (const { platform, before, after, at } of changes) {
    const requests = traffic.get(platform) ?? noTraffic;
    impact.push({ platform, at, ...(yield* policyImpact(before, after, requests)) });
  }
  // A step is judged when its day has come: until then, users update.
  const refusals = impact.filter(({ at }) => at === null).flatMap((each) => impactRefusals(each.platform, each, limit));
  return { ...plan, impact, refusals: [...plan.refusals, ...refusals] };
}

const noTraffic: PlatformTraffic = { versions: [], other: { day: 0, week: 0 } };
