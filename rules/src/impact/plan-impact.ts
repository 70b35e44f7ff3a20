/** The impact of a plan on the counted requests, with the refusals that follow from it. */

import { sameValue } from "../changes/document-diff.ts";
import type { Plan } from "../changes/plan.ts";
import type { Refusal } from "../changes/refusal.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import type { Steps } from "../values/steps.ts";
import { builtInPlatforms, emptyPolicy } from "../versions/platform.ts";
import { policyAfterStep, policyAt, policyBeforeStep, stepInstant } from "../versions/policy-step.ts";
import type { VersionPolicy } from "../versions/version-policy.ts";
import { impactRefusals } from "./impact-guard.ts";
import { defaultLockOutLimit } from "./lock-out-limit.ts";
import { type PlatformImpact, policyImpact } from "./policy-impact.ts";
import { heldAhead } from "./step-hold.ts";
import type { PlatformTraffic } from "./traffic.ts";

interface PolicyChange {
  readonly platform: string;
  readonly before: VersionPolicy;
  readonly after: VersionPolicy;
  /** Instant of a step ahead, epoch ms; null: now. */
  readonly at: number | null;
  /** True if guards judge it now. */
  readonly isJudged: boolean;
  /** Limit of the step, in percent; null: the project's. */
  readonly stepLimit: number | null;
}

/**
 * Version policies that differ, sorted by platform: those of the instant, and what a step ahead changes. A new project has no
 * requests yet, and the apps of a deleted project or platform get an error, which neither forces nor frees them.
 * @param now epoch ms
 */
export function changedPolicies(before: ProjectState, after: ProjectState, now: number): PolicyChange[] {
  if (!findProject(before) || !findProject(after)) return [];
  return before.platform.differingFrom(after.platform).flatMap((platform) => {
    const [was, is] = [before, after].map((state) => state.platform.get(platform)?.value.policy ?? emptyPolicy);
    const isAnswered = after.platform.has(platform) || builtInPlatforms.includes(platform);
    if (!was || !is || sameValue(was, is) || !isAnswered) return [];
    const present = { platform, before: policyAt(was, now), after: policyAt(is, now), at: null, isJudged: true, stepLimit: null };
    const at = stepInstant(is);
    return [
      ...(sameValue(present.before, present.after) ? [] : [present]),
      ...(at !== null && at > now ? [stepAhead(platform, was, is, at, now)] : []),
    ];
  });
}

/**
 * A step is judged when its day has come, since users update until then. In the last minute, the server may not look at it again
 * before it takes place: a guard judges all that the change newly forces at that instant.
 */
function stepAhead(platform: string, was: VersionPolicy, is: VersionPolicy, at: number, now: number): PolicyChange {
  const isJudged = at - now <= heldAhead;
  const before = isJudged ? policyAt(was, at) : policyBeforeStep(is);
  return { platform, before, after: policyAfterStep(is), at, isJudged, stepLimit: is.step?.limit ?? null };
}

/** @param traffic of each changed platform */
export function* withImpact(
  plan: Plan,
  state: ProjectState,
  changes: readonly PolicyChange[],
  traffic: ReadonlyMap<string, PlatformTraffic>,
): Steps<Plan> {
  // The limit before the change: otherwise, a manifest could raise its own. A step may have one of its own, as when it is held.
  const limit = findProject(state)?.lockOutLimit ?? defaultLockOutLimit;
  const impact: PlatformImpact[] = [];
  const refusals: Refusal[] = [];
  for (const { platform, before, after, at, isJudged, stepLimit } of changes) {
    const requests = traffic.get(platform) ?? noTraffic;
    const each = { platform, at, isJudged, ...(yield* policyImpact(before, after, requests)) };
    impact.push(each);
    if (isJudged) refusals.push(...impactRefusals(platform, each, stepLimit ?? limit));
  }
  return { ...plan, impact, refusals: [...plan.refusals, ...refusals] };
}

const noTraffic: PlatformTraffic = { versions: [], other: { day: 0, week: 0 } };
