/** The impact of a plan on the counted requests, with the refusals that follow from it. */

import { sameValue } from "../changes/document-diff.ts";
import type { Plan } from "../changes/plan.ts";
import type { Refusal } from "../changes/refusal.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import { joinPath } from "../values/fields.ts";
import type { Steps } from "../values/steps.ts";
import { builtInPlatforms, emptyPolicy } from "../versions/platform.ts";
import { isStepDue, policyAfterStep, policyAt, policyBeforeStep, stepInstant } from "../versions/policy-step.ts";
import type { VersionPolicy } from "../versions/version-policy.ts";
import { lockOutRefusals, unseenWarnings } from "./impact-guard.ts";
import { defaultLockOutLimit } from "./lock-out-limit.ts";
import { type PlatformImpact, policyImpact } from "./policy-impact.ts";
import type { PlatformTraffic } from "./traffic.ts";

interface PolicyChange {
  readonly platform: string;
  readonly before: VersionPolicy;
  readonly after: VersionPolicy;
  /** Instant of a step ahead, epoch ms; null: now. */
  readonly at: number | null;
  /** Policy without the change, beside which `locks_out` judges it; null: it is not judged now. */
  readonly without: VersionPolicy | null;
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
    const wasNow = policyAt(was, now);
    const present = { platform, before: wasNow, after: policyAt(is, now), at: null, without: wasNow };
    const at = stepInstant(is);
    return [
      ...(sameValue(present.before, present.after) ? [] : [present]),
      ...(at !== null && at > now ? [stepAhead(platform, was, is, at, now)] : []),
    ];
  });
}

/**
 * A step is judged if it takes place within a day: users update until a later one, of which the server reminds a day before. Judged
 * is all that the change newly forces at that instant.
 */
function stepAhead(platform: string, was: VersionPolicy, is: VersionPolicy, at: number, now: number): PolicyChange {
  const without = is.step && isStepDue(is.step, now) ? policyAt(was, at) : null;
  return { platform, before: policyBeforeStep(is), after: policyAfterStep(is), at, without };
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
  const refusals: Refusal[] = [];
  for (const { platform, before, after, at, without } of changes) {
    const requests = traffic.get(platform) ?? noTraffic;
    const found = yield* policyImpact(before, after, requests);
    const path = `${joinPath("platforms", platform)}${at === null ? "" : ".step"}`;
    const warnings = unseenWarnings(path, found, after);
    impact.push({ platform, at, isJudged: without !== null, ...found, warnings });
    if (without === null) continue;
    const added = sameValue(without, before) ? found : yield* policyImpact(without, after, requests);
    refusals.push(...lockOutRefusals(path, added, limit));
  }
  return { ...plan, impact, refusals: [...plan.refusals, ...refusals] };
}

const noTraffic: PlatformTraffic = { versions: [], other: { day: 0, week: 0 } };
