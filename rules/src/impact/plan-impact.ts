/** The impact of a plan on the counted requests, with the refusals that follow from it. */

import { sameValue } from "../changes/document-diff.ts";
import type { Plan } from "../changes/plan.ts";
import { defaultLockOutLimit } from "../project/project.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import type { Steps } from "../values/steps.ts";
import { emptyPolicy } from "../versions/platform.ts";
import { policyAt } from "../versions/policy-step.ts";
import type { VersionPolicy } from "../versions/version-policy.ts";
import { impactRefusals } from "./impact-guard.ts";
import { type PlatformImpact, policyImpact } from "./policy-impact.ts";
import type { PlatformTraffic } from "./traffic.ts";

interface PolicyChange {
  readonly platform: string;
  readonly before: VersionPolicy;
  readonly after: VersionPolicy;
}

/**
 * Version policies of the instant that differ, sorted by platform: a step counts once it has taken place. A deleted project has none:
 * its apps get 401, which forces no update.
 * @param now epoch ms
 */
export function changedPolicies(before: ProjectState, after: ProjectState, now: number): PolicyChange[] {
  if (!findProject(after)) return [];
  const policyIn = (state: ProjectState, platform: string) =>
    policyAt(state.platform.get(platform)?.value.policy ?? emptyPolicy, now);
  return before.platform
    .differingFrom(after.platform)
    .map((platform) => ({ platform, before: policyIn(before, platform), after: policyIn(after, platform) }))
    .filter((change) => !sameValue(change.before, change.after));
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
  for (const { platform, before, after } of changes) {
    const requests = traffic.get(platform) ?? noTraffic;
    impact.push({ platform, ...(yield* policyImpact(before, after, requests)) });
  }
  const refusals = impact.flatMap((each) => impactRefusals(each.platform, each, limit));
  return { ...plan, impact, refusals: [...plan.refusals, ...refusals] };
}

const noTraffic: PlatformTraffic = { versions: [], other: { day: 0, week: 0 } };
