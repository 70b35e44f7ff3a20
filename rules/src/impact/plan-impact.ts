/** Requests can be forged, so counts only inform and ask for a confirmation. */
import { sameValue } from "../changes/document-diff.ts";
import type { Plan } from "../changes/plan.ts";
import { findProject, type ProjectState } from "../project/project-state.ts";
import { joinPath } from "../values/fields.ts";
import type { Steps } from "../values/steps.ts";
import { builtInPlatforms, emptyPolicy } from "../versions/platform.ts";
import { isStepDue, policyAfterStep, policyAt, policyBeforeStep, stepInstant } from "../versions/policy-step.ts";
import type { VersionPolicy } from "../versions/version-policy.ts";
import type { Guard } from "../wire/guard.ts";
import type { Warning } from "../wire/warning.ts";
import { defaultLockOutLimit } from "./lock-out.ts";
import { type PlatformImpact, type PolicyImpact, policyImpact } from "./policy-impact.ts";
import { isShareOver, minRequestsForGuards, type PlatformTraffic, percentOf, percentOver } from "./traffic.ts";

interface PolicyChange {
  readonly platform: string;
  readonly before: VersionPolicy;
  readonly after: VersionPolicy;
  /** Epoch ms of a step ahead; null means now. */
  readonly at: number | null;
  /** `locks_out` judges the change beside this policy; null means it does not now. */
  readonly without: VersionPolicy | null;
}

/** Sorted; without policies of new or deleted platforms. */
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

/** A step within a day is judged by all that the change newly forces at that instant. */
function stepAhead(platform: string, was: VersionPolicy, is: VersionPolicy, at: number, now: number): PolicyChange {
  const without = is.step && isStepDue(is.step, now) ? policyAt(was, at) : null;
  return { platform, before: policyBeforeStep(is), after: policyAfterStep(is), at, without };
}

export function* withImpact(
  plan: Plan,
  state: ProjectState,
  changes: readonly PolicyChange[],
  traffic: ReadonlyMap<string, PlatformTraffic>,
): Steps<Plan> {
  // The limit before the change: otherwise, a manifest could raise its own.
  const limit = findProject(state)?.lockOutLimit ?? defaultLockOutLimit;
  const impact: PlatformImpact[] = [];
  const guards: Guard[] = [];
  for (const { platform, before, after, at, without } of changes) {
    const requests = traffic.get(platform) ?? noTraffic;
    const found = yield* policyImpact(before, after, requests);
    const place = { path: `${joinPath("platforms", platform)}${at === null ? "" : ".step"}`, platform, from_step: at !== null };
    const warnings = unseenWarnings(place, found, after);
    impact.push({ platform, at, isJudged: without !== null, ...found, warnings });
    if (without === null) continue;
    const added = sameValue(without, before) ? found : yield* policyImpact(without, after, requests);
    guards.push(...lockOutGuards(place, added, limit));
  }
  return { ...plan, impact, traffic, guards: [...plan.guards, ...guards] };
}

const noTraffic: PlatformTraffic = { versions: [], other: { day: 0, week: 0 } };

/** Percent of the requests, without rare versions, below which the versions that may run count as unseen. */
const unseenPercent = 1;

export function hasEnoughRequests({ day }: PolicyImpact): boolean {
  return day.requests >= minRequestsForGuards;
}

type Place = Pick<Extract<Guard, { readonly code: "locks_out" }>, "path" | "platform" | "from_step">;

/** @param limit percent */
export function lockOutGuards(place: Place, impact: PolicyImpact, limit: number): Guard[] {
  const { requests, forced } = impact.day;
  if (!hasEnoughRequests(impact) || !isShareOver(forced, requests, limit)) return [];
  return [{ code: "locks_out", ...place, share: percentOver(forced, requests, limit), limit }];
}

/** For a policy without declared releases, by which `unseen_version` judges. */
export function unseenWarnings(place: Place, impact: PolicyImpact, policy: VersionPolicy): Warning[] {
  const { requests, other, allowedBefore, allowedAfter } = impact.day;
  // Without rare versions: nothing is known of them, and where they sent most requests, no other version would count as seen.
  const counted = requests - other;
  // An edit that lets more versions run than before is a step in the right direction, even if they are still few.
  const isUnseen = allowedAfter < allowedBefore && allowedAfter * 100 < unseenPercent * counted;
  if (policy.releases || !hasEnoughRequests(impact) || !isUnseen) return [];
  return [{ code: "unseen_versions", ...place, share: percentOf(allowedAfter, counted), rare: other > 0 }];
}
